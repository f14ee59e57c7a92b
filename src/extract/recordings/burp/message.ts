import { packedText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { headerIn } from '../recorded/http-text.ts';
import { rawValue } from '../recorded/headers.ts';
import type { RawHeader } from '../recorded/headers.ts';
import { sliceOf } from '../recorded/texts.ts';
import { textOfBytes } from '../recorded/unpack.ts';
import type { Element } from './elements.ts';

/** HTTP message in a Burp item: `GET /path HTTP/1.1`, headers, a blank line, a body. */
export interface Message {
  readonly first: SpelledText;
  readonly headers: readonly RawHeader[];
  readonly body: readonly SpelledText[];
}

const BLANK_LINE = /\r?\n\r?\n/;

const linesOf = (head: SpelledText): readonly SpelledText[] =>
  Array.from(head.text.matchAll(/[^\r\n]+/g), ({ 0: line, index }) =>
    sliceOf(head, index, index + line.length),
  );

const messageOf = (
  file: string,
  head: SpelledText,
  bodyOf: (headers: readonly RawHeader[]) => SpelledText | undefined,
): Message | undefined => {
  const [first, ...lines] = linesOf(head);
  if (first === undefined) return undefined;
  const headers = lines.flatMap((line) => headerIn(file, line) ?? []);
  const body = bodyOf(headers);
  return { first, headers, body: body === undefined || body.text === '' ? [] : [body] };
};

/** Bytes of a chunked body; others are returned unchanged. */
const withoutChunks = (bytes: Buffer): Buffer => {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at);
    const size = /^[0-9a-f]{1,7}(?=;|$)/i.exec(bytes.toString('latin1', at, Math.min(end, at + 100)))?.[0];
    if (end === -1 || size === undefined) return bytes;
    const length = Number.parseInt(size, 16);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(chunks);
};

/** Base64-encoded message: its characters cannot be located in the file. */
const encodedMessage = (file: string, { text: source }: Element): Message | undefined => {
  const bytes = Buffer.from(source.text, 'base64');
  const span = source.spanAt(0, source.text.length);
  const all = bytes.toString('latin1');
  const { index = all.length, 0: blank = '' } = BLANK_LINE.exec(all) ?? {};
  const head = packedText(bytes.toString('utf8', 0, index), span);
  return messageOf(file, head, (headers) => {
    const body = bytes.subarray(index + blank.length);
    const isChunked = /\bchunked\b/i.test(rawValue(headers, 'transfer-encoding') ?? '');
    const text = textOfBytes(isChunked ? withoutChunks(body) : body, rawValue(headers, 'content-encoding'));
    return text === undefined ? undefined : packedText(text, span);
  });
};

const plainMessage = (file: string, { text: source }: Element): Message | undefined => {
  const { index = source.text.length, 0: blank = '' } = BLANK_LINE.exec(source.text) ?? {};
  return messageOf(file, sliceOf(source, 0, index), () => sliceOf(source, index + blank.length));
};

/** Message of a `<request>` or `<response>`; `undefined` where there is none. */
export const readMessage = (file: string, element: Element | undefined): Message | undefined =>
  element && (/\bbase64="true"/.test(element.attributes) ? encodedMessage : plainMessage)(file, element);
