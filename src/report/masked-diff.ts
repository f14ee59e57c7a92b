import type { Edit, Redacted } from '../model/index.ts';
import { rendered, say } from '../redact/gate.ts';
import { redactLine } from '../redact/line.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import { lineText } from './lines.ts';
import type { DiffLine } from './report.ts';
import { printable } from './style.ts';

/** The changes of one file, for people and agents: no patch, since what may be a credential is masked. */
export interface MaskedDiff {
  readonly file: Redacted;
  readonly lines: readonly DiffLine[];
  /** True where a line differs from the file's. */
  readonly isMasked: boolean;
}

/** A file as it is and as edits leave it, with the unified diff between them. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly diff: string;
}

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '-': 'removed', '+': 'added', ' ': 'same' };

/** A line that a diff shows, with its 1-based number in the older and the newer text. */
interface Numbered {
  readonly kind: DiffLine['kind'];
  readonly raw: string;
  readonly old: number;
  readonly fresh: number;
}

const numbered = (diff: string): readonly Numbered[] => {
  const lines: Numbered[] = [];
  let [old, fresh] = [0, 0];
  for (const line of diff.split('\n').slice(2)) {
    const [, from, to] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
    const kind = KINDS[line.charAt(0)];
    if (from !== undefined) {
      [old, fresh] = [Number(from), Number(to)];
      lines.push({ kind: 'hunk', raw: line, old, fresh });
    } else if (kind !== undefined) {
      lines.push({ kind, raw: line.slice(1), old, fresh });
      if (kind !== 'added') old += 1;
      if (kind !== 'removed') fresh += 1;
    }
  }
  return lines;
};

/** A longer line is no line that people wrote. */
const MAX_LENGTH = 1000;

const startsOf = (text: string): readonly number[] => [
  0,
  ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1),
];

/** Masks lines of one text, numbered as in diffs; callers request them in order. */
const maskIn = (text: string, file: string): ((line: number) => Redacted) => {
  const starts = startsOf(text);
  return (line) => {
    const raw = lineText(text, starts, line);
    if (raw.length > MAX_LENGTH) return say`(a line of ${raw.length} characters)`;
    const start = starts[line - 1] ?? 0;
    return redactLine(text, { start, end: start + raw.length }, file, new Set());
  };
};

/** A line as it is, and as a diff shows it. */
interface Shown extends DiffLine {
  readonly raw: string;
}

/** Marks two lines that would look the same though one replaces the other as different. */
const toldApart = (lines: readonly Shown[]): readonly DiffLine[] => {
  const removed = new Map<string, string>();
  return lines.map(({ kind, text, raw }): DiffLine => {
    if (kind === 'removed') removed.set(text, raw);
    else if (kind !== 'added') removed.clear();
    const replaced = kind === 'added' ? removed.get(text) : undefined;
    const differs = replaced !== undefined && replaced !== raw;
    return { kind, text: differs ? say`${text}  (new: it differs where it is hidden)` : text };
  });
};

/** The diff of a file with what may be a credential masked in each of its lines. */
export const maskedDiff = ({ file, before, after, diff }: ChangedFile): MaskedDiff => {
  const lines = numbered(diff);
  const old = maskIn(before, file);
  // The older text first, then the newer: a text is read once.
  const fromOld = lines.map((line) =>
    line.kind === 'removed' || line.kind === 'same' ? old(line.old) : undefined,
  );
  const fresh = maskIn(after, file);
  const shown = lines.map(({ kind, raw, fresh: at }, index): Shown => ({
    kind,
    raw,
    text: fromOld[index] ?? (kind === 'added' ? fresh(at) : redactText(raw)),
  }));
  const isMasked = lines.some(
    ({ kind, raw }, at) => kind !== 'hunk' && raw.trimEnd() !== shown[at]!.text.trimEnd(),
  );
  return { file: redactPath(file), lines: toldApart(shown), isMasked };
};

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { hunk: '', same: ' ', removed: '-', added: '+' };

const textOf = (
  { file, lines }: MaskedDiff,
  paint: (kind: DiffLine['kind'], line: string) => string,
): string =>
  [
    `--- a/${printable(file)}`,
    `+++ b/${printable(file)}`,
    ...lines.map(({ kind, text }) => paint(kind, SIGNS[kind] + printable(text))),
  ].join('\n');

/** The diff as text, its lines as `paint` colors them. */
export const maskedDiffText = (
  diff: MaskedDiff,
  paint: (kind: DiffLine['kind'], line: string) => string = (_, line) => line,
): Redacted => rendered((inner: MaskedDiff) => `${textOf(inner, paint)}\n`, diff);

/** Lines of the older text that edits touch together, 1-based, and how many lines they become. */
interface Touched {
  readonly first: number;
  last: number;
  /** Lines that the edits add. */
  more: number;
}

const breaksIn = (text: string): number => text.split('\n').length - 1;

const touchedBy = (text: string, edits: readonly Edit[]): readonly Touched[] => {
  const lineOf = (offset: number): number => breaksIn(text.slice(0, offset)) + 1;
  const touched: Touched[] = [];
  for (const { span, text: written } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    const [first, last] = [lineOf(span.start), lineOf(span.end)];
    const more = breaksIn(written) - (last - first);
    const known = touched.at(-1);
    if (known === undefined || first > known.last) touched.push({ first, last, more });
    else {
      known.last = Math.max(known.last, last);
      known.more += more;
    }
  }
  return touched;
};

const edited = (text: string, edits: readonly Edit[]): string => {
  let [after, at] = ['', 0];
  for (const { span, text: written } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    after += text.slice(at, span.start) + written;
    at = span.end;
  }
  return after + text.slice(at);
};

/** Lines of one text, with their masked form. */
const shownIn = (text: string, file: string, kind: DiffLine['kind']): ((line: number) => Shown) => {
  const starts = startsOf(text);
  const mask = maskIn(text, file);
  return (line) => ({ kind, text: mask(line), raw: lineText(text, starts, line) });
};

/** Changed lines of one file, without context lines and with credentials masked. */
export const changedLines = (file: string, before: string, edits: readonly Edit[]): readonly DiffLine[] => {
  const touched = touchedBy(before, edits);
  const after = edited(before, edits);
  const old = shownIn(before, file, 'removed');
  const removed = touched.map(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, at) => old(first + at)),
  );
  const fresh = shownIn(after, file, 'added');
  let shift = 0;
  return touched.flatMap(({ first, last, more }, at): readonly DiffLine[] => {
    const start = first + shift;
    shift += more;
    const added = Array.from({ length: last - first + 1 + more }, (_, line) => fresh(start + line));
    return toldApart([...removed[at]!, ...added]);
  });
};
