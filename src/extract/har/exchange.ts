import { flatten } from '../../model/index.ts';
import type {
  Fact,
  Place,
  RequestFact,
  ResponseFact,
  ScalarTree,
  Slot,
  Text,
  Tree,
  UrlFact,
} from '../../model/index.ts';
import { memberOf, scalarOf, stringOf } from '../members.ts';
import { hasBody, requestBody, responseBody } from './body.ts';
import { isWhole, knownPart, owned, slotIn } from './entry-text.ts';
import type { EntryText } from './entry-text.ts';
import { authOf, credentialsOf, headerSetOf, rawHeaders, rawValue } from './headers.ts';
import type { RawHeader } from './headers.ts';
import { urlWithoutSecrets } from './secrets.ts';

/** One request and its answer, as facts, and what tells the two halves of a Digest login. */
export interface Exchange {
  /** Equal for a request and its repeat. */
  readonly key: string;
  /** True when the answer asks for Digest credentials that the request did not carry. */
  readonly challenged: boolean;
  readonly facts: readonly Fact[];
}

interface Message {
  readonly tree: Tree;
  readonly headers: readonly RawHeader[];
}

const messageOf = (tree: Tree): Message => ({ tree, headers: rawHeaders(tree) });

const methodOf = (request: Tree): string | undefined => stringOf(request, 'method')?.toUpperCase();

const statusOf = (response: Tree | undefined): number | undefined => {
  const value = scalarOf(response, 'status')?.value;
  const status = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof status === 'number' && Number.isInteger(status) ? status : undefined;
};

const isSocket = (entry: Tree, url: string): boolean =>
  /^wss?:/i.test(url) ||
  memberOf(entry, '_webSocketMessages') !== undefined ||
  stringOf(entry, '_resourceType') === 'websocket';

const isPreflight = (request: Message, method: string | undefined): boolean =>
  method === 'OPTIONS' && rawValue(request.headers, 'access-control-request-method') !== undefined;

const fromCache = (entry: Tree): boolean => {
  const value = scalarOf(entry, '_fromCache')?.value;
  return value !== undefined && value !== null && value !== false && value !== '';
};

/** Entries that are no calls: tunnels, preflights, sockets, answers of a cache, and what never reached a server. */
const isNoCall = (entry: Tree, request: Message, url: string): boolean => {
  const method = methodOf(request.tree);
  const status = statusOf(memberOf(entry, 'response'));
  if (method === 'CONNECT' || isPreflight(request, method)) return true;
  return (status !== undefined && status <= 0) || fromCache(entry) || isSocket(entry, url);
};

const urlText = (entry: EntryText, slot: Slot): Text => {
  const source = entry.spelledIn(slot);
  return urlWithoutSecrets(source.text, (from, to) => knownPart(slotIn(entry.file, source, from, to)));
};

const timeOf = (entry: Tree): number | undefined => {
  const time = Date.parse(stringOf(entry, 'startedDateTime') ?? '');
  return Number.isNaN(time) ? undefined : time;
};

/** A 401 with a Digest challenge, or one that may have had it: its recording kept no headers. */
const isChallenge = (response: Message | undefined): boolean => {
  if (response === undefined || statusOf(response.tree) !== 401) return false;
  const asks = response.headers.filter(({ name }) => name.value.toLowerCase() === 'www-authenticate');
  if (asks.length === 0) return response.headers.length === 0;
  return asks.some(({ value }) => /\bdigest\b/i.test(String(value.value)));
};

const placeOf = ({ file, span }: Place): Place => ({ file, span });

interface Call {
  readonly text: EntryText;
  readonly entry: Tree;
  readonly index: number;
  readonly id: string;
  readonly url: Text;
  readonly place: Place;
  readonly challenged: boolean;
}

const requestFact = (call: Call, { tree, headers }: Message): RequestFact => {
  const sends = hasBody(tree, headers);
  return {
    kind: 'request',
    ...call.place,
    id: call.id,
    origin: 'recording',
    client: 'har',
    method: methodOf(tree),
    urls: [call.url],
    headers: headerSetOf(headers),
    headersAt: call.place,
    body: requestBody(call.text, tree, headers),
    // The first request of a Digest login is sent without its body.
    hasBody: call.challenged && sends === false ? undefined : sends,
    setsContentType: false,
    auth: authOf(headers),
    ...credentialsOf(headers),
    exchange: call.index,
    time: timeOf(call.entry),
    repeated: false,
    trail: [],
  };
};

const responseFact = (call: Call, { tree, headers }: Message): ResponseFact => {
  const status: ScalarTree | undefined = scalarOf(tree, 'status');
  return {
    kind: 'response',
    ...placeOf(status ?? tree),
    origin: 'recording',
    request: call.id,
    status: statusOf(tree),
    headers: headerSetOf(headers),
    body: responseBody(call.text, tree, headers),
    exchange: call.index,
  };
};

const urlFact = ({ place, url }: Call): UrlFact => ({
  kind: 'url',
  ...place,
  origin: 'recording',
  text: url,
  use: 'value',
});

/**
 * The exchange that an entry records; `undefined` when it is no call of the API. An entry that breaks off counts
 * when its request is there, without an answer that is not.
 */
export const exchangeOf = (
  text: EntryText,
  entry: Tree,
  index: number,
  interest: (flat: string) => boolean,
): Exchange | undefined => {
  const request = memberOf(entry, 'request');
  const slot = scalarOf(request, 'url')?.slot;
  if (request === undefined || slot === undefined || !isWhole(request)) return undefined;
  const url = urlText(text, slot);
  const sent = messageOf(request);
  if (!interest(flatten(url)) || isNoCall(entry, sent, slot.value)) return undefined;
  const answer = memberOf(entry, 'response');
  const received = answer !== undefined && isWhole(answer) ? messageOf(answer) : undefined;
  const challenged = isChallenge(received) && authOf(sent.headers) !== 'digest';
  const place = placeOf(slot);
  const call: Call = { text, entry, index, id: `${text.file}#${index}`, url, place, challenged };
  const facts: readonly Fact[] = [urlFact(call), requestFact(call, sent)];
  return {
    key: `${methodOf(request) ?? ''} ${owned(slot.value)}`,
    challenged,
    facts: received === undefined ? facts : [...facts, responseFact(call, received)],
  };
};
