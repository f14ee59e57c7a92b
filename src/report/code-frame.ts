import type { Span } from '../model/index.ts';
import { fitted } from './code-snippet.ts';
import { lineStarts, lineText, positionOf } from './lines.ts';
import { rendered } from '../redact/gate.ts';
import { isQuoted, redactLine } from '../redact/line.ts';
import { redactText } from '../redact/redact.ts';
import type { FrameLine, ReportedFinding } from './report.ts';

const AROUND = 1;
/** A longer line is cut, once it is redacted: before, cutting could show what redaction would mask. */
const MAX_LENGTH = 240;
/** A line beyond this is no line that people wrote. */
const MAX_READ = 4000;

/** Text with its line starts, shared by all frames of one file. */
export interface FramedText {
  readonly text: string;
  readonly starts: readonly number[];
}

/** A text with what frames of it need, worked out once for all of them. */
export const framedText = (text: string): FramedText => ({ text, starts: lineStarts(text) });

const occurrences = (text: string, part: string, before: number): number => {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1 && at < before; at = text.indexOf(part, at + 1)) count++;
  return count;
};

/** Position of the marked text in the redacted line; `undefined` if unknown. */
const markIn = (shown: string, raw: string, from: number, to: number): FrameLine['mark'] => {
  const marked = raw.slice(from, to);
  if (marked.trim() === '') return undefined;
  let at = shown.indexOf(marked);
  for (let skip = occurrences(raw, marked, from); at !== -1 && skip > 0; skip--)
    at = shown.indexOf(marked, at + 1);
  if (at !== -1) return { from: at, to: at + marked.length };
  const end = shown.length - (raw.length - to);
  const sameAround = shown.startsWith(raw.slice(0, from)) && shown.endsWith(raw.slice(to));
  return sameAround && end > from ? { from, to: end } : undefined;
};

const trustedWords = (finding: Pick<ReportedFinding, 'data'>): ReadonlySet<string> =>
  new Set(Object.values(finding.data).filter((value) => typeof value === 'string'));

/** The part of a redacted line around its mark. */
const cutAround = (whole: FrameLine): FrameLine => {
  if (whole.text.length <= MAX_LENGTH) return whole;
  const text = rendered((line: FrameLine) => fitted(line, MAX_LENGTH).text, whole);
  return { line: whole.line, text, mark: fitted(whole, MAX_LENGTH).mark };
};

const frameLine = (framed: FramedText, line: number, finding: ReportedFinding): FrameLine => {
  const raw = lineText(framed.text, framed.starts, line);
  if (raw.length > MAX_READ)
    return { line, text: redactText(`(a line of ${raw.length} characters)`), mark: undefined };
  const start = framed.starts[line - 1]!;
  const span = { start, end: start + raw.length };
  const shown = redactLine(framed.text, span, finding.file, trustedWords(finding));
  if (line !== finding.start.line) return cutAround({ line, text: shown, mark: undefined });
  const to = finding.end.line === line ? finding.end.column - 1 : raw.length;
  return cutAround({ line, text: shown, mark: markIn(shown, raw, finding.start.column - 1, to) });
};

/** The finding's line, redacted, and one on either side where its form has quotes. */
export const frameOf = (framed: FramedText, finding: ReportedFinding): readonly FrameLine[] => {
  const around = isQuoted(finding.file) ? AROUND : 0;
  const first = Math.max(1, finding.start.line - around);
  const last = Math.min(framed.starts.length, finding.start.line + around);
  const lines = Array.from({ length: last - first + 1 }, (_, index) =>
    frameLine(framed, first + index, finding),
  );
  return lines.filter(({ line, text }) => line === finding.start.line || text.trim() !== '');
};

/** True when nothing is masked in the lines of a span. */
export const showsAll = (framed: FramedText, { start, end }: Span, finding: ReportedFinding): boolean => {
  const last = positionOf(framed.starts, end).line;
  for (let { line } = positionOf(framed.starts, start); line <= last; line++) {
    if (frameLine(framed, line, finding).text !== lineText(framed.text, framed.starts, line)) return false;
  }
  return true;
};
