import type { InsertionPoint, Span } from '../../../model/index.ts';

/** What is known of the file that a chain stands in. */
export interface Place {
  readonly file: string;
  readonly text: string;
}

/** Where one more call of a chain is written: behind the last that sets a header, or the address. */
export const roomInChain = (
  { file, text }: Place,
  at: number,
  dot: number,
  writes: string,
): InsertionPoint => {
  const line = text.lastIndexOf('\n', dot - 1) + 1;
  const indent = text.slice(line, dot);
  const ownLine = line > 0 && indent.trim() === '';
  const eol = text[line - 2] === '\r' ? '\r\n' : '\n';
  return {
    file,
    at,
    before: `${ownLine ? eol + indent : ''}.${writes}(`,
    after: ')',
    separator: ', ',
    key: 'double',
    value: 'double',
    list: false,
  };
};

/** Where one more header is written behind the statement that makes a request: `request.setHeader("Accept", "…");`. */
export const roomBehind = (
  { file, text }: Place,
  statement: Span,
  name: string,
  writes: string,
): InsertionPoint => {
  const line = text.lastIndexOf('\n', statement.start - 1) + 1;
  const indent = text.slice(line, statement.start);
  const eol = text.slice(0, line).endsWith('\r\n') ? '\r\n' : '\n';
  const end = text[statement.end - 1] === ';' ? ';' : '';
  return {
    file,
    at: statement.end,
    before: `${indent.trim() === '' ? eol + indent : ' '}${name}.${writes}(`,
    after: `)${end}`,
    separator: ', ',
    key: 'double',
    value: 'double',
    list: false,
  };
};
