import type { Span } from '../model/index.ts';
import { printValue } from './print.ts';
import type { Printer } from './print.ts';
import type { ListShape, ObjectShape, Shape, ShapeMember } from './shape.ts';
import { keyToken } from './tokens.ts';

const isContainer = (shape: Shape): shape is ObjectShape | ListShape =>
  (shape.kind === 'object' && shape.members.length > 0) || (shape.kind === 'list' && shape.items.length > 0);

/** Value after its key: on the same line, or as a block below it. */
const valueText = (value: Shape, indent: string, printer: Printer): string => {
  const { unit, indentsItems, eol } = printer.style;
  if (!isContainer(value)) return ` ${printValue(value, indent, printer, true)}`;
  const deeper = value.kind === 'object' || indentsItems ? indent + unit : indent;
  return eol + deeper + printBlock(value, deeper, printer);
};

/** Comments after a member stay on its line if its value ends there, else they are moved above it. */
const memberLines = (part: ShapeMember, indent: string, printer: Printer): readonly string[] => {
  const { comments, style, text } = printer;
  const { before, after, below } = comments.claim(part.value.member);
  const texts = (spans: readonly Span[]): readonly string[] =>
    spans.map(({ start, end }) => text.slice(start, end));
  const key = `${keyToken(part.key, part.from, style, text)}:`;
  const line = key + valueText(part.value, indent, printer);
  if (isContainer(part.value)) return [...texts(before), ...texts(after), line, ...texts(below)];
  return [...texts(before), [line, ...texts(after)].join(' '), ...texts(below)];
};

/** Comments before an item are above its dash. */
const itemLines = (item: Shape, indent: string, printer: Printer): string => {
  const inner = `${indent}  `;
  if (!isContainer(item)) return `- ${printValue(item, inner, printer, true)}`;
  const lines = printBlock(item, inner, printer).split(printer.style.eol);
  const lead = lines.findIndex((line) => !line.trimStart().startsWith('#'));
  const comments = lines.slice(0, lead).map((line) => line.trimStart());
  const [first = '', ...others] = lines.slice(lead);
  return (
    [...comments, `- ${first.trimStart()}`].join(printer.style.eol + indent) +
    others.map((line) => printer.style.eol + line).join('')
  );
};

/**
 * Object or list as a YAML block. The first line has no indentation; `indent` is the column of its position,
 * where all further lines start.
 */
export const printBlock = (shape: ObjectShape | ListShape, indent: string, printer: Printer): string => {
  const lineBreak = printer.style.eol + indent;
  if (shape.kind === 'object')
    return shape.members.flatMap((part) => memberLines(part, indent, printer)).join(lineBreak);
  return shape.items.map((item) => itemLines(item, indent, printer)).join(lineBreak);
};

/** `key: value` as lines of a YAML block at this indent. */
export const blockMember = (part: ShapeMember, indent: string, printer: Printer): string =>
  memberLines(part, indent, printer).join(printer.style.eol + indent);
