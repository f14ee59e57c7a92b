import type { Fact, Place, RequestFact } from '../../../model/index.ts';
import { entriesOf, isInside } from '../../../model/index.ts';
import { nodesOf } from '../syntax/nodes.ts';
import type { ts } from '../syntax/tree.ts';
import { placeOf } from '../syntax/slots.ts';
import { rawText } from '../syntax/literals.ts';

const VENDOR = /\bvnd\.\w/;

/** The vendor media types that a file writes. */
export const mediaTypesIn = (file: ts.SourceFile): readonly Place[] =>
  file.text.includes('vnd.')
    ? nodesOf(file)
        .texts.filter((node) => VENDOR.test(rawText(node)))
        .map((node) => placeOf(node))
    : [];

/** Where the values of the headers of requests are written. */
const writtenHeaders = (requests: readonly RequestFact[]): readonly Place[] =>
  requests.flatMap(({ headers }) =>
    headers.entries.flatMap(({ values = [] }) =>
      values.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'known' ? [part.slot] : []))),
    ),
  );

/**
 * Marks the headers of heuristic requests as incomplete, since a client may add some of its own: where its project
 * writes a vendor media type that no request is seen to send, none is missing.
 */
export const withHiddenHeaders = (
  facts: readonly Fact[],
  mediaTypes: readonly Place[],
  projectOf: (file: string) => string,
): readonly Fact[] => {
  const requests = facts.filter((fact) => fact.kind === 'request');
  if (mediaTypes.length === 0 || !requests.some(({ presumed }) => presumed === true)) return facts;
  const sent = writtenHeaders(requests);
  const loose = mediaTypes.filter((place) => !sent.some((slot) => isInside(place, slot)));
  const projects = new Set(loose.map(({ file }) => projectOf(file)));
  const mayAdd = (fact: Fact): fact is RequestFact =>
    fact.kind === 'request' &&
    fact.presumed === true &&
    entriesOf(fact.headers, 'accept').length === 0 &&
    projects.has(projectOf(fact.file));
  return facts.map((fact) =>
    mayAdd(fact) ? { ...fact, headers: { ...fact.headers, complete: false } } : fact,
  );
};
