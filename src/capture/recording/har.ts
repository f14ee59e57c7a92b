import { STATUS_CODES } from 'node:http';
import type { Clean, Redacted } from '../../model/index.ts';
import { rendered, say, word } from '../../redact/gate.ts';
import { redactText } from '../../redact/redact.ts';
import { recordedHeader, recordedName, recordedUrl } from '../../redact/recorded.ts';
import type { Answer, Exchange, Headers } from '../exchange.ts';
import { capturedHeader, recordedBody } from './body.ts';

const json = <T>(value: Clean<T>): Redacted => rendered<T>((clean) => JSON.stringify(clean), value);

const headersOf = (headers: Headers) =>
  headers.map(([name, value]) => ({ name: recordedName(name), value: recordedHeader(name, value) }));

const mediaType = (headers: Headers): Redacted =>
  recordedHeader('content-type', capturedHeader(headers, 'content-type') ?? '');

const requestOf = ({ method, url, version, headers, body }: Exchange) => {
  const content = recordedBody(body, headers);
  return {
    method: redactText(method),
    url: recordedUrl(url),
    httpVersion: redactText(version),
    cookies: [],
    headers: headersOf(headers),
    queryString: [],
    headersSize: -1,
    bodySize: body.length,
    ...(content === undefined ? {} : { postData: { mimeType: mediaType(headers), ...content } }),
  };
};

const NO_ANSWER: Answer = {
  status: 0,
  text: '',
  headers: [],
  body: { bytes: Buffer.alloc(0), length: 0 },
  isWhole: true,
};

const BROKEN_OFF = { comment: word('Not recorded: the response broke off.') };

const responseOf = ({ version, answer = NO_ANSWER }: Exchange) => {
  const { status, text, headers, body, isWhole } = answer;
  return {
    status,
    // Servers may write anything there.
    statusText: redactText(STATUS_CODES[status] === text ? text : ''),
    httpVersion: redactText(version),
    cookies: [],
    headers: headersOf(headers),
    content: {
      size: body.length,
      mimeType: mediaType(headers),
      ...(isWhole ? recordedBody(body, headers) : BROKEN_OFF),
    },
    redirectURL: word(''),
    headersSize: -1,
    bodySize: body.length,
  };
};

/** A call as an entry of a HAR, without credentials. One without a response has the status 0. */
export const harEntry = (exchange: Exchange): Redacted =>
  json({
    startedDateTime: redactText(new Date(exchange.started).toISOString()),
    time: exchange.took,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: exchange.took, receive: 0 },
  });

/** Text before and behind the entries of a HAR. */
export const harFrame = (tool: { readonly name: Redacted; readonly version: Redacted }) => ({
  head: say`{"log":{"version":"1.2","creator":${json(tool)},"entries":[`,
  tail: word('\n]}}\n'),
});
