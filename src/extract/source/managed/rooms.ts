import type { InsertionPoint, Span } from '../../../model/index.ts';
import { insertionPoint, pairMember } from '../../insertion.ts';
import { eolOf, indentAt, ownLine, startsLine } from '../../lines.ts';

/** What is known of the file that a chain stands in. */
export interface ChainPlace {
  readonly file: string;
  readonly text: string;
}

/** Where one more call of a chain is written: behind the last that sets a header, or the address. */
export const roomInChain = (
  { file, text }: ChainPlace,
  at: number,
  dot: number,
  writes: string,
): InsertionPoint => {
  const before = `${ownLine(text, dot) ?? ''}.${writes}(`;
  return insertionPoint(file, { at, before, after: ')' }, pairMember('double'));
};

/** Where one more header is written behind the statement that makes a request: `request.setHeader("Accept", "…");`. */
export const roomBehind = (
  { file, text }: ChainPlace,
  statement: Span,
  name: string,
  writes: string,
): InsertionPoint => {
  const lead = startsLine(text, statement.start) ? eolOf(text) + indentAt(text, statement.start) : ' ';
  const end = text[statement.end - 1] === ';' ? ';' : '';
  const before = `${lead}${name}.${writes}(`;
  return insertionPoint(file, { at: statement.end, before, after: `)${end}` }, pairMember('double'));
};
