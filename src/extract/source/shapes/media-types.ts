import type { Fact, Place, RequestFact } from '../../../model/index.ts';
import { entriesOf, isInside, slotsOf } from '../../../model/index.ts';
import { nodesOf } from '../syntax/nodes.ts';
import type { ts } from '../syntax/tree.ts';
import { placeOf } from '../syntax/slots.ts';
import { rawText } from '../syntax/literals.ts';

/** A vendor media type that may have a date; `application/vnd.atlas+json` has none. */
const VENDOR = /\bvnd\.\w[\w-]*(?![\w+-])/g;

/** A vendor media type whose vendor is put in: `vnd.${product}.${date}+json`. */
const OPEN = /\bvnd\.(?:\$?\{|%|#\{|$)/;

/** Vendor media types in a file that may be version headers; `words` are those of the API, and other vendors' are none. */
export const mediaTypesIn = (file: ts.SourceFile, words: readonly string[] | undefined): readonly Place[] => {
  const isOurs = (text: string): boolean =>
    OPEN.test(text) || (text.match(VENDOR) ?? []).some((type) => words?.includes(type) ?? true);
  return file.text.includes('vnd.')
    ? nodesOf(file)
        .texts.filter((node) => isOurs(rawText(node)))
        .map((node) => placeOf(node))
    : [];
};

/** Positions of the header values of requests. */
const writtenHeaders = (requests: readonly RequestFact[]): readonly Place[] =>
  requests.flatMap(({ headers }) => headers.entries.flatMap(({ values = [] }) => values.flatMap(slotsOf)));

/**
 * Marks the headers of heuristic requests as incomplete, since a client may add headers: in a project with a
 * vendor media type that no known request sends, no header is missing.
 */
export const withHiddenHeaders = (
  facts: readonly Fact[],
  mediaTypes: readonly Place[],
  projectOf: (file: string) => string,
): readonly Fact[] => {
  const requests = facts.filter((fact) => fact.kind === 'request');
  if (mediaTypes.length === 0 || !requests.some(({ heuristic }) => heuristic === true)) return facts;
  const sent = writtenHeaders(requests);
  const loose = mediaTypes.filter((place) => !sent.some((slot) => isInside(place, slot)));
  const projects = new Set(loose.map(({ file }) => projectOf(file)));
  const mayAdd = (fact: Fact): fact is RequestFact =>
    fact.kind === 'request' &&
    fact.heuristic === true &&
    entriesOf(fact.headers, 'accept').length === 0 &&
    projects.has(projectOf(fact.file));
  return facts.map((fact) =>
    mayAdd(fact) ? { ...fact, headers: { ...fact.headers, complete: false } } : fact,
  );
};
