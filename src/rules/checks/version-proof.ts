import { flatten, headerOnPaths } from '../../model/index.ts';
import type { Api, HeaderOnPath, RequestFact, VersionProof } from '../../model/index.ts';
import { identify } from '../api/identify.ts';
import type { Address } from '../api/identify.ts';
import { isHidden } from './header-state.ts';
import { corrected, suffixesOf, vendorTypes, versionFor } from './media.ts';
import type { ExpectedMediaType } from './media.ts';

/** Version header that the service requires at a URL; `undefined` where it requires none. */
const expectationAt = (
  address: Address,
  method: string | undefined,
  target: string,
  api: Api,
): ExpectedMediaType | undefined => {
  const { endpoint, info } = identify(method, address, api);
  const isAsked = address.area === 'legacy' || address.area === 'versioned';
  if (!isAsked || endpoint?.fate === 'removed') return undefined;
  const version = versionFor(info, target);
  return { api, version, suffixes: suffixesOf(info, version), product: address.product };
};

const proofOfValue = (value: string, expected: ExpectedMediaType): VersionProof => {
  const types = vendorTypes(value);
  if (types.length > 1) return 'repeated';
  const [type] = types;
  if (type === undefined) return isHidden(value) ? 'unknown' : 'wrong';
  return corrected(type, expected) === undefined ? 'proven' : 'wrong';
};

const proofsOnPath = (path: HeaderOnPath, expected: ExpectedMediaType): readonly VersionProof[] => {
  if (path.kind === 'absent') return ['absent'];
  if (path.kind !== 'sent') return [path.kind];
  const values = path.entry.values ?? [];
  return values.length === 0 ? ['unknown'] : values.map((value) => proofOfValue(flatten(value), expected));
};

/** Outcomes, from disproved to proved. */
const STRENGTH = ['repeated', 'unknown', 'wrong', 'absent'] as const;

const weakest = (proofs: ReadonlySet<VersionProof>): VersionProof => {
  if (proofs.has('absent') && proofs.size > 1 && !proofs.has('repeated') && !proofs.has('unknown'))
    return 'partly';
  return STRENGTH.find((proof) => proofs.has(proof)) ?? 'proven';
};

/** Proof that a request to these URLs sends the version header. */
export const versionProof = (
  { headers, method }: Pick<RequestFact, 'headers' | 'method'>,
  addresses: readonly Address[],
  target: string,
  api: Api,
): VersionProof => {
  const expected = addresses.flatMap((address) => expectationAt(address, method, target, api) ?? []);
  if (expected.length === 0) return 'unneeded';
  const paths = headerOnPaths(headers, 'Accept');
  const proof = weakest(new Set(expected.flatMap((one) => paths.flatMap((path) => proofsOnPath(path, one)))));
  const isGiven = headers.unwritten === true && (proof === 'absent' || proof === 'unknown');
  return isGiven ? 'unneeded' : proof;
};
