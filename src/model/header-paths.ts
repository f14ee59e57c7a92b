import { entriesOf, type Arm, type HeaderEntry, type HeaderSet } from './headers.ts';
import { exactValue } from './text.ts';

/** Values sent under one name when the conditions on the way go one way. */
export type HeaderOnPath =
  | { readonly kind: 'absent' }
  /** One header, with one of the values of the entry. */
  | { readonly kind: 'sent'; readonly entry: HeaderEntry }
  /** Several values: two spellings that the client does not fold, or one appended to another. */
  | { readonly kind: 'repeated'; readonly entries: readonly HeaderEntry[] }
  /** Other headers may be sent; `entries` are the known ones. */
  | { readonly kind: 'unknown'; readonly entries: readonly HeaderEntry[] };

/** Most paths through the conditions of one header that are distinguished. */
const MAX_PATHS = 8;
/** Nor are more entries of one name. */
const MAX_ENTRIES = 100;

/** The arms an entry is under; one that is uncertain for a reason of its own is under a condition of its own. */
const armsOf = (entry: HeaderEntry, index: number): readonly Arm[] => {
  if (entry.when !== undefined && entry.when.length > 0) return entry.when;
  return entry.certain ? [] : [{ of: -1 - index, arm: 0, arms: 2 }];
};

type Choice = ReadonlyMap<number, number>;

/** Each way that the conditions may go together; `undefined` where there are too many. */
const choicesOf = (arms: readonly Arm[]): readonly Choice[] | undefined => {
  const conditions = new Map(arms.map(({ of, arms: count }) => [of, count]));
  let choices: readonly Choice[] = [new Map()];
  for (const [of, count] of conditions) {
    if (choices.length * count > MAX_PATHS) return undefined;
    choices = choices.flatMap((choice) =>
      Array.from({ length: count }, (_, arm) => new Map([...choice, [of, arm]])),
    );
  }
  return choices;
};

const layerOf = ({ layer = 0 }: HeaderEntry): number => layer;

/** True when `later` replaces `entry`. */
const replaces = (later: HeaderEntry, entry: HeaderEntry, { spellings }: HeaderSet): boolean => {
  if (later.by === 'append' || (later.by === 'add' && layerOf(later) === layerOf(entry))) return false;
  if (
    later.by === 'set' ||
    later.by === 'remove' ||
    spellings === 'fold' ||
    layerOf(later) !== layerOf(entry)
  )
    return true;
  return later.name.value === entry.name.value;
};

/** The entries of a name without those that are overwritten on all paths. */
const lasting = (all: readonly HeaderEntry[], headers: HeaderSet): readonly HeaderEntry[] =>
  all.filter(
    (entry, at) => !all.slice(at + 1).some((later) => later.certain && replaces(later, entry, headers)),
  );

/** True for an `Accept` that the client replaces by its own. */
const isReplaced = ({ name }: HeaderEntry, { lowerAccept }: HeaderSet): boolean =>
  lowerAccept === true && name.value !== 'accept' && name.value.toLowerCase() === 'accept';

const outcomeOf = (standing: readonly HeaderEntry[], headers: HeaderSet): HeaderOnPath => {
  const [only, ...others] = standing;
  if (only === undefined) return headers.complete ? { kind: 'absent' } : { kind: 'unknown', entries: [] };
  if (standing.some((entry) => entry.open === true || isReplaced(entry, headers)))
    return { kind: 'unknown', entries: standing };
  return others.length === 0 ? { kind: 'sent', entry: only } : { kind: 'repeated', entries: standing };
};

/** Values that a header set sends under one name (compared without letter case), once for each path of conditions. */
export const headerOnPaths = (headers: HeaderSet, name: string): readonly HeaderOnPath[] => {
  const all = entriesOf(headers, name);
  if (all.length === 0) return [outcomeOf(all, headers)];
  if (all.length > MAX_ENTRIES) return [{ kind: 'unknown', entries: all.slice(-MAX_PATHS) }];
  const entries = lasting(all, headers);
  const arms = entries.map(armsOf);
  const choices = choicesOf(arms.flat());
  if (choices === undefined) return [{ kind: 'unknown', entries }];
  return choices.map((choice) => {
    const taken = entries.filter((_, at) => arms[at]!.every(({ of, arm }) => choice.get(of) === arm));
    const standing = taken.reduce<readonly HeaderEntry[]>(
      (all, entry) => [...all.filter((other) => !replaces(entry, other, headers)), entry],
      [],
    );
    return outcomeOf(
      standing.filter(({ by }) => by !== 'remove'),
      headers,
    );
  });
};

/**
 * All possible values of a header, if exactly one of that name is sent on every path and its values are
 * known; else `undefined`.
 */
export const sentOnAllPaths = (headers: HeaderSet, name: string): readonly string[] | undefined => {
  const values: string[] = [];
  for (const path of headerOnPaths(headers, name)) {
    const texts = path.kind === 'sent' ? (path.entry.values ?? []) : [];
    const exact = texts.flatMap((text) => exactValue(text) ?? []);
    if (exact.length === 0 || exact.length < texts.length) return undefined;
    values.push(...exact);
  }
  return [...new Set(values)];
};
