import { framedText, showsAll } from './frame.ts';
import { lineHashes } from './line-hash.ts';
import type { Presentation, ReportedFinding } from './report.ts';

/** Characters of the hash, spaces and tabs not counted. */
const WINDOW = /^(?:[ \t]*[^ \t]){0,100}/;

const hashesOf = (text: string) => ({ framed: framedText(text), hashes: lineHashes(text) });

/**
 * Hashes of the findings' first lines, as code scanning makes them. `undefined` where the hash would depend on a text
 * that the report masks (code scanning then makes its own), and for recordings.
 */
export const locationHashes = ({
  source,
}: Pick<Presentation, 'source'>): ((finding: ReportedFinding) => string | undefined) => {
  const files = new Map<string, ReturnType<typeof hashesOf> | undefined>();
  return (finding) => {
    const { file, start } = finding;
    if (!files.has(file)) {
      const text = source(file);
      files.set(file, text === undefined ? undefined : hashesOf(text));
    }
    const known = files.get(file);
    if (known === undefined) return undefined;
    const { framed, hashes } = known;
    const from = framed.starts[start.line - 1] ?? 0;
    const length = WINDOW.exec(framed.text.slice(from, from + 4000))![0].length;
    return showsAll(framed, { start: from, end: from + length }, finding) ? hashes[start.line] : undefined;
  };
};
