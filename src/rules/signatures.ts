import { flatten } from '../model/index.ts';
import type { Api, Fact, Signature, SignedUrl, Text, VersionProof } from '../model/index.ts';
import { addressOf, identify } from './api/identify.ts';
import type { Address } from './api/identify.ts';
import { destinationOf } from './checks/destination.ts';
import { movedUrl } from './checks/moved-url.ts';
import { versionProof } from './checks/version-proof.ts';
import { partsOfRequest, requestsIn, sitesOf } from './request-parts.ts';
import type { AnyRequest } from './request-parts.ts';
import { headerTexts } from './signed-headers.ts';
import { bodyText } from './signed-body.ts';

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
  listed: address !== undefined && identify(method, address, api).endpoint !== undefined,
});

/** A heuristic request may send headers that are unknown. */
const doubted = (proof: VersionProof, { heuristic }: AnyRequest): VersionProof =>
  heuristic === true && (proof === 'absent' || proof === 'partly') ? 'unknown' : proof;

const signatureOf = (fact: AnyRequest, { api, targetOf }: SignatureTerms): Signature => {
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
    made: partsOfRequest(fact),
  };
};

/** Signatures of all requests of a scan but recorded ones, to this API or elsewhere. */
export const signaturesOf = (facts: readonly Fact[], terms: SignatureTerms): readonly Signature[] =>
  requestsIn(facts).map((fact) => signatureOf(fact, terms));
