import type { View } from '../checks/view.ts';
import type { Fact, Finding, FindingEvidence } from '../model/index.ts';
import { anchorsOf, around } from './anchors.ts';
import type { Anchor } from './anchors.ts';
import type { Correlation } from './index.ts';
import { sightingsIn } from './sightings.ts';
import type { Bucket } from './sightings.ts';
import { byPlace } from './sites.ts';

const MOST_SITES = 10;

const seenAt = ({ sites }: Anchor, { bucketsOf }: Correlation): FindingEvidence => {
  const buckets = new Set<Bucket>([...sites].flatMap((site) => bucketsOf.get(site) ?? []));
  return { seen: sightingsIn(buckets, (makers) => makers.every((site) => sites.has(site))) };
};

const madeBy = (
  finding: Finding,
  { bucketOf, callSites }: Correlation,
  view: View,
): FindingEvidence | undefined => {
  const id = `${finding.file}#${finding.exchange}`;
  const call = view.callOf(id);
  if (call === undefined || call.located.length === 0 || callSites.length === 0) return undefined;
  const { sites = [], seenWhole = true } = bucketOf.get(id) ?? {};
  const certainty = seenWhole && sites.length === 1 ? 'certain' : 'likely';
  const places = sites.map(({ file, span }) => ({ file, span, certainty }) as const);
  return { sites: places.toSorted(byPlace).slice(0, MOST_SITES) };
};

const byFile = (findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> => {
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const own = files.get(finding.file);
    if (own === undefined) files.set(finding.file, [finding]);
    else own.push(finding);
  }
  return files;
};

/**
 * What recordings tell of findings: of those about code how often the calls that they are about were seen, of those in
 * recordings which places of the tree may have made the call.
 */
export const evidenceOf = (
  findings: readonly Finding[],
  correlation: Correlation,
  facts: readonly Fact[],
  view: View,
): ReadonlyMap<Finding, FindingEvidence> => {
  const anchors = anchorsOf(correlation.callSites, facts);
  const evidence = new Map<Finding, FindingEvidence>();
  const seen = new Map<Anchor, FindingEvidence>();
  for (const [file, own] of byFile(findings)) {
    if (view.originOf(file) === 'recording') {
      for (const finding of own) {
        const made = finding.exchange === undefined ? undefined : madeBy(finding, correlation, view);
        if (made !== undefined) evidence.set(finding, made);
      }
      continue;
    }
    for (const [finding, anchor] of around(own, anchors.in(file))) {
      const known = seen.get(anchor) ?? seenAt(anchor, correlation);
      seen.set(anchor, known);
      evidence.set(finding, known);
    }
  }
  return evidence;
};
