import { UsageError } from '../model/index.ts';
import type { Finding, Redacted } from '../model/index.ts';
import { rendered } from '../redact/gate.ts';
import { redactDigest, redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import { identitiesOf } from '../report/identity.ts';

/** A known finding: one line of a baseline file, without line numbers, counts or texts of the scanned files. */
export interface BaselineEntry {
  readonly rule: Redacted;
  /** Path in the repository. */
  readonly file: Redacted;
  readonly place: Redacted;
}

const keyOf = ({ rule, file, place }: BaselineEntry): string => `${rule} ${place} ${file}`;

const HEADER =
  '# Known findings of migrate, one per line: rule, position, file. "migrate baseline" writes this file.\n' +
  '# Lines are sorted and independent of each other: "merge=union" in .gitattributes merges branches.\n';

const LINE = /^([a-z][a-z0-9-]*) ([0-9a-f]{32}) (".*"|\S[^]*)$/;

const lineOf = ({ rule, file, place }: BaselineEntry): string => {
  // oxlint-disable-next-line no-control-regex -- names that would break the line
  const name = /^["\s]|[\u0000-\u001F\u2028\u2029]|\s$/.test(file) ? JSON.stringify(file) : file;
  return `${rule} ${place} ${name}`;
};

/** Each entry once, in the order of a baseline file. */
const sorted = (entries: Iterable<BaselineEntry>): readonly BaselineEntry[] => {
  const order = (entry: BaselineEntry): string => [entry.file, entry.rule, entry.place].join('\u0000');
  const distinct = new Map(Array.from(entries, (entry) => [order(entry), entry]));
  return [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
};

/** The text of a baseline file. */
export const baselineText = (entries: readonly BaselineEntry[]): Redacted => rendered(textOf, entries);

const textOf = (entries: readonly BaselineEntry[]): string =>
  HEADER +
  sorted(entries)
    .map((entry) => `${lineOf(entry)}\n`)
    .join('');

const nameOf = (written: string): string | undefined => {
  if (!written.startsWith('"')) return written;
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
};

const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;

const entryIn = (line: string, number: number, file: string): BaselineEntry => {
  const [, rule, place, written] = LINE.exec(line) ?? [];
  const name = written === undefined ? undefined : nameOf(written);
  if (rule !== undefined && place !== undefined && name !== undefined)
    return { rule: redactText(rule), place: redactDigest(place), file: redactPath(name) };
  const why = CONFLICT.test(line)
    ? 'is left of a conflict: "migrate baseline" merges both sides and keeps what is still found'
    : 'is not a baseline entry: remove it, or name another file';
  throw new UsageError(`${file}: line ${number} ${why}.`);
};

/**
 * The entries of a baseline file, each once and in order: git may have joined two branches by taking the lines of both.
 * Throws UsageError for a line that is none; marks of a conflict are one unless both sides are wanted.
 */
export const parseBaseline = (
  text: string,
  file: string,
  conflicts: 'refused' | 'both sides' = 'refused',
): readonly BaselineEntry[] => {
  const entries: BaselineEntry[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (conflicts === 'both sides' && CONFLICT.test(line)) continue;
    entries.push(entryIn(line, index + 1, file));
  }
  return sorted(entries);
};

/** Comparison of a run with a baseline. */
export interface Compared {
  /** Findings that the baseline does not know. */
  readonly fresh: readonly Finding[];
  readonly known: number;
  /** Entries of scanned files without a matching finding. */
  readonly stale: readonly BaselineEntry[];
}

export interface Against {
  readonly entries: readonly BaselineEntry[];
  readonly inRepository: (file: string) => string;
  /** True for entries that the run would have reported again. */
  readonly inScope: (entry: BaselineEntry) => boolean;
  /** True for files that are still there; what moved with a renamed file stays known. */
  readonly exists: (file: string) => boolean;
}

/**
 * Compares findings with the baseline; each entry matches one finding. An entry of a deleted file matches a
 * finding of the same rule and position in a file that the baseline does not know: the file was renamed.
 */
export const compare = (
  findings: readonly Finding[],
  { entries, inRepository, inScope, exists }: Against,
): Compared => {
  const left = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const unmatched: { finding: Finding; entry: BaselineEntry }[] = [];
  for (const [index, entry] of identitiesOf(findings, inRepository).entries())
    if (!left.delete(keyOf(entry))) unmatched.push({ finding: findings[index]!, entry });
  const files = new Set(entries.map(({ file }) => file));
  const fresh = unmatched.filter(({ entry }) => {
    if (files.has(entry.file)) return true;
    const moved = [...left.values()].find(
      ({ rule, place, file }) => rule === entry.rule && place === entry.place && !exists(file),
    );
    return moved === undefined || !left.delete(keyOf(moved));
  });
  return {
    fresh: fresh.map(({ finding }) => finding),
    known: findings.length - fresh.length,
    stale: [...left.values()].filter(inScope),
  };
};
