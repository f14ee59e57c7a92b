import { entriesOf, HOLE, flatten, headerOnPaths } from '../../model/index.ts';
import type { InsertionPoint, HeaderEntry, HeaderOnPath, HeaderSet } from '../../model/index.ts';

/** State of one possible value of a header: valid, to be replaced, or unknown. */
export type Worth = 'good' | 'bad' | 'unknown';

/**
 * State of a required header in a header set. `absent`: missing on all paths, `gap` is where to insert it.
 * `bad`: every path has a value to be replaced; with several paths `under` is a conditional entry. `partly`:
 * not the same on all paths: missing, wrong or valid. `unknown`: it may be present and valid.
 */
export type HeaderState =
  | { readonly kind: 'good' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'absent'; readonly gap: InsertionPoint | undefined }
  | {
      readonly kind: 'bad';
      readonly entries: readonly HeaderEntry[];
      readonly value: string;
      readonly under: HeaderEntry | undefined;
    }
  | {
      readonly kind: 'partly';
      /** True where a path has a valid one. */
      readonly valid: boolean;
      /** Insertion point for the paths without it; `none` where each path has one. */
      readonly gap: InsertionPoint | undefined | 'none';
      readonly entries: readonly HeaderEntry[];
      readonly under: HeaderEntry;
    };

const LOWER_CASE = /^[^A-Z]+$/;

/** A header's name in the letter case of its neighbors. */
export const nameLike = (header: string, { entries }: HeaderSet): string => {
  const lower = entries.length > 0 && entries.every(({ name }) => LOWER_CASE.test(name.value));
  return lower ? header.toLowerCase() : header;
};

const entriesOn = (path: HeaderOnPath): readonly HeaderEntry[] => {
  if (path.kind === 'absent') return [];
  return path.kind === 'sent' ? [path.entry] : path.entries;
};

/** The entries of a name that are sent on some path. */
export const sentEntries = (headers: HeaderSet, name: string): readonly HeaderEntry[] => [
  ...new Set(headerOnPaths(headers, name).flatMap(entriesOn)),
];

/** Insertion point of the header; none if it would be removed again later. */
const gapThatKeeps = (headers: HeaderSet, name: string): InsertionPoint | undefined => {
  const removals = entriesOf(headers, name).filter(({ by }) => by === 'remove');
  if (removals.length === 0 && headers.taken?.includes(name.toLowerCase()) !== true) return headers.gap;
  // What a hook takes away it takes from the call as well.
  const last = Math.max(0, ...headers.entries.map(({ layer = 0 }) => layer));
  return removals.some(({ layer = 0 }) => layer > 0 && layer === last) ? undefined : headers.atCall;
};

type PathWorth = Worth | 'absent';

/** Worth of the values that may be sent on one path: one for each arm. */
const worthsOf = (path: HeaderOnPath, judge: (value: string) => Worth): readonly PathWorth[] => {
  if (path.kind === 'absent') return ['absent'];
  if (path.kind !== 'sent') return ['unknown'];
  const values = path.entry.values ?? [];
  return values.length === 0 ? ['unknown'] : values.map((value) => judge(flatten(value)));
};

/** True where it cannot be determined from here which requests take which path. */
export const followsAddress = ({ when = [] }: HeaderEntry): boolean =>
  when.some(({ asksAddress }) => asksAddress === true);

/** The entry whose condition, or whose choice of values, makes several paths of one. */
const conditionIn = (entries: readonly HeaderEntry[]): HeaderEntry | undefined =>
  entries.find(({ certain, values = [] }) => !certain || values.length > 1);

/**
 * State of the header of that name over all conditional paths, with `judge` for each value. One unknown value
 * makes the state unknown.
 */
export const stateOf = (headers: HeaderSet, name: string, judge: (value: string) => Worth): HeaderState => {
  const worths = new Set(headerOnPaths(headers, name).flatMap((path) => worthsOf(path, judge)));
  if (worths.has('unknown')) return { kind: 'unknown' };
  const entries = sentEntries(headers, name);
  const under = conditionIn(entries);
  if (worths.size > 1) {
    if (under === undefined || entries.some(followsAddress)) return { kind: 'unknown' };
    // At the call it comes behind all that is written before, or taken away.
    return {
      kind: 'partly',
      valid: worths.has('good'),
      gap: worths.has('absent') ? (headers.atCall ?? headers.gap) : 'none',
      entries,
      under,
    };
  }
  if (worths.has('absent')) return { kind: 'absent', gap: gapThatKeeps(headers, name) };
  if (worths.has('good')) return { kind: 'good' };
  return { kind: 'bad', entries, value: flatten(entries.at(-1)!.values![0]!), under };
};

/** True when no part of a value is known that identifies its media type. */
export const isHidden = (value: string): boolean => value.includes(HOLE);
