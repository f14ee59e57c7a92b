import type { Redacted, Span } from '../model/index.ts';
import { lineStarts, lineText, positionOf } from './lines.ts';
import { redactCommand } from '../redact/command.ts';
import { redactAssignment, redactLine } from '../redact/source-line.ts';
import { redactText } from '../redact/redact.ts';
import type { LineContext } from '../redact/source-line.ts';
import type { FrameLine, ReportedFinding } from './report.ts';

const AROUND = 1;
/** A longer line is not shown: cutting one out of its context could show what redaction would mask. */
const LONGEST = 240;

/** Text with its line starts, shared by all frames of one file. */
export interface FramedText {
  readonly text: string;
  readonly starts: readonly number[];
  /** Offsets of the back-ticks that are not escaped. */
  readonly ticks: readonly number[];
  /** Comments that begin a line and may go on over several, ascending. */
  readonly comments: readonly Span[];
}

const ticksIn = (text: string): readonly number[] => {
  const ticks: number[] = [];
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at + 1))
    if (text[at - 1] !== '\\') ticks.push(at);
  return ticks;
};

const commentsIn = (text: string): readonly Span[] => {
  const spans: Span[] = [];
  for (let start = text.indexOf('/*'); start !== -1;) {
    const close = text.indexOf('*/', start + 2);
    const end = close === -1 ? text.length : close + 2;
    const lead = text.slice(text.lastIndexOf('\n', start) + 1, start);
    if (lead.trim() === '') spans.push({ start, end });
    start = text.indexOf('/*', lead.trim() === '' ? end : start + 2);
  }
  return spans;
};

const insideComment = (comments: readonly Span[], offset: number): boolean => {
  const next = comments.findIndex(({ end }) => end > offset);
  return next !== -1 && comments[next]!.start < offset;
};

/** A text with what frames of it need, worked out once for all of them. */
export const framedText = (text: string): FramedText => ({
  text,
  starts: lineStarts(text),
  ticks: ticksIn(text),
  comments: commentsIn(text),
});

/** Whether a place lies inside a template literal, as far as counting back-ticks tells. */
const insideTemplate = (ticks: readonly number[], offset: number): boolean => {
  const before = ticks.findIndex((tick) => tick >= offset);
  return (before === -1 ? ticks.length : before) % 2 === 1;
};

const occurrences = (text: string, part: string, before: number): number => {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1 && at < before; at = text.indexOf(part, at + 1)) count++;
  return count;
};

/** Where the marked text of a line stands in its redacted form; `undefined` when that cannot be told. */
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

const trustedWords = (finding: ReportedFinding): ReadonlySet<string> =>
  new Set(Object.values(finding.data).filter((value) => typeof value === 'string'));

/** Forms in which every text stands in quotes, so that what is text can be told from what is code. */
const isQuoted = (file: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx|jsonc?)$/i.test(file);

const isShell = (file: string): boolean => /\.(?:sh|bash|zsh|ksh)$|(?:^|\/)[^./]+$/i.test(file);

const shownLine = (raw: string, file: string, context: LineContext): Redacted => {
  if (isQuoted(file)) return redactLine(raw, context);
  return isShell(file) ? redactCommand(raw, context.trusted) : redactAssignment(raw, context.trusted);
};

const frameLine = (
  { text, starts, ticks, comments }: FramedText,
  line: number,
  finding: ReportedFinding,
): FrameLine => {
  const raw = lineText(text, starts, line);
  if (raw.length > LONGEST)
    return { line, text: redactText(`(a line of ${raw.length} characters)`), mark: undefined };
  const trusted = trustedWords(finding);
  const start = starts[line - 1]!;
  const shown = shownLine(raw, finding.file, {
    insideTemplate: insideTemplate(ticks, start),
    insideComment: insideComment(comments, start),
    trusted,
  });
  if (line !== finding.start.line) return { line, text: shown, mark: undefined };
  const to = finding.end.line === line ? finding.end.column - 1 : raw.length;
  return { line, text: shown, mark: markIn(shown, raw, finding.start.column - 1, to) };
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
