import type { ApiCall, ResolvedUrl } from '../../rules/checks/fact-index.ts';
import { addTo, laterOf } from '../../model/index.ts';
import type { CallEvidence, CallSite, UnmatchedCalls } from '../../model/index.ts';
import { MatchGroups } from './match-groups.ts';
import { count, recordedPlaceOf, countsIn, timesOf } from './recorded-counts.ts';
import type { MatchGroup } from './recorded-counts.ts';
import { byPlace, sitesIn } from './sites.ts';
import type { Site, SiteIndex } from './sites.ts';

/** Recorded calls, each with the sites that may have made it. */
export interface Correlation extends CallEvidence {
  readonly callSites: readonly Site[];
  readonly bucketsOf: ReadonlyMap<Site, readonly MatchGroup[]>;
  /** Call sites by the `id` of the recorded request, for remembered ones; `undefined` where no site makes the call. */
  readonly bucketOf: ReadonlyMap<string, MatchGroup | undefined>;
}

const bucketsBySite = (buckets: Iterable<MatchGroup>): ReadonlyMap<Site, readonly MatchGroup[]> => {
  const bySite = new Map<Site, MatchGroup[]>();
  for (const bucket of buckets) {
    for (const site of bucket.sites) addTo(bySite, site, bucket);
  }
  return bySite;
};

const siteEvidence = (site: Site, buckets: readonly MatchGroup[]): CallSite => ({
  file: site.file,
  span: site.span,
  method: site.call.request.method,
  operation: site.operation,
  seen: countsIn(buckets, (sites) => sites.length === 1),
});

/** Adds a recorded call to the unmatched calls of its operation; the position is that of the first. */
const withCall = (
  row: UnmatchedCalls | undefined,
  call: ApiCall,
  { identity }: ResolvedUrl,
): UnmatchedCalls => {
  const times = timesOf(call);
  const place = recordedPlaceOf(call);
  const { method } = call.request;
  const first = row === undefined || byPlace(place, row) < 0 ? place : row;
  return {
    file: first.file,
    span: first.span,
    exchange: first.exchange,
    method,
    operation: identity.operation,
    count: (row?.count ?? 0) + times.count,
    last: laterOf(row?.last, times.last),
  };
};

/**
 * Matches recorded calls to call sites: by API, method and path, then by what each site certainly sends
 * (headers, query, members of the body). A call with several possible sites counts for each of them, as
 * shared. State: counts only, no calls.
 */
export class Correlator {
  private readonly index: SiteIndex;
  private readonly buckets: MatchGroups;
  private readonly bucketOf = new Map<string, MatchGroup | undefined>();
  private readonly elsewhere = new Map<string, UnmatchedCalls>();

  /** `calls`: those of code and collections; recorded ones among them are passed over. */
  constructor(calls: readonly ApiCall[]) {
    this.index = sitesIn(calls);
    this.buckets = new MatchGroups(this.index);
  }

  /** Counts a recorded call of the API; `remember` keeps it for a finding that needs its sites later. */
  see(call: ApiCall, remember: boolean): void {
    const [located] = call.located;
    if (call.request.origin !== 'recording' || located === undefined) return;
    const bucket = this.buckets.of(call, located);
    if (bucket === undefined) this.unclaimed(call, located);
    else count(bucket, call);
    if (remember) this.bucketOf.set(call.request.id, bucket);
  }

  /** Counts of the calls so far. */
  result(): Correlation {
    const bucketsOf = bucketsBySite(this.buckets.all());
    return {
      sites: this.index.sites.map((site) => siteEvidence(site, bucketsOf.get(site) ?? [])),
      elsewhere: [...this.elsewhere.values()].toSorted(byPlace),
      callSites: this.index.sites,
      bucketsOf,
      bucketOf: this.bucketOf,
    };
  }

  private unclaimed(call: ApiCall, located: ResolvedUrl): void {
    const key = [call.request.file, call.request.method, located.identity.operation].join('\n');
    this.elsewhere.set(key, withCall(this.elsewhere.get(key), call, located));
  }
}
