import { entriesOf, exactValue, memberOf } from '../../model/index.ts';
import type { Api, ResponseFact, Rule, Tree } from '../../model/index.ts';
import { deadlineIn } from './answer-evidence.ts';
import type { ApiCall, ResolvedUrl } from './fact-index.ts';
import { answering } from './lifecycle.ts';
import { isDate, vendorTypes } from './media.ts';
import { message } from './message.ts';
import { ownName } from './properties/options.ts';
import type { PropertyOptions } from './properties/options.ts';
import { removedIn } from './properties/answered.ts';

/** Evidence of a recorded response about its call. */
export interface AnswerEvidence {
  /** Status that it states: that of its body where this reports an error, else its own. */
  readonly status: number | undefined;
  /** Sentence on what in the response speaks against the migrated call: a removed field, a date that has passed; `undefined` where nothing does. */
  readonly against: string | undefined;
}

/** Circumstances that a recorded response is judged in. */
export interface EvidenceContext {
  readonly api: Api;
  readonly rules: readonly Rule[];
  /** `yyyy-mm-dd` */
  readonly today: string;
}

/** A status as a number or its digits; 0 for anything else. */
const statusIn = (tree: Tree | undefined): number => {
  const text = tree?.kind === 'scalar' ? String(tree.value) : '';
  return /^[1-5]\d\d$/.test(text) ? Number(text) : 0;
};

/** Content of an envelope, and what lists have instead (specification §4.2): `{"status": 200, "content": …}`. */
const contentOf = (body: Tree | undefined): Tree | undefined =>
  memberOf(body, 'status') === undefined ? body : (memberOf(body, 'content') ?? body);

/** The bodies in which an error may be: the whole one, the content of an envelope, the items of a list. */
const partsOf = (body: Tree | undefined): readonly Tree[] => {
  const content = contentOf(body);
  const parts = content === body ? [body] : [body, content];
  return parts.flatMap((part) => (part?.kind === 'list' ? part.items : part === undefined ? [] : [part]));
};

const asksEnvelope = ({ address }: ResolvedUrl): boolean => /(?:^|&)envelope=true\b/i.test(address.query);

const isEnvelope = (body: Tree | undefined, located: ResolvedUrl): boolean =>
  asksEnvelope(located) ||
  memberOf(body, 'content') !== undefined ||
  memberOf(body, 'results')?.kind === 'list';

const isError = (status: number): boolean => status >= 400;

/** Status that a response states: that of an envelope or of an error in its body, which may arrive with a status of success. */
const statedStatus = ({ status, body }: ResponseFact, located: ResolvedUrl): number | undefined => {
  const errors = partsOf(body).map((part) => statusIn(memberOf(part, 'error')));
  const enveloped = isEnvelope(body, located) ? statusIn(memberOf(body, 'status')) : 0;
  const stated = [...errors.filter(isError), enveloped].find((one) => one >= 300);
  return (status ?? 0) < 400 ? (stated ?? status) : status;
};

const isEmpty = (tree: Tree | undefined): boolean => {
  if (tree === undefined || tree.kind === 'opaque') return tree === undefined;
  if (tree.kind === 'scalar') return [null, false, 0, ''].includes(tree.value as null);
  return (tree.kind === 'list' ? tree.items : tree.members).length === 0;
};

/** True for a body in the form of an error, of this API (specification §7.1) or of a gateway before it. */
const namesError = (part: Tree): boolean =>
  ['errorCode', 'error', 'errors', 'fault'].some((name) => !isEmpty(memberOf(part, name))) ||
  isError(statusIn(memberOf(part, 'statusCode'))) ||
  ['message', 'code'].every((name) => memberOf(part, name) !== undefined);

const typesOf = ({ headers, mediaType }: ResponseFact): readonly string[] => {
  const written = entriesOf(headers, 'content-type').flatMap(({ values = [] }) => values.map(exactValue));
  const types = written.filter((value) => value !== undefined);
  return types.length === 0 && mediaType !== undefined ? [mediaType] : types;
};

const askedBy = ({ request }: ApiCall, { address }: ResolvedUrl): readonly string[] =>
  entriesOf(request.headers, 'accept')
    .flatMap(({ values = [] }) => values.map(exactValue))
    .flatMap((value) => vendorTypes(value ?? ''))
    .filter(({ product }) => product.toLowerCase() === address.product.toLowerCase())
    .map(({ version }) => version.toLowerCase());

const dayOf = ({ request }: ApiCall, today: string): string =>
  request.time === undefined ? today : new Date(request.time).toISOString().slice(0, 10);

/** Versions that what a call requests may resolve to: that one, or the newest before it that was out on the day. */
const answersTo = (
  asked: string,
  day: string,
  { identity }: ResolvedUrl,
  api: Api,
): readonly (string | undefined)[] => {
  const floor = isDate(asked) && asked < day ? asked : day;
  return [asked, answering(floor, identity.info, api)];
};

/** Vendor media type of a response that is none of the requested ones. */
const otherType = (
  call: ApiCall,
  located: ResolvedUrl,
  answer: ResponseFact,
  { api, today }: EvidenceContext,
): string | undefined => {
  const asked = askedBy(call, located);
  const day = dayOf(call, today);
  const right = new Set(asked.flatMap((version) => answersTo(version, day, located, api)));
  const other = typesOf(answer)
    .flatMap(vendorTypes)
    .find(
      ({ product, version }) =>
        product.toLowerCase() !== located.address.product.toLowerCase() ||
        (asked.length > 0 && !right.has(version.toLowerCase())),
    );
  if (other === undefined) return undefined;
  const { version, product } = other;
  const isOurs = isDate(version) && api.products.includes(product.toLowerCase());
  return isOurs ? message('answeredInVersion', { version }) : message('answeredInType');
};

/** Version that a response is in: what its type says, or what was requested. */
const versionIn = (call: ApiCall, located: ResolvedUrl, answer: ResponseFact): string | undefined =>
  [
    ...typesOf(answer)
      .flatMap(vendorTypes)
      .map(({ version }) => version),
    ...askedBy(call, located),
  ].find(isDate);

/** Property of a response that its version no longer has. */
const removedProperty = (
  call: ApiCall,
  located: ResolvedUrl,
  answer: ResponseFact,
  { rules }: EvidenceContext,
): string | undefined => {
  const version = versionIn(call, located, answer);
  const body = contentOf(answer.body);
  const { operation } = located.identity;
  if (version === undefined || body === undefined || operation === undefined) return undefined;
  const gone = rules
    .filter(({ check }) => check === 'changed-property')
    .map(({ options }) => removedIn(body, operation, options as unknown as PropertyOptions, version))
    .find((found) => found !== undefined);
  return gone && message('answeredRemoved', { property: ownName(gone), version });
};

const againstVersion = (
  call: ApiCall,
  located: ResolvedUrl,
  answer: ResponseFact,
  context: EvidenceContext,
): string | undefined => {
  const ending = deadlineIn(answer);
  return (
    otherType(call, located, answer, context) ??
    removedProperty(call, located, answer, context) ??
    (ending !== undefined && ending <= context.today ? message('answeredEnding', { ending }) : undefined)
  );
};

/** Members that the responses of some operations always have. */
const ALWAYS: Readonly<Record<string, string>> = {
  'clusters.list': 'results',
  'tokens.generate': 'access_token',
};

/** True for a response that cannot be that of the operation. */
const isOther = (body: Tree | undefined, { identity: { operation = '' } }: ResolvedUrl): boolean => {
  const content = contentOf(body);
  if (content === undefined) return false;
  const always = ALWAYS[operation];
  if (operation === 'discovery.list') return content.kind !== 'list';
  if (always !== undefined) return content.kind !== 'list' && memberOf(content, always) === undefined;
  return (
    ['clusters.get', 'clusters.create', 'clusters.modify'].includes(operation) &&
    (content.kind !== 'object' || isEmpty(content))
  );
};

const objectionIn = (
  call: ApiCall,
  located: ResolvedUrl,
  answer: ResponseFact,
  context: EvidenceContext,
): string | undefined => {
  // The media type of errors (RFC 9457) says what its body may leave out.
  const isProblem = typesOf(answer).some((type) => /^\s*application\/problem\+/i.test(type));
  if (isProblem || partsOf(answer.body).some(namesError)) return message('answeredError');
  if (isOther(answer.body, located)) return message('answeredOther');
  if (typesOf(answer).some((type) => /^\s*text\/html\b/i.test(type))) return message('answeredPage');
  return located.address.area === 'versioned' ? againstVersion(call, located, answer, context) : undefined;
};

/** Evidence in a recorded response; of no response there is none. */
export const evidenceIn = (
  call: ApiCall,
  located: ResolvedUrl,
  answer: ResponseFact | undefined,
  context: EvidenceContext,
): AnswerEvidence =>
  answer === undefined
    ? { status: undefined, against: undefined }
    : { status: statedStatus(answer, located), against: objectionIn(call, located, answer, context) };
