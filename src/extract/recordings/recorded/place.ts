import { StringDecoder } from 'node:string_decoder';

/** 1-based, columns in UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset in UTF-16 units, or of the end of the bytes when that comes first. */
export const lineColumnOf = async (
  pieces: AsyncIterable<Uint8Array>,
  offset: number,
): Promise<LineColumn> => {
  const decoder = new StringDecoder('utf8');
  let line = 1;
  let lineStart = 0;
  let read = 0;
  for await (const piece of pieces) {
    const text = decoder.write(piece as Buffer).slice(0, offset - read);
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      line++;
      lineStart = read + at + 1;
    }
    read += text.length;
    if (read >= offset) break;
  }
  return { line, column: read - lineStart + 1 };
};
