import { flatten, isInside } from '../model/index.ts';
import type {
  Api,
  Fact,
  ForeignFact,
  Place,
  RequestFact,
  Signature,
  SignedUrl,
  Text,
  VersionProof,
} from '../model/index.ts';
import { addressOf } from './api/identify.ts';
import type { Address } from './api/identify.ts';
import { destinationOf } from './checks/destination.ts';
import { movedUrl } from './checks/moved-url.ts';
import { versionProof } from './checks/version-proof.ts';
import { headerTexts, placesOfHeaders } from './signed-headers.ts';
import { bodyText, placesOfText } from './signed-body.ts';

type Sent = RequestFact | ForeignFact;

/** Terms by which requests are read. */
export interface SignatureTerms {
  readonly api: Api;
  /** The resource version that a file is to ask for. */
  readonly targetOf: (file: string) => string;
}

const signedUrl = (
  text: Text,
  address: Address | undefined,
  method: string | undefined,
  api: Api,
): SignedUrl => ({
  text: flatten(text),
  to: destinationOf(text, api),
  moved: address && movedUrl(text, address, method, api),
});

/** A call starts where its own text does; an id names these call sites from the inside outwards. */
const sitesOf = ({ file, span, trail }: Sent): readonly Place[] => [{ file, span }, ...trail.toReversed()];

/** A heuristic request may send headers that are unknown. */
const doubted = (proof: VersionProof, { presumed }: Sent): VersionProof =>
  presumed === true && (proof === 'absent' || proof === 'partly') ? 'unknown' : proof;

/** True where nothing but the call site itself writes the headers, each once and on every path, and the body. */
const isSelfContained = (fact: Sent): boolean => {
  const { urls, headers, body, bodies, query, trail, presumed } = fact;
  const { entries, complete } = headers;
  const names = new Set(entries.map(({ name }) => name.value.toLowerCase()));
  const written = [...placesOfHeaders(headers), ...[body, query].flatMap((tree) => tree ?? [])];
  return (
    trail.length === 0 &&
    presumed !== true &&
    urls.length === 1 &&
    bodies === undefined &&
    complete &&
    names.size === entries.length &&
    entries.every(({ certain, open, when }) => certain && open !== true && when === undefined) &&
    written.every((place) => isInside(fact, place))
  );
};

const signatureOf = (fact: Sent, { api, targetOf }: SignatureTerms): Signature => {
  const { file, urls, method, headers, body, bodies } = fact;
  const addresses = urls.map((text) => addressOf(text, api));
  const known = addresses.flatMap((address) => address ?? []);
  return {
    sites: sitesOf(fact),
    method,
    urls: urls.map((text, at) => signedUrl(text, addresses[at], method, api)),
    headers: headerTexts(headers),
    complete: headers.complete,
    version: doubted(versionProof(fact, known, targetOf(file), api), fact),
    body: (bodies ?? [body]).map(bodyText).join(' | '),
    query: bodyText(fact.query),
    isSelfContained: isSelfContained(fact),
    made: [
      ...sitesOf(fact),
      ...urls.flatMap(placesOfText),
      ...placesOfHeaders(headers),
      ...(bodies ?? [body]).flatMap((tree) => tree ?? []),
    ],
  };
};

/**
 * Signatures of all requests of a scan, to this API or elsewhere. Recordings are omitted, because a fix does
 * not change them.
 */
export const signaturesOf = (facts: readonly Fact[], terms: SignatureTerms): readonly Signature[] =>
  facts.flatMap((fact) =>
    (fact.kind === 'request' || fact.kind === 'foreign') && fact.origin !== 'recording'
      ? [signatureOf(fact, terms)]
      : [],
  );
