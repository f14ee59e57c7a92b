import type { Call, Located } from '../checks/view.ts';
import type { PathMatches } from './path-match.ts';
import { mayBeFrom } from './possible.ts';
import type { Bucket } from './sightings.ts';
import { matchesOf, rootKey } from './sites.ts';
import type { Alike, Site, SiteIndex } from './sites.ts';
import { traitsOf } from './traits.ts';
import type { Traits } from './traits.ts';

const isCode = ({ call }: Site): boolean => call.request.origin !== 'collection';

const holdsCode = ({ members }: Alike): boolean => members.some(({ site }) => isCode(site));

/** Source code makes calls before collections do, and an address that is seen before one that is seen in part. */
const groupsIn = ({ whole, open }: PathMatches<Alike>): readonly Alike[] => {
  for (const groups of [whole.filter(holdsCode), open.filter(holdsCode), whole])
    if (groups.length > 0) return groups;
  return open;
};

const candidatesIn = (groups: readonly Alike[], seen: Traits): readonly Site[] => {
  const all = groups.flatMap(({ members }) => members);
  const code = all.filter(({ site }) => isCode(site));
  const members = code.length > 0 ? code : all;
  const likely = members.length > 1 ? members.filter(({ traits }) => mayBeFrom(traits, seen)) : members;
  return [...new Set((likely.length > 0 ? likely : members).map(({ site }) => site))];
};

/** Finds buckets; what was asked once is remembered, since recordings say the same over and over. */
export class Buckets {
  private readonly index: SiteIndex;
  private readonly groups = new Map<string, readonly Alike[]>();
  private readonly numbers = new Map<Alike, number>();
  private readonly buckets = new Map<string, Bucket>();

  constructor(index: SiteIndex) {
    this.index = index;
  }

  of(call: Call, located: Located): Bucket | undefined {
    const groups = this.groupsOf(located, call.request.method);
    if (groups.length === 0) return undefined;
    const seen = traitsOf(call.request, located.address.query);
    const key = `${groups.map((group) => this.numberOf(group)).join()} ${JSON.stringify(seen)}`;
    const known = this.buckets.get(key);
    if (known !== undefined) return known;
    const bucket: Bucket = {
      sites: candidatesIn(groups, seen),
      seenWhole: groups.every(({ open }) => !open),
      count: 0,
      last: undefined,
      places: [],
    };
    this.buckets.set(key, bucket);
    return bucket;
  }

  all(): Iterable<Bucket> {
    return this.buckets.values();
  }

  private groupsOf(located: Located, method: string | undefined): readonly Alike[] {
    const key = `${method} ${rootKey(located)} ${located.address.path}`;
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    const groups = groupsIn(matchesOf(this.index, located, method));
    this.groups.set(key, groups);
    return groups;
  }

  private numberOf(group: Alike): number {
    const number = this.numbers.get(group) ?? this.numbers.size;
    this.numbers.set(group, number);
    return number;
  }
}
