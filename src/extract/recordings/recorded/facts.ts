import { flatten, methodNamed } from '../../../model/index.ts';
import type {
  Fact,
  Place,
  RequestFact,
  ResponseFact,
  Text,
  TextPart,
  Tree,
  UrlFact,
} from '../../../model/index.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { requestBody, responseBody } from './body.ts';
import type { RecordedAnswer, RecordedExchange, RecordedRequest } from './exchange.ts';
import { doubtIn } from './doubts.ts';
import { recordedAuthOf, credentialsOf, headerSetOf, rawValue } from './headers.ts';
import { isSecretValue, urlWithoutSecrets } from '../../secrets.ts';
import { knownPart, owned, slotIn } from './texts.ts';

/** Facts of one exchange, and the data that identifies the halves of a Digest login. */
export interface StatedExchange {
  /** Equal for a request and its repeat. */
  readonly key: string;
  /** True when the response requests Digest credentials that the request did not have. */
  readonly challenged: boolean;
  /** False when its credentials are not those that a challenge requests. */
  readonly repeats: boolean;
  readonly facts: readonly Fact[];
}

/** True for preflights, tunnels and sockets, and for requests that never reached a server. */
const isNoCall = ({ request, answer }: RecordedExchange, url: string): boolean => {
  const method = request.method?.toUpperCase();
  if (method === 'CONNECT' || method === 'OPTIONS') return true;
  if (/^wss?:/i.test(url) || rawValue(request.headers, 'upgrade')?.toLowerCase() === 'websocket') return true;
  return answer?.status !== undefined && answer.status <= 0;
};

/** Parts of the range `[from, to)` of consecutive pieces. */
const partsIn = (
  file: string,
  pieces: readonly SpelledText[],
  from: number,
  to: number,
): readonly TextPart[] => {
  const parts: TextPart[] = [];
  let at = 0;
  for (const piece of pieces) {
    const start = Math.max(from - at, 0);
    const end = Math.min(to - at, piece.text.length);
    if (start < end) parts.push(knownPart(slotIn(file, piece, start, end)));
    at += piece.text.length;
  }
  return parts;
};

const addressOf = ({ url }: RecordedRequest): string => url.map(({ text }) => text).join('');

const urlText = (request: RecordedRequest): Text =>
  urlWithoutSecrets(addressOf(request), (from, to) => partsIn(request.place.file, request.url, from, to));

/** True for a 401 with a Digest challenge, or without recorded headers. */
const isChallenge = (answer: RecordedAnswer | undefined): boolean => {
  if (answer?.status !== 401) return false;
  const asks = answer.headers.filter(({ name }) => name.value.toLowerCase() === 'www-authenticate');
  if (asks.length === 0) return answer.headers.length === 0;
  return asks.some(({ value }) => /\bdigest\b/i.test(String(value.value)));
};

const placeOf = ({ file, span }: Place): Place => ({ file, span });

interface Call {
  readonly exchange: RecordedExchange;
  readonly id: string;
  readonly url: Text;
  readonly challenged: boolean;
  /** Body of the response. */
  readonly answered: Tree | undefined;
}

const [FIRST_TIME, LAST_TIME] = [Date.UTC(1970, 0), Date.UTC(9999, 0)];

/** A time that a date can have: the numbers of a log may be any. */
const dated = (time: number | undefined): number | undefined =>
  time !== undefined && time >= FIRST_TIME && time < LAST_TIME ? time : undefined;

const requestFact = ({ exchange, id, url, challenged, answered }: Call, read: JsonReader): RequestFact => {
  const { request, index, client, time, repeats } = exchange;
  const { headers, hasBody, method } = request;
  const body = requestBody(request, read);
  const doubt = doubtIn(exchange, body, answered);
  return {
    kind: 'request',
    ...placeOf(request.place),
    id,
    origin: 'recording',
    client,
    method: methodNamed(method),
    urls: [url],
    headers: headerSetOf(headers),
    headersAt: placeOf(request.place),
    body,
    // The first request of a Digest login is sent without its body.
    hasBody: challenged && hasBody === false ? undefined : hasBody,
    setsContentType: false,
    auth: recordedAuthOf(headers),
    ...credentialsOf(headers),
    exchange: index,
    time: dated(time),
    ...(doubt === undefined ? {} : { doubt }),
    ...(repeats === undefined ? {} : { repeats: { ...repeats, last: dated(repeats.last) } }),
    repeated: false,
    trail: [],
  };
};

const MEDIA_TYPE = /^[a-z]{1,20}\/[\w.+-]{1,80}(?=\s*(?:;|$))/i;

const mediaTypeOf = ({ body }: RecordedAnswer): Pick<ResponseFact, 'mediaType'> => {
  const [type] = (body?.kind === 'text' && MEDIA_TYPE.exec(body.mediaType ?? '')) || [];
  return type === undefined || isSecretValue(type) ? {} : { mediaType: type };
};

const responseFact = ({ exchange, id, answered }: Call, answer: RecordedAnswer): ResponseFact => ({
  kind: 'response',
  ...placeOf(answer.place),
  origin: 'recording',
  request: id,
  status: answer.status,
  headers: headerSetOf(answer.headers),
  ...mediaTypeOf(answer),
  body: answered,
  exchange: exchange.index,
});

const urlFact = ({ exchange, url }: Call): UrlFact => ({
  kind: 'url',
  ...placeOf(exchange.request.place),
  origin: 'recording',
  text: url,
  use: 'value',
});

/** Facts of an exchange without credentials; `undefined` when it is not a call that may be one of the API. */
export const statedExchange = (
  exchange: RecordedExchange,
  read: JsonReader,
  mayBeApiUrl: (flat: string) => boolean,
): StatedExchange | undefined => {
  const { request, answer, file, index } = exchange;
  const url = urlText(request);
  const written = addressOf(request);
  if (!mayBeApiUrl(flatten(url)) || isNoCall(exchange, written)) return undefined;
  // Calls that represent many of a log were paired with their repeats before they were counted.
  const isOne = exchange.repeats === undefined;
  const auth = recordedAuthOf(request.headers);
  const challenged = isOne && isChallenge(answer) && auth !== 'digest';
  const answered = answer && responseBody(answer, read);
  const call: Call = { exchange, id: `${file}#${index}`, url, challenged, answered };
  const facts: readonly Fact[] = [urlFact(call), requestFact(call, read)];
  return {
    key: `${request.method?.toUpperCase() ?? ''} ${owned(written)}`,
    challenged,
    repeats: auth === undefined || auth === 'digest',
    facts: answer === undefined ? facts : [...facts, responseFact(call, answer)],
  };
};
