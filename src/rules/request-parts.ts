import { isInside } from '../model/index.ts';
import type { Fact, ForeignFact, Place, RequestFact } from '../model/index.ts';
import { placesOfHeaders } from './signed-headers.ts';
import { placesOfText } from './signed-body.ts';

/** A request to this API or elsewhere. */
export type AnyRequest = RequestFact | ForeignFact;

/** Requests of a scan. Recordings are omitted, because a fix does not change them. */
export const requestsIn = (facts: readonly Fact[]): readonly AnyRequest[] =>
  facts.filter(
    (fact): fact is AnyRequest =>
      (fact.kind === 'request' || fact.kind === 'foreign') && fact.origin !== 'recording',
  );

/** A call starts where its own text does; an id names these call sites from the inside outwards. */
export const sitesOf = ({ file, span, trail }: AnyRequest): readonly Place[] => [
  { file, span },
  ...trail.toReversed(),
];

/** The texts that a request is made of: an edit of one of them may change it. */
export const partsOfRequest = (fact: AnyRequest): readonly Place[] => [
  ...sitesOf(fact),
  ...fact.urls.flatMap(placesOfText),
  ...placesOfHeaders(fact.headers),
  ...(fact.bodies ?? [fact.body]).flatMap((tree) => tree ?? []),
];

/** True where nothing but the call site itself writes the headers, each once and on every path, and the body. */
export const isSelfContained = (fact: AnyRequest): boolean => {
  const { urls, headers, body, bodies, query, trail, heuristic } = fact;
  const { entries, complete } = headers;
  const names = new Set(entries.map(({ name }) => name.value.toLowerCase()));
  const written = [...placesOfHeaders(headers), ...[body, query].flatMap((tree) => tree ?? [])];
  return (
    trail.length === 0 &&
    heuristic !== true &&
    urls.length === 1 &&
    bodies === undefined &&
    complete &&
    names.size === entries.length &&
    entries.every(({ certain, open, when }) => certain && open !== true && when === undefined) &&
    written.every((place) => isInside(fact, place))
  );
};
