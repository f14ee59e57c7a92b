import { UsageError } from '../../model/index.ts';

/** ` (line 3, column 7)`, when the engine's message names a position. Never the text there: it may be a secret. */
const where = (error: unknown, text: string): string => {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  return ` (line ${before.length}, column ${before.at(-1)!.length + 1})`;
};

/** Parses a data file; throws `UsageError` naming the file and the place. A byte order mark is no mistake. */
export const parseJson = (text: string, file: string): unknown => {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new UsageError(`${file}: not valid JSON${where(error, body)}. Rule packs are plain JSON files.`);
  }
};
