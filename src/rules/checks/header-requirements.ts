import type { Api } from '../../model/index.ts';
import type { HeaderState, Worth } from './header-state.ts';
import { isHidden, stateOf } from './header-state.ts';
import { suffixesOf, vendorTypes, versionFor } from './media.ts';
import { isAdministration } from './fact-index.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';

/** A header that calls of the administration API need. */
export interface HeaderRequirement {
  readonly header: string;
  /** True where each call needs it, whatever else it sends. */
  readonly always: boolean;
  /** True when the call needs it at all. */
  applies(call: ApiCall): boolean;
  judge(value: string): Worth;
  /** Value to write in place of `written`. */
  wanted(call: Pick<ApiCall, 'located'>, written: string, target: string, api: Api): string;
}

const isVersioned = (value: string): boolean => vendorTypes(value).length > 0;

const judgeVersioned = (value: string): Worth => {
  if (isVersioned(value)) return 'good';
  return isHidden(value) ? 'unknown' : 'bad';
};

/** A call of the administration API that goes on existing. */
const lives = (located: ResolvedUrl): boolean =>
  isAdministration(located) && located.identity.endpoint?.fate !== 'removed';

const suffixFor = (suffixes: readonly string[] | undefined, written: string): string => {
  const named = ['gzip', 'csv'].find((suffix) => written.toLowerCase().includes(suffix));
  if (suffixes === undefined) return named ?? 'json';
  if (named !== undefined && suffixes.includes(named)) return named;
  return suffixes.includes('json') ? 'json' : (suffixes[0] ?? 'json');
};

const versionedType = (call: Pick<ApiCall, 'located'>, written: string, target: string, api: Api): string => {
  const located = call.located.find(lives);
  const info = located?.identity.info;
  const version = versionFor(info, target);
  const suffix = suffixFor(suffixesOf(info, version), written);
  return `application/vnd.${located?.address.product ?? api.products[0]!}.${version}+${suffix}`;
};

const judgeJson = (value: string): Worth => {
  if (/\bjson\b/i.test(value) || isVersioned(value)) return 'good';
  return isHidden(value) ? 'unknown' : 'bad';
};

const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH']);

const sendsBody = ({ request }: ApiCall): boolean =>
  request.hasBody === true &&
  // What is not known may well set it by itself.
  request.heuristic !== true &&
  !request.setsContentType &&
  request.method !== undefined &&
  BODY_METHODS.has(request.method);

/** The two headers of specification §4.4, by what their value has to be. */
export const HEADER_REQUIREMENTS = {
  version: {
    header: 'Accept',
    always: true,
    applies: (call) => call.located.some(lives),
    judge: judgeVersioned,
    wanted: versionedType,
  },
  json: {
    header: 'Content-Type',
    always: false,
    applies: (call) => call.located.some(lives) && sendsBody(call),
    judge: judgeJson,
    wanted: () => 'application/json',
  },
} satisfies Record<string, HeaderRequirement>;

export type RequirementName = keyof typeof HEADER_REQUIREMENTS;

/** State of the call's headers with regard to the need. */
export const requirementState = (call: ApiCall, need: HeaderRequirement): HeaderState =>
  stateOf(call.request.headers, need.header, (value) => need.judge(value));
