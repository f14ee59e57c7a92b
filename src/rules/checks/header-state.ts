import { HOLE, entriesOf, flatten } from '../../model/index.ts';
import type { Gap, HeaderEntry, HeaderSet, Text } from '../../model/index.ts';

/** What one possible value of a header is worth: right, to be replaced, or not to be seen. */
export type Worth = 'good' | 'bad' | 'unknown';

/**
 * How a header set stands to a header that it needs. `bad`: entries have to be replaced. `absent`: it is missing for
 * sure, and `gap` is where it could be written. `unknown`: it may be there, or be right, for all that can be seen.
 */
export type HeaderState =
  | { readonly kind: 'good' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'bad'; readonly entries: readonly HeaderEntry[]; readonly value: string }
  | { readonly kind: 'absent'; readonly gap: Gap | undefined };

const worthOf = (values: readonly Text[] | undefined, judge: (value: string) => Worth): Worth => {
  if (values === undefined || values.length === 0) return 'unknown';
  const worths = new Set(values.map((value) => judge(flatten(value))));
  return worths.size === 1 ? [...worths][0]! : 'unknown';
};

const LOWER_CASE = /^[^A-Z]+$/;

/** A header's name in the letter case of its neighbours. */
export const nameLike = (header: string, { entries }: HeaderSet): string => {
  const lower = entries.length > 0 && entries.every(({ name }) => LOWER_CASE.test(name.value));
  return lower ? header.toLowerCase() : header;
};

/** The entries that may win: those from the last certain one on. */
export const candidates = (headers: HeaderSet, name: string): readonly HeaderEntry[] => {
  const entries = entriesOf(headers, name);
  const sure = entries.findLastIndex(({ certain }) => certain);
  return entries.slice(Math.max(0, sure));
};

/**
 * Whether the header set has a header of that name with a value that `judge` calls good. An entry under a condition
 * proves nothing by itself; one value that cannot be seen makes the whole unknown.
 */
export const stateOf = (headers: HeaderSet, name: string, judge: (value: string) => Worth): HeaderState => {
  const entries = candidates(headers, name);
  const last = entries.at(-1);
  if (last === undefined)
    return headers.complete ? { kind: 'absent', gap: headers.gap } : { kind: 'unknown' };
  const worths = new Set(entries.map(({ values }) => worthOf(values, judge)));
  if (worths.size > 1 || !entries[0]!.certain) return { kind: 'unknown' };
  const [worth] = worths;
  if (worth === 'bad') return { kind: 'bad', entries, value: flatten(last.values![0]!) };
  return { kind: worth === 'good' ? 'good' : 'unknown' };
};

/** True when nothing at all of a value can be seen that says what it is. */
export const isHidden = (value: string): boolean => value.includes(HOLE);
