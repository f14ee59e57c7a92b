import type { InsertionPoint, Span } from '../../../model/index.ts';
import { insertionPoint, JSON_MEMBER, type InsertionPosition, positionBeside } from '../../insertion.ts';
import { indentAt, ownLine } from '../../lines.ts';

/** Object in the source: offsets of its braces, members and last comma. */
export interface WrittenObject {
  /** Offset of the opening brace. */
  readonly open: number;
  /** Members, from key to value, in order. */
  readonly members: readonly Span[];
  /** Text between the last member's key and value. */
  readonly separator: string;
  /** End of a comma after the last member. */
  readonly trailingComma: number | undefined;
  /** True when there is a comment between the last member and the closing brace. */
  readonly commentAtEnd: boolean;
}

/** Layout that all objects of a text share. */
interface Layout {
  /** Line break; `undefined` in a text of one line. */
  readonly eol: string | undefined;
  /** Indentation of the first line that has one. */
  readonly unit: string;
  /** Text between the first key and its value. */
  readonly separator: string | undefined;
}

const layoutIn = (text: string): Layout => ({
  eol: /\r\n|\n|\r/.exec(text.trimEnd())?.[0],
  unit: /[\n\r]([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  separator: /"(\s*:[ \t]*)/.exec(text)?.[1],
});

/** The text that was searched last: one of many empty objects is searched once. */
let last: { readonly text: string; readonly layout: Layout } | undefined;

const layoutOf = (text: string): Layout => {
  if (last?.text !== text) last = { text, layout: layoutIn(text) };
  return last.layout;
};

const isSpaced = (text: string, object: WrittenObject): boolean =>
  /\s$/.test(object.separator) || /\s/.test(text.charAt(object.open + 1));

const roomInEmpty = (text: string, { open }: WrittenObject): InsertionPosition => {
  const at = open + 1;
  const { eol, unit } = layoutOf(text);
  if (eol === undefined) return { at, before: text.charAt(at) === ' ' ? ' ' : '', after: '' };
  const indent = indentAt(text, open);
  const closesOnOwnLine = /^[ \t]*[\r\n]/.test(text.slice(at));
  return { at, before: eol + indent + unit, after: closesOnOwnLine ? '' : eol + indent };
};

const roomIn = (text: string, object: WrittenObject): InsertionPosition => {
  const { open, members, trailingComma, commentAtEnd } = object;
  const [first] = members;
  const final = members.at(-1);
  if (first === undefined || final === undefined) return roomInEmpty(text, object);
  return positionBeside({
    open: open + 1,
    end: final.end,
    trailingComma,
    commentAtEnd,
    lead: ownLine(text, final.start) ?? (isSpaced(text, object) ? ' ' : ''),
    firstLead: ownLine(text, first.start) ?? (/\s/.test(text.charAt(open + 1)) ? ' ' : ''),
  });
};

/** Insertion point for one more member, in the style of its neighbors. */
export const gapIn = (file: string, text: string, object: WrittenObject): InsertionPoint => {
  const sample = object.members.length > 0 ? object.separator : layoutOf(text).separator;
  const separator = sample !== undefined && /^[ \t]*:[ \t]*$/.test(sample) ? sample : ': ';
  return insertionPoint(file, roomIn(text, object), { ...JSON_MEMBER, separator });
};
