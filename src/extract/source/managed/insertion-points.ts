import type { InsertionPoint, Span } from '../../../model/index.ts';
import { insertionPoint, pairMember } from '../../insertion.ts';
import { eolOf, indentAt, ownLine, startsLine } from '../../lines.ts';

/** Context of the file that contains a chain. */
export interface ChainPlace {
  readonly file: string;
  readonly text: string;
}

/** Insertion point for one more call of a chain: after the last one that sets a header, or the URL. */
export const insertionPointInChain = (
  { file, text }: ChainPlace,
  at: number,
  dot: number,
  writes: string,
): InsertionPoint => {
  const before = `${ownLine(text, dot) ?? ''}.${writes}(`;
  return insertionPoint(file, { at, before, after: ')' }, pairMember('double'));
};

/**
 * Insertion point for one more header after the statement that makes a request: `request.setHeader("Accept", "…");`.
 */
export const insertionPointBehind = (
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
