import { isUtf8 } from 'node:buffer';
import type { Place, Slot, Tree } from '../../../model/index.ts';
import { packedText, plainText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { memberOf, scalarOf, stringOf } from '../../members.ts';
import { presence } from '../recorded/body.ts';
import type {
  RecordedAnswer,
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
} from '../recorded/exchange.ts';
import { rawHeaders, rawValue } from '../recorded/headers.ts';
import { textOfBytes } from '../recorded/unpack.ts';
import type { ReadValue } from './tnetstring.ts';
import { entryNamed } from '../../../model/index.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

const textOf = ({ value, span }: Slot): SpelledText =>
  span.end - span.start === value.length ? plainText(value, span.start) : packedText(value, span);

const placeOf = ({ file, span }: Place): Place => ({ file, span });

/** Body of a message: positions in a verbatim text are exact; an encoded body has one position. */
const bodyOf = (message: Tree, bytesOf: ReadValue['bytesOf']): RecordedBody | undefined => {
  const content = scalarOf(message, 'content');
  const bytes = bytesOf(content);
  if (content?.slot === undefined || bytes === undefined || bytes.length === 0) return undefined;
  const encoding = rawValue(rawHeaders(message), 'content-encoding');
  const text = textOfBytes(bytes, encoding) ?? '';
  const source =
    text === content.value && isUtf8(bytes) ? textOf(content.slot) : packedText(text, content.span);
  return { kind: 'text', file: content.file, source, mediaType: undefined };
};

/** Scheme, host and port, which are stored separately from the path. */
const originOf = (request: Tree): readonly SpelledText[] => {
  const scheme = stringOf(request, 'scheme') ?? 'https';
  const host = scalarOf(request, 'host')?.slot;
  const port = scalarOf(request, 'port')?.value;
  if (host === undefined) return [];
  const shown = typeof port === 'number' && port !== entryNamed(DEFAULT_PORTS, scheme) ? `:${port}` : '';
  return [packedText(`${scheme}://`, host.span), textOf(host), packedText(shown, host.span)];
};

const requestOf = (request: Tree, path: Slot, bytesOf: ReadValue['bytesOf']): RecordedRequest => {
  const headers = rawHeaders(request);
  const body = bodyOf(request, bytesOf);
  const isWhole = !path.value.startsWith('/');
  return {
    method: stringOf(request, 'method'),
    url: [...(isWhole ? [] : originOf(request)), textOf(path)],
    place: placeOf(path),
    headers,
    body,
    hasBody: body === undefined ? presence('', headers) : true,
  };
};

const answerOf = (response: Tree, bytesOf: ReadValue['bytesOf']): RecordedAnswer => {
  const status = scalarOf(response, 'status_code') ?? scalarOf(response, 'code');
  return {
    status: typeof status?.value === 'number' ? status.value : undefined,
    place: placeOf(status ?? response),
    headers: rawHeaders(response),
    body: bodyOf(response, bytesOf),
  };
};

/** Exchange of a flow; `undefined` for flows other than HTTP. */
export const exchangeOf = ({ tree, bytesOf }: ReadValue, index: number): RecordedExchange | undefined => {
  const request = memberOf(tree, 'request');
  const path = scalarOf(request, 'path')?.slot;
  if (request === undefined || path === undefined) return undefined;
  if (memberOf(tree, 'websocket')?.kind === 'object') return undefined;
  const response = memberOf(tree, 'response');
  const started = scalarOf(request, 'timestamp_start')?.value;
  return {
    index,
    client: 'mitmproxy',
    file: tree.file,
    request: requestOf(request, path, bytesOf),
    answer: response?.kind === 'object' ? answerOf(response, bytesOf) : undefined,
    time: typeof started === 'number' ? Math.round(started * 1000) : undefined,
  };
};
