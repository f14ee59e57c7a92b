import { redactDigest } from '../redact/names.ts';
import { framedText, showsAll } from './code-frame.ts';
import { lineHashes } from './line-hash.ts';
import { positionOf } from './lines.ts';
import type { Measured, Presentation, ReportedFinding } from './report.ts';

/** Characters of the hash, spaces and tabs not counted. */
const WINDOW = /^(?:[ \t]*[^ \t]){0,100}/;

interface Counted {
  readonly measured: (finding: ReportedFinding) => Measured;
}

const countedIn = (text: string): Counted => {
  const framed = framedText(text);
  const { starts } = framed;
  let hashes: ReturnType<typeof lineHashes> | undefined;
  const inBytes: Measured['inBytes'] = (offset) => {
    const { line } = positionOf(starts, offset);
    return { line, column: Buffer.byteLength(text.slice(starts[line - 1], offset)) + 1 };
  };
  const hashOf = (finding: ReportedFinding): string | undefined => {
    const from = starts[finding.start.line - 1] ?? 0;
    const length = WINDOW.exec(text.slice(from, from + 4000))![0].length;
    if (!showsAll(framed, { start: from, end: from + length }, finding)) return undefined;
    hashes ??= lineHashes(text);
    return hashes[finding.start.line];
  };
  const lineHash = (finding: ReportedFinding) => {
    const hash = hashOf(finding);
    return hash === undefined ? undefined : redactDigest(hash);
  };
  return { measured: (finding) => ({ inBytes, lineHash: () => lineHash(finding) }) };
};

/**
 * Measures what formats count in the texts of files; `source` is `undefined` for recordings. A hash that would
 * depend on a text that the report masks is left out: code scanning then makes its own.
 */
export const measuring = (
  source: (finding: ReportedFinding) => { readonly file: string; readonly text: string } | undefined,
): Presentation['measured'] => {
  const files = new Map<string, Counted>();
  return (finding) => {
    const found = source(finding);
    if (found === undefined) return undefined;
    const known = files.get(found.file) ?? countedIn(found.text);
    files.set(found.file, known);
    return known.measured(finding);
  };
};
