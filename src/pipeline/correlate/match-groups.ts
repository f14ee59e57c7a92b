import type { ApiCall, ResolvedUrl } from '../../rules/checks/fact-index.ts';
import type { PathMatches } from './path-match.ts';
import type { MatchGroup } from './recorded-counts.ts';
import { matchesOf, rootKey } from './sites.ts';
import type { IndistinguishableSites, Site, SiteIndex } from './sites.ts';
import { discriminatorsOf } from './discriminators.ts';
import type { Discriminators } from './discriminators.ts';

const within = (inner: readonly string[], outer: readonly string[] | undefined): boolean => {
  if (outer === undefined || inner.length === 0) return true;
  const names = new Set(outer);
  return inner.every((name) => names.has(name));
};

const sameBody = (site: Discriminators, seen: Discriminators): boolean => {
  if (site.hasBody !== undefined && seen.hasBody !== undefined && site.hasBody !== seen.hasBody) return false;
  if (site.keys === undefined || seen.keys === undefined) return true;
  return within(site.keys, seen.keys) && (!site.allKeys || within(seen.keys, site.keys));
};

/**
 * True when a recorded call may come from a call site: it has everything that the site certainly sends. What
 * a client adds by itself excludes no site.
 */
const mayBeFrom = (site: Discriminators, seen: Discriminators): boolean =>
  within(site.headers ?? [], seen.headers) &&
  (site.accepts === undefined || within(seen.accepts ?? [], site.accepts)) &&
  within(site.query, seen.query) &&
  sameBody(site, seen);

const isCode = ({ call }: Site): boolean => call.request.origin !== 'collection';

const holdsCode = ({ members }: IndistinguishableSites): boolean => members.some(({ site }) => isCode(site));

/** Source code makes calls before collections do, and a URL that is seen before one that is seen in part. */
const groupsIn = ({
  whole,
  open,
}: PathMatches<IndistinguishableSites>): readonly IndistinguishableSites[] => {
  for (const groups of [whole.filter(holdsCode), open.filter(holdsCode), whole])
    if (groups.length > 0) return groups;
  return open;
};

const candidatesIn = (groups: readonly IndistinguishableSites[], seen: Discriminators): readonly Site[] => {
  const all = groups.flatMap(({ members }) => members);
  const code = all.filter(({ site }) => isCode(site));
  const members = code.length > 0 ? code : all;
  const likely = members.length > 1 ? members.filter(({ traits }) => mayBeFrom(traits, seen)) : members;
  return [...new Set((likely.length > 0 ? likely : members).map(({ site }) => site))];
};

/** Limit of cached results: recordings contain any number of paths. */
const MAX_KNOWN = 10_000;

const remember = <T>(known: Map<string, T>, key: string, value: T): T => {
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, value);
  return value;
};

/** Finds buckets; recent lookups are cached, since recordings repeat the same calls. */
export class MatchGroups {
  private readonly index: SiteIndex;
  private readonly groups = new Map<string, readonly IndistinguishableSites[]>();
  private readonly asked = new Map<string, MatchGroup>();
  private readonly numbers = new Map<object, number>();
  /** One for each set of sites that calls may come from. */
  private readonly buckets = new Map<string, MatchGroup>();

  constructor(index: SiteIndex) {
    this.index = index;
  }

  of(call: ApiCall, located: ResolvedUrl): MatchGroup | undefined {
    const groups = this.groupsOf(located, call.request.method);
    if (groups.length === 0) return undefined;
    const seen = discriminatorsOf(call.request, located.address.query);
    const key = `${this.numbersOf(groups)} ${JSON.stringify(seen)}`;
    return this.asked.get(key) ?? remember(this.asked, key, this.bucketFor(groups, seen));
  }

  all(): Iterable<MatchGroup> {
    return this.buckets.values();
  }

  private bucketFor(groups: readonly IndistinguishableSites[], seen: Discriminators): MatchGroup {
    const sites = candidatesIn(groups, seen);
    const seenWhole = groups.every(({ open }) => !open);
    const key = `${this.numbersOf(sites)} ${seenWhole}`;
    const bucket = this.buckets.get(key) ?? { sites, seenWhole, count: 0, last: undefined, places: [] };
    this.buckets.set(key, bucket);
    return bucket;
  }

  private groupsOf(located: ResolvedUrl, method: string | undefined): readonly IndistinguishableSites[] {
    const key = `${method} ${rootKey(located)} ${located.address.path}`;
    return (
      this.groups.get(key) ?? remember(this.groups, key, groupsIn(matchesOf(this.index, located, method)))
    );
  }

  /** Names objects by when they were first met. */
  private numbersOf(all: readonly object[]): string {
    const numberOf = (one: object): number => {
      const number = this.numbers.get(one) ?? this.numbers.size;
      this.numbers.set(one, number);
      return number;
    };
    return all.map(numberOf).join();
  }
}
