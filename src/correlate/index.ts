import type { Call, Located } from '../checks/view.ts';
import type { CallEvidence, CallSite, Unclaimed } from '../model/index.ts';
import { Buckets } from './buckets.ts';
import { count, later, placeOf, sightingsIn, timesOf } from './sightings.ts';
import type { Bucket } from './sightings.ts';
import { byPlace, sitesIn } from './sites.ts';
import type { Site } from './sites.ts';

/** Recorded calls, each with the sites that may have made it. */
export interface Correlation extends CallEvidence {
  readonly callSites: readonly Site[];
  readonly bucketsOf: ReadonlyMap<Site, readonly Bucket[]>;
  /** By the `id` of the recorded request. */
  readonly bucketOf: ReadonlyMap<string, Bucket>;
}

const unclaimed = (calls: readonly (readonly [Call, Located])[]): readonly Unclaimed[] => {
  const rows = new Map<string, Unclaimed>();
  for (const [call, { identity }] of calls) {
    const times = timesOf(call);
    const { method } = call.request;
    const { operation } = identity;
    const key = [call.request.file, method, operation].join('\n');
    const known = rows.get(key) ?? { ...placeOf(call), method, operation, count: 0, last: undefined };
    rows.set(key, {
      ...known,
      count: known.count + times.count,
      last: later(known.last, times.last),
    });
  }
  return [...rows.values()];
};

const bucketsBySite = (buckets: Iterable<Bucket>): ReadonlyMap<Site, readonly Bucket[]> => {
  const bySite = new Map<Site, Bucket[]>();
  for (const bucket of buckets) {
    for (const site of bucket.sites) {
      const known = bySite.get(site);
      if (known === undefined) bySite.set(site, [bucket]);
      else known.push(bucket);
    }
  }
  return bySite;
};

const siteEvidence = (site: Site, buckets: readonly Bucket[]): CallSite => ({
  file: site.file,
  span: site.span,
  method: site.call.request.method,
  operation: site.operation,
  seen: sightingsIn(buckets, (sites) => sites.length === 1),
});

/**
 * Matches recorded calls to the places that make such calls: by the part of the service, method and path, and where
 * several places are left by what they surely send (headers, query, members of the body). A call that several places
 * may have made counts for each of them, as shared.
 */
export const correlate = (calls: readonly Call[]): Correlation => {
  const index = sitesIn(calls);
  const buckets = new Buckets(index);
  const bucketOf = new Map<string, Bucket>();
  const elsewhere: (readonly [Call, Located])[] = [];
  const recorded = calls.filter(({ request }) => request.origin === 'recording');
  for (const call of recorded.toSorted((a, b) => byPlace(a.request, b.request))) {
    const [located] = call.located;
    if (located === undefined) continue;
    const bucket = buckets.of(call, located);
    if (bucket === undefined) {
      elsewhere.push([call, located]);
      continue;
    }
    count(bucket, call);
    bucketOf.set(call.request.id, bucket);
  }
  const bucketsOf = bucketsBySite(buckets.all());
  return {
    sites: index.sites.map((site) => siteEvidence(site, bucketsOf.get(site) ?? [])),
    elsewhere: unclaimed(elsewhere),
    callSites: index.sites,
    bucketsOf,
    bucketOf,
  };
};
