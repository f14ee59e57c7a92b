import { groupBy } from '../../model/index.ts';
import type { Fact, Finding, FindingEvidence } from '../../model/index.ts';
import { anchorsOf, enclosingAnchors } from './anchors.ts';
import type { Anchor } from './anchors.ts';
import type { Correlation } from './index.ts';
import { countsIn } from './recorded-counts.ts';
import type { MatchGroup } from './recorded-counts.ts';
import { byPlace } from './sites.ts';
import type { Site } from './sites.ts';

const MAX_SITES = 10;

const seenAt = ({ sites }: Anchor, { bucketsOf }: Correlation): FindingEvidence => {
  const buckets = new Set<MatchGroup>([...sites].flatMap((site) => bucketsOf.get(site) ?? []));
  return { seen: countsIn(buckets, (makers) => makers.every((site) => sites.has(site))) };
};

/** The sites of a bucket, worked out once: findings in recordings say the same over and over. */
const makersIn = (seenWhole: boolean, sites: readonly Site[]): FindingEvidence => {
  const certainty = seenWhole && sites.length === 1 ? 'certain' : 'likely';
  const places = sites.map(({ file, span }) => ({ file, span, certainty }) as const);
  return { sites: places.toSorted(byPlace).slice(0, MAX_SITES) };
};

const NOBODY = makersIn(true, []);

const makers = ({
  bucketOf,
  callSites,
}: Correlation): ((finding: Finding) => FindingEvidence | undefined) => {
  const known = new Map<MatchGroup, FindingEvidence>();
  return ({ file, exchange }) => {
    const id = `${file}#${exchange}`;
    if (callSites.length === 0 || !bucketOf.has(id)) return undefined;
    const bucket = bucketOf.get(id);
    if (bucket === undefined) return NOBODY;
    const evidence = known.get(bucket) ?? makersIn(bucket.seenWhole, bucket.sites);
    known.set(bucket, evidence);
    return evidence;
  };
};

/**
 * Evidence from recordings for findings: of those about code how often the calls that they are about were seen, of
 * those in recordings which call sites of the tree may have made the call.
 */
export const evidenceOf = (
  findings: readonly Finding[],
  correlation: Correlation,
  facts: readonly Fact[],
): ReadonlyMap<Finding, FindingEvidence> => {
  const anchors = anchorsOf(correlation.callSites, facts);
  const makersOf = makers(correlation);
  const evidence = new Map<Finding, FindingEvidence>();
  const seen = new Map<Anchor, FindingEvidence>();
  for (const finding of findings) {
    const made = finding.exchange === undefined ? undefined : makersOf(finding);
    if (made !== undefined) evidence.set(finding, made);
  }
  const written = findings.filter(({ exchange }) => exchange === undefined);
  for (const [file, own] of groupBy(written, ({ file }) => file)) {
    for (const [finding, anchor] of enclosingAnchors(own, anchors.in(file))) {
      const known = seen.get(anchor) ?? seenAt(anchor, correlation);
      seen.set(anchor, known);
      evidence.set(finding, known);
    }
  }
  return evidence;
};
