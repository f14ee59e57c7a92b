import type { Member, Span } from '../model/index.ts';
import type { ListShape, ObjectShape, Shape, ShapeMember } from './shape.ts';
import type { Style } from './style.ts';
import type { MovedComments } from './moved-comments.ts';
import { keyToken, valueToken } from './tokens.ts';

/** Dependencies that printing needs besides the shape. */
export interface Printer {
  readonly style: Style;
  /** The text of the payload's file. */
  readonly text: string;
  readonly comments: MovedComments;
}

/** One item of a list or member of an object, with the comments around it. */
interface Entry {
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly below: readonly string[];
}

const isLineComment = (comment: string): boolean => comment.startsWith('//') || comment.startsWith('#');

const onOneLine = ({ text, before, after, below }: Entry): string | undefined => {
  const comments = [...before, ...after, ...below];
  const broken = [text, ...comments].some((part) => part.includes('\n')) || comments.some(isLineComment);
  return broken ? undefined : [...before, text, ...after, ...below].join(' ');
};

/** All entries on one line, or undefined where a comment or an expression needs a line of its own. */
const together = (
  brackets: string,
  pad: string,
  entries: readonly Entry[],
  style: Style,
): string | undefined => {
  const parts = entries.map(onOneLine);
  if (parts.some((part) => part === undefined)) return undefined;
  return brackets[0] + pad + parts.join(style.comma) + pad + brackets[1];
};

const apart = (brackets: string, entries: readonly Entry[], indent: string, style: Style): string => {
  const inner = style.eol + indent + style.unit;
  const lines = entries.map(({ text, before, after, below }, at) => {
    const comma = at < entries.length - 1 || style.trailingComma ? ',' : '';
    const own = [...before, text + comma].join(inner);
    return [[own, ...after].join(' '), ...below].join(inner);
  });
  return brackets[0] + inner + lines.join(inner) + style.eol + indent + brackets[1];
};

/** A list of one object opens and closes on the object's own lines. */
const hugged = (shape: ListShape, indent: string, printer: Printer): string | undefined => {
  const [only] = shape.items;
  if (!printer.style.hugs || shape.items.length !== 1 || only?.kind !== 'object') return undefined;
  return `[${printValue(only, indent, printer, false)}]`;
};

/** Comments in order: those around a member before those inside it. */
const entry = (member: Member | undefined, printer: Printer, print: () => string): Entry => {
  const comments = printer.comments.claim(member);
  const texts = (spans: readonly Span[]): readonly string[] =>
    spans.map(({ start, end }) => printer.text.slice(start, end));
  return {
    before: texts(comments.before),
    after: texts(comments.after),
    below: texts(comments.below),
    text: print(),
  };
};

const entriesOf = (
  shape: ObjectShape | ListShape,
  indent: string,
  printer: Printer,
  oneLine: boolean,
): readonly Entry[] => {
  if (shape.kind === 'list')
    return shape.items.map((item) =>
      entry(item.member, printer, () => printValue(item, indent, printer, oneLine)),
    );
  return shape.members.map((part) =>
    entry(part.value.member, printer, () => memberText(part, indent, printer, oneLine)),
  );
};

const container = (
  shape: ObjectShape | ListShape,
  indent: string,
  printer: Printer,
  oneLine: boolean,
): string => {
  const { style } = printer;
  const brackets = shape.kind === 'object' ? '{}' : '[]';
  const pad = shape.kind === 'object' ? style.pad : '';
  const entries = entriesOf(shape, indent + style.unit, printer, oneLine);
  if (entries.length === 0) return brackets;
  const line = together(brackets, pad, entries, style);
  const widest = oneLine ? style.limit : style.width;
  const fits = line !== undefined && indent.length + line.length <= widest;
  return fits ? line : apart(brackets, entries, indent, style);
};

/** `key: value` in the payload's style; `indent` is that of its line. */
export const memberText = (part: ShapeMember, indent: string, printer: Printer, oneLine: boolean): string => {
  const { style, text } = printer;
  const key = keyToken(part.key, part.from, style, text);
  return key + style.colon + printValue(part.value, indent, printer, oneLine);
};

/**
 * A value in the payload's style. `indent` is that of the line it begins on; `oneLine` keeps everything on that
 * line as long as no comment forbids it.
 */
export const printValue = (shape: Shape, indent: string, printer: Printer, oneLine: boolean): string => {
  if (shape.kind === 'scalar' || shape.kind === 'opaque')
    return valueToken(shape, printer.style, printer.text, indent);
  if (shape.kind === 'object' && shape.reference !== undefined) return shape.reference;
  const hugging = shape.kind === 'list' && !oneLine ? hugged(shape, indent, printer) : undefined;
  return hugging ?? container(shape, indent, printer, oneLine);
};
