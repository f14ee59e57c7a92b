import { groupBy } from '../model/index.ts';
import type { Place, Signature } from '../model/index.ts';
import { compareRequests } from './compare-requests.ts';
import type { EditSet } from './edit-set.ts';

/** A request that is not the same call, migrated or not, after edits. */
export interface Doubt {
  readonly kind: 'unknown' | 'broken';
  /** A sentence about the request. */
  readonly why: string;
  /** Position of the request, in the texts before the edits. */
  readonly at: Place;
  /** Positions of the request's parts before the edits; none for a new request. */
  readonly made: readonly Place[];
}

type Sites = readonly (readonly [file: string, start: number])[];

const keyOf = (sites: Sites): string => sites.map(([file, start]) => `${file}:${start}`).join('<');

const ownKey = ({ sites }: Signature): string =>
  keyOf(sites.map(({ file, span }) => [file, span.start] as const));

const grouped = (all: readonly Signature[]): Map<string, Signature[]> => groupBy(all, ownKey);

/**
 * Possible positions of a request's call sites after the edits: before or after a text inserted at the same
 * position.
 */
const keysAfter = ({ sites }: Signature, edits: EditSet): readonly string[] => {
  const starts = sites.map((site) => edits.startsAfter(site));
  const paths = [0, 1].map((end) =>
    keyOf(sites.map(({ file }, at) => [file, starts[at]!.at(-end) ?? starts[at]![0]!] as const)),
  );
  return [...new Set(paths)];
};

const APPEARS = 'A new request would appear.';
const VANISHES = 'The request would no longer be sent, or not from here.';

const doubtsAbout = (
  before: readonly Signature[],
  after: readonly Signature[] | undefined,
): readonly Doubt[] => {
  const at = before[0]!.sites[0]!;
  if (after?.length !== before.length) {
    const why = after === undefined || after.length < before.length ? VANISHES : APPEARS;
    return [{ kind: 'broken', why, at, made: before.flatMap(({ made }) => made) }];
  }
  return before.flatMap((signature, index) => {
    const verdict = compareRequests(signature, after[index]!);
    const isDoubt = verdict.kind === 'unknown' || verdict.kind === 'broken';
    return isDoubt ? [{ ...verdict, at: signature.sites[0]!, made: signature.made }] : [];
  });
};

/**
 * Pairs the requests of two scans by their call sites, across the edits, and returns a doubt for each that is
 * neither the same nor migrated, lost or new.
 */
export const doubtsBetween = (
  before: readonly Signature[],
  after: readonly Signature[],
  edits: EditSet,
): readonly Doubt[] => {
  const left = grouped(after);
  const doubts = [...grouped(before).values()].flatMap((group) => {
    const key = keysAfter(group[0]!, edits).find((each) => left.has(each));
    const found = key === undefined ? undefined : left.get(key);
    if (key !== undefined) left.delete(key);
    return doubtsAbout(group, found);
  });
  const fresh = [...left.values()].map(([first]): Doubt => ({
    kind: 'broken',
    why: APPEARS,
    at: first!.sites[0]!,
    made: [],
  }));
  return [...doubts, ...fresh];
};
