import { packedText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { RecordedAnswer, RecordedBody, RecordedRequest } from './exchange.ts';
import { presence } from './body.ts';
import { rawValue } from './headers.ts';
import type { RawHeader } from './headers.ts';
import { joinedText, sliceOf, scalarIn } from './texts.ts';

const REQUEST_LINE = /^([A-Z]{3,10}) (\S+) HTTP\/\d/;
const STATUS_LINE = /^HTTP\/[\d.]+ (\d{3})\b/;
const HEADER_NAME = /^(:?[!#$%&'*+.^_`|~\w-]+):/;

/** Header in a line of a message's head; `undefined` for any other line. */
export const headerIn = (file: string, line: SpelledText): RawHeader | undefined => {
  const found = HEADER_NAME.exec(line.text);
  if (found === null) return undefined;
  const [lead, name = ''] = found;
  const value = line.text.slice(lead.length).trim();
  const from = line.text.indexOf(value, name.length + 1);
  const slot = scalarIn(file, sliceOf(line, 0, name.length)).slot!;
  return { name: slot, value: scalarIn(file, sliceOf(line, from, from + value.length)) };
};

/** First line of a request: `GET /path HTTP/1.1`. */
export interface RequestLine {
  readonly method: string;
  readonly target: SpelledText;
}

/** Method and target of a request's first line; `undefined` for any other line. */
export const requestLineIn = (line: SpelledText): RequestLine | undefined => {
  const found = REQUEST_LINE.exec(line.text);
  if (found === null) return undefined;
  const [, method = '', target = ''] = found;
  const from = method.length + 1;
  return { method, target: sliceOf(line, from, from + target.length) };
};

/** Status of a response's first line, as written; `undefined` for any other line. */
export const statusIn = (line: SpelledText): SpelledText | undefined => {
  const found = STATUS_LINE.exec(line.text);
  const from = found === null ? 0 : found[0].length - 3;
  return found === null ? undefined : sliceOf(line, from, from + 3);
};

/** URL of a target and a host; a target may be a complete URL. */
export const addressPieces = (target: SpelledText, host: SpelledText | undefined): readonly SpelledText[] => {
  if (host === undefined || !target.text.startsWith('/')) return [target];
  return [packedText('https://', target.spanAt(0, 0)), host, target];
};

const hostIn = (headers: readonly RawHeader[]): SpelledText | undefined => {
  const found = headers.find(({ name }) => /^(?:host|:authority)$/i.test(name.value));
  const slot = found?.value.slot;
  return slot && packedText(slot.value, slot.span);
};

const bodyOf = (file: string, pieces: readonly SpelledText[]): RecordedBody | undefined =>
  pieces.length === 0 ? undefined : { kind: 'text', file, source: joinedText(pieces), mediaType: undefined };

/** True where a body was sent that is not recorded: without a length there is none, unless it is chunked. */
const sentBody = (headers: readonly RawHeader[]): boolean | undefined =>
  presence(undefined, headers, rawValue(headers, 'transfer-encoding') === undefined ? 0 : undefined);

/** Request whose head is recorded line by line, and its body in pieces, if at all. */
export const requestOfText = (
  file: string,
  { method, target }: RequestLine,
  headers: readonly RawHeader[],
  body: readonly SpelledText[],
): RecordedRequest => ({
  method,
  url: addressPieces(target, hostIn(headers)),
  place: { file, span: target.spanAt(0, target.text.length) },
  headers,
  body: bodyOf(file, body),
  hasBody: body.length > 0 ? true : sentBody(headers),
});

/** Response whose head is recorded line by line. */
export const answerOfText = (
  file: string,
  status: SpelledText,
  headers: readonly RawHeader[],
  body: readonly SpelledText[],
): RecordedAnswer => ({
  status: Number(status.text),
  place: { file, span: status.spanAt(0, 3) },
  headers,
  body: bodyOf(file, body),
});
