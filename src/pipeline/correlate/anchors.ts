import { contains, slotsOf } from '../../model/index.ts';
import type { Fact, Finding, Place } from '../../model/index.ts';
import type { Site } from './sites.ts';

/** Location that may contain findings, with the call sites whose calls it is part of. */
export interface Anchor extends Place {
  readonly sites: Set<Site>;
}

const placesOf = (site: Site): readonly Place[] => {
  const { request } = site.call;
  return [
    site,
    request,
    request.headersAt,
    ...(request.body ? [request.body] : []),
    ...site.call.located.flatMap(({ text }) => slotsOf(text)),
  ];
};

/** An outer span before those inside it. */
const outerFirst = (a: Place, b: Place): number => a.span.start - b.span.start || b.span.end - a.span.end;

/** The spans of each file, an outer one before those inside it. */
class Anchors {
  private readonly byFile = new Map<string, Map<string, Anchor>>();

  add({ file, span }: Place, site: Site): void {
    const own = this.byFile.get(file) ?? new Map<string, Anchor>();
    this.byFile.set(file, own);
    const key = `${span.start}:${span.end}`;
    const anchor = own.get(key) ?? { file, span, sites: new Set() };
    own.set(key, anchor);
    anchor.sites.add(site);
  }

  in(file: string): readonly Anchor[] {
    return [...(this.byFile.get(file)?.values() ?? [])].toSorted(outerFirst);
  }
}

/** Positions at which findings about the calls of sites may be. */
export const anchorsOf = (callSites: readonly Site[], facts: readonly Fact[]): Anchors => {
  const anchors = new Anchors();
  const bySender = new Map<string, Site>();
  for (const site of callSites) {
    for (const place of placesOf(site)) anchors.add(place, site);
    bySender.set(site.call.request.id, site);
  }
  for (const fact of facts) {
    const site = fact.kind === 'read' && fact.request !== undefined ? bySender.get(fact.request) : undefined;
    if (fact.kind !== 'read' || site === undefined) continue;
    for (const place of [fact, ...fact.path.flatMap(({ slot }) => slot ?? [])]) anchors.add(place, site);
  }
  return anchors;
};

/** The innermost anchor around each finding of one file. */
export const enclosingAnchors = (
  findings: readonly Finding[],
  anchors: readonly Anchor[],
): ReadonlyMap<Finding, Anchor> => {
  const found = new Map<Finding, Anchor>();
  const open: Anchor[] = [];
  let next = 0;
  for (const finding of findings.toSorted(outerFirst)) {
    const { start } = finding.span;
    for (; next < anchors.length && anchors[next]!.span.start <= start; next++) {
      while (open.length > 0 && open.at(-1)!.span.end < anchors[next]!.span.start) open.pop();
      open.push(anchors[next]!);
    }
    const anchor = open.findLast(({ span }) => contains(span, finding.span));
    if (anchor !== undefined) found.set(finding, anchor);
  }
  return found;
};
