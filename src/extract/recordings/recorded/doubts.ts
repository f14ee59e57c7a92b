import type { RecordedDoubt, Tree } from '../../../model/index.ts';
import type { RecordedAnswer, RecordedExchange, RecordedRequest } from './exchange.ts';
import { rawValue } from './headers.ts';
import type { RawHeader } from './headers.ts';

/** Headers that a request has once at most (RFC 9110, §5.3). */
const SINGLE = ['authorization', 'content-type', 'host', ':authority', ':method', ':path', ':scheme'];

const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'];

const isRepeated = (headers: readonly RawHeader[], name: string): boolean =>
  headers.filter((header) => header.name.value.toLowerCase() === name).length > 1;

/** True for credentials of two schemes in one header: `Bearer …, Basic …`. */
const holdsTwoSchemes = (headers: readonly RawHeader[]): boolean =>
  /,\s*(?:basic|bearer|digest)\s/i.test(rawValue(headers, 'authorization') ?? '');

const urlOf = (address: string): URL | undefined => {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
};

const isOther = (stated: string | undefined, own: string): boolean => stated !== undefined && stated !== own;

/** True where headers name a method, host or path other than the request's own. */
const goesElsewhere = ({ headers, method, url }: RecordedRequest): boolean => {
  if (OVERRIDES.some((name) => isOther(rawValue(headers, name)?.toUpperCase(), method?.toUpperCase() ?? '')))
    return true;
  if (isOther(rawValue(headers, ':method'), method ?? '')) return true;
  const address = urlOf(url.map(({ text }) => text).join(''));
  if (address === undefined) return false;
  const hosts = ['host', ':authority'].map((name) => rawValue(headers, name)?.trim().toLowerCase());
  const own = `${address.hostname}:${address.port || (address.protocol === 'http:' ? 80 : 443)}`;
  const isForeign = hosts.some((host) => host !== undefined && host !== address.host && host !== own);
  return isForeign || isOther(rawValue(headers, ':path')?.split('?')[0], address.pathname);
};

/** Usual reasons (RFC 9110, §15) by the first digit of their status. */
const REASONS: Readonly<Record<number, RegExp>> = {
  2: /^(?:ok|created|accepted|no content)$/i,
  3: /^(?:moved permanently|found|see other|not modified|(?:temporary|permanent) redirect)$/i,
  4: /^(?:bad request|unauthorized|forbidden|not found|method not allowed|not acceptable|conflict|gone|too many requests)$/i,
  5: /^(?:internal server error|bad gateway|service unavailable|gateway timeout)$/i,
};

/** First digit of the status that a reason states; `undefined` where it is unknown. */
const kindIn = (reason: string): number | undefined => {
  const digit = /^([1-5])\d\d\b/.exec(reason)?.[1];
  const kind = digit ?? Object.keys(REASONS).find((one) => REASONS[Number(one)]!.test(reason));
  return kind === undefined ? undefined : Number(kind);
};

/** True where the parts of a response state different statuses: the first line, its reason, the header `:status`. */
const statesTwoStatuses = ({ status = 0, reason = '', headers }: RecordedAnswer): boolean => {
  const inHeaders = [':status', 'status'].map(
    (name) => /^\s*(\d{3})\b/.exec(rawValue(headers, name) ?? '')?.[1],
  );
  if (inHeaders.some((stated) => stated !== undefined && Number(stated) !== status)) return true;
  return (kindIn(reason.trim()) ?? Math.floor(status / 100)) !== Math.floor(status / 100);
};

const BODILESS: ReadonlySet<number | undefined> = new Set([204, 205, 304]);

/** Media types of the API other than JSON: what they hold is not read. */
const OTHER_TYPE = /\b(?:gzip|zip|csv|octet-stream|pdf|openmetrics-text)\b/i;

/** True for a response of success whose body is there, and is neither JSON nor of a type that is not read. */
const hasUnreadBody = ({ status = 0, headers, body }: RecordedAnswer, tree: Tree | undefined): boolean => {
  if (body?.kind !== 'text' || (body.isLost !== true && body.source.text.trim() === '')) return false;
  if (BODILESS.has(status)) return true;
  const types = `${body.mediaType ?? ''} ${rawValue(headers, 'content-type') ?? ''}`;
  return tree === undefined && status < 300 && !OTHER_TYPE.test(types);
};

const doubtInAnswer = (
  answer: RecordedAnswer | undefined,
  tree: Tree | undefined,
): RecordedDoubt | undefined => {
  if (answer?.status === undefined) return 'no-status';
  if (answer.doubt !== undefined) return answer.doubt;
  if (statesTwoStatuses(answer)) return 'two-statuses';
  return hasUnreadBody(answer, tree) ? 'unread-body' : undefined;
};

/** True where both have the same value; objects and lists are not compared. */
const saysTheSame = (one: Tree, other: Tree): boolean =>
  one.kind === 'scalar' && other.kind === 'scalar' && one.value === other.value;

/** True where an object of a tree has two members of one name that differ. A map of headers may name one twice. */
const contradictsItself = (tree: Tree | undefined): boolean => {
  if (tree?.kind === 'list') return tree.items.some(contradictsItself);
  if (tree?.kind !== 'object') return false;
  const seen = new Map<string, Tree>();
  return tree.members.some(({ key, value }) => {
    const first = seen.get(key.value);
    seen.set(key.value, value);
    if (first !== undefined && !saysTheSame(first, value)) return true;
    return key.value === 'headers' && value.kind === 'object' ? false : contradictsItself(value);
  });
};

/** Formats that keep the method as it was sent; others fold its letters. */
const VERBATIM: ReadonlySet<string> = new Set(['har', 'mitmproxy', 'burp']);

const isMisspelled = ({ client, request: { method } }: RecordedExchange): boolean =>
  VERBATIM.has(client) && method !== undefined && method !== method.toUpperCase();

/**
 * Reason why an exchange proves nothing of its call, though it may say something against it: a recording is
 * evidence only where it shows one whole HTTP exchange that agrees with itself. `sent` and `answered` are its bodies, as
 * they were read.
 */
export const doubtIn = (
  exchange: RecordedExchange,
  sent: Tree | undefined,
  answered: Tree | undefined,
): RecordedDoubt | undefined => {
  const { request, answer, entry } = exchange;
  if ([entry, sent, answered].some(contradictsItself)) return 'repeated-member';
  if (SINGLE.some((name) => isRepeated(request.headers, name)) || holdsTwoSchemes(request.headers))
    return 'repeated-header';
  if (goesElsewhere(request)) return 'other-address';
  return isMisspelled(exchange) ? 'other-method' : doubtInAnswer(answer, answered);
};
