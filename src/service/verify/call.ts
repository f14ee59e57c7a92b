import type { ApiCall, ResolvedUrl } from '../../rules/checks/fact-index.ts';
import type { AnswerEvidence } from '../../rules/checks/recorded-answer.ts';
import { HOLE, entriesOf, flatten } from '../../model/index.ts';
import type {
  Api,
  HeaderSet,
  Json,
  Origin,
  RecordedDoubt,
  RequestFact,
  ResponseFact,
  Tree,
} from '../../model/index.ts';
import { callTokens } from './call-tokens.ts';
import type { CallTokens } from './call-tokens.ts';
import { duplicateMembers } from '../../payload/reshape.ts';

/** A request of a recording or collection, as far as it can be sent again. Holds no credentials. */
export interface ReplayCall {
  readonly file: string;
  /** Offset in the file, in UTF-16 units. */
  readonly start: number;
  readonly exchange: number | undefined;
  readonly origin: Origin;
  readonly method: string;
  /** Operation name (contract §5); `undefined` where the service has no such call. */
  readonly operation: string | undefined;
  /** Path template, for people: no value of the recording. */
  readonly template: string;
  readonly area: ResolvedUrl['address']['area'];
  readonly located: ResolvedUrl;
  readonly path: string;
  readonly query: string;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  /** False where not all headers that are sent are written: recordings that did not keep them, mocks. */
  readonly keptHeaders: boolean;
  readonly body: Json | undefined;
  /** Unknown part of the request, which gets a stand-in; `undefined` where all is known. */
  readonly hidden: 'body' | 'query' | undefined;
  /** Pointer of an object of the body that has a member twice. */
  readonly doubled: string | undefined;
  /** Scheme of the credentials, lower case. */
  readonly auth: string | undefined;
  /** True where credentials would be seen if they were sent. */
  readonly keptCredentials: boolean;
  readonly tokens: CallTokens;
  /** Milliseconds since the epoch. */
  readonly time: number | undefined;
  /** Status that the recorded response states. */
  readonly recorded: number | undefined;
  /** Sentence on what else the recorded response shows against the call. */
  readonly against: string | undefined;
  /** Reason why what was recorded proves nothing. */
  readonly doubt: RecordedDoubt | undefined;
  /** Number of `Accept` headers. */
  readonly accepts: number;
}

/** A call that cannot be sent again, with why. */
export interface UnknownCall {
  readonly file: string;
  readonly start: number;
  readonly exchange: number | undefined;
  readonly method: string | undefined;
  readonly template: string;
  readonly operation: string | undefined;
  readonly unseen: string;
}

/** Stand-in for values that a recording hides or a collection leaves open. */
const STANDIN = 'unseen';
const GROUP = '000000000000000000000001';

/** The path with placeholders for its unknown parts. */
const filledPath = (path: string): string =>
  path
    .split('/')
    .map((segment, at, all) => {
      if (segment !== '{}') return segment.replaceAll('{}', STANDIN);
      return all[at - 1] === 'groups' ? GROUP : STANDIN;
    })
    .join('/');

const pathOf = ({ address }: ResolvedUrl, api: Api): string => {
  const { area, product, version, path } = address;
  if (area === 'legacy') return `/api/${product}/${version}${path}`;
  if (area === 'versioned') return `/api/${product}/${api.version}${path}`;
  const resource = api.resources.find((candidate) => candidate.area === area);
  if (area === 'discovery') return `/prometheus/${version}${path}`;
  if (resource !== undefined) return resource.path;
  return area === 'misversioned-discovery' ? `/prometheus/${version}${path}` : `/api/${version}/oauth/token`;
};

/** A tree as a value; what cannot be seen is a text. */
const valueOf = (tree: Tree): Json => {
  switch (tree.kind) {
    case 'object':
      return Object.fromEntries(tree.members.map(({ key, value }) => [key.value, valueOf(value)]));
    case 'list':
      return tree.items.map(valueOf);
    case 'scalar':
      return tree.value;
    case 'opaque':
      return STANDIN;
  }
};

/** Credentials that a recording holds are masked, and were seen. */
const isWhole = (tree: Tree): boolean => {
  if (tree.kind === 'object')
    return tree.complete && tree.members.every(({ value, certain }) => certain && isWhole(value));
  if (tree.kind === 'list') return tree.complete && tree.items.every(isWhole);
  return tree.kind === 'scalar' || tree.digest !== undefined;
};

const headerIn = (headers: HeaderSet, name: string): string | undefined => {
  const values = entriesOf(headers, name)
    .filter(({ certain }) => certain)
    .flatMap(({ values: texts }) => texts?.slice(0, 1) ?? [])
    .map((text) => flatten(text));
  return values.length === 0 ? undefined : values.join(', ');
};

/** True for a header that is there twice, whatever conditions hold. */
const isTwice = (headers: HeaderSet, name: string): boolean =>
  entriesOf(headers, name).filter(
    ({ certain, when, by, layer }) =>
      certain && when === undefined && by === undefined && layer === undefined,
  ).length > 1;

/** The query of the URL, and what the client adds to it from parameters. */
const queryOf = ({ query }: RequestFact, { address }: ResolvedUrl): string => {
  const added = new URLSearchParams();
  for (const { key, value } of query?.kind === 'object' ? query.members : [])
    if (value.kind === 'scalar') added.append(key.value, String(value.value));
  return [address.query.replaceAll('{}', STANDIN), added.toString()].filter(Boolean).join('&');
};

const isSeen = (value: string | undefined): boolean => value?.includes(HOLE) !== true;

const templateOf = ({ address, identity }: ResolvedUrl): string => {
  const { endpoint, info } = identity;
  if (address.area === 'versioned' && info !== undefined) return info.path;
  return endpoint?.template ?? info?.path ?? address.area;
};

const contentTypeOf = (request: RequestFact): string | undefined => {
  const given = headerIn(request.headers, 'content-type');
  if (given !== undefined && isSeen(given)) return given;
  if (request.body === undefined) return undefined;
  return request.setsContentType || !request.headers.complete || !isSeen(given)
    ? 'application/json'
    : undefined;
};

const whyUnseen = ({ method, body, hasBody }: RequestFact, { address }: ResolvedUrl): string | undefined => {
  if (method === undefined) return 'its method is unknown';
  if (address.open && address.path.endsWith('{}')) return 'its URL is only partly known';
  const sends = hasBody === true || (hasBody === undefined && ['POST', 'PUT', 'PATCH'].includes(method));
  return sends && body === undefined ? 'its body is unknown' : undefined;
};

const hiddenIn = ({ body, query }: RequestFact, { address }: ResolvedUrl): ReplayCall['hidden'] => {
  if (body !== undefined && !isWhole(body)) return 'body';
  return address.query.includes('{}') || (query !== undefined && !isWhole(query)) ? 'query' : undefined;
};

/** Credentials that a recording took out are gone from all its calls, and those of a mock are not written. */
const keepsCredentials = ({ headers, origin }: RequestFact, othersHaveSome: boolean): boolean =>
  headers.complete && headers.unwritten !== true && (origin !== 'recording' || othersHaveSome);

/** Doubt about a recorded exchange; of what people wrote, only that a header is there twice is one. */
const doubtOf = ({ doubt, headers, origin }: RequestFact): RecordedDoubt | undefined =>
  doubt ??
  (origin !== 'recording' && ['authorization', 'content-type'].some((name) => isTwice(headers, name))
    ? 'repeated-header'
    : undefined);

/** Context of a call: its recorded response, and whether calls like it have credentials in its file. */
export interface Circumstance {
  readonly answer: ResponseFact | undefined;
  readonly evidence: AnswerEvidence;
  readonly othersHaveCredentials: boolean;
}

/** A call as it can be sent again, or why it cannot. */
export const replayOf = (
  { request }: ApiCall,
  located: ResolvedUrl,
  api: Api,
  { answer, evidence, othersHaveCredentials }: Circumstance,
): ReplayCall | UnknownCall => {
  const { file, span, exchange, method } = request;
  const operation = located.identity.operation;
  const place = { file, start: span.start, exchange, operation, template: templateOf(located) };
  const accept = headerIn(request.headers, 'accept');
  const unseen = whyUnseen(request, located);
  if (unseen !== undefined || method === undefined) return { ...place, method, unseen: unseen ?? '' };
  return {
    ...place,
    method,
    origin: request.origin,
    area: located.address.area,
    located,
    path: filledPath(pathOf(located, api)),
    query: queryOf(request, located),
    accept: isSeen(accept) ? accept : undefined,
    contentType: contentTypeOf(request),
    keptHeaders: request.headers.complete && request.headers.unwritten !== true && isSeen(accept),
    body: request.body === undefined ? undefined : valueOf(request.body),
    hidden: hiddenIn(request, located),
    doubled: request.body && duplicateMembers(request.body)[0]?.pointer,
    auth: request.auth,
    keptCredentials: keepsCredentials(request, othersHaveCredentials),
    tokens: callTokens(request, answer?.body),
    time: request.time,
    recorded: evidence.status,
    against: evidence.against,
    doubt: doubtOf(request),
    accepts: entriesOf(request.headers, 'accept').length,
  };
};

/** True for a call that can be sent again. */
export const isReplay = (call: ReplayCall | UnknownCall): call is ReplayCall => !('unseen' in call);
