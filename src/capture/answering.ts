import type { Answer, IncomingCall, Exchange, Headers, ConnectionLink } from './exchange.ts';
import { BodyRecorder } from './body-recorder.ts';

/** A response that was made up, not received. */
export interface MadeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

/** A call as its handler receives it. */
export interface AskedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

type AnswerCall = (call: AskedCall) => MadeAnswer;
type See = (exchange: Exchange) => void;

const send = ({ request, response }: IncomingCall, { status, headers, body }: MadeAnswer): void => {
  for (const [name, value] of headers) response.appendHeader(name, value);
  (response.writeHead as (status: number) => unknown)(status);
  (response.end as (body?: unknown) => unknown).call(response, request.method === 'HEAD' ? undefined : body);
};

const answerKept = ({ status, headers, body }: MadeAnswer): Answer => {
  const bytes = Buffer.from(body);
  return { status, text: '', headers, body: { bytes, length: bytes.length }, isWhole: true };
};

const methodOf = ({ request }: IncomingCall): string => (request.method ?? 'GET').toUpperCase();

const exchangeOf = (call: IncomingCall, { body }: BodyRecorder, answer: Answer | undefined): Exchange => {
  const { request, url, headers, started, trail } = call;
  const version = `HTTP/${request.httpVersion}`;
  const took = Date.now() - started;
  return { started, took, method: methodOf(call), url, version, headers, body, answer, trail };
};

const answered = (call: IncomingCall, kept: BodyRecorder, answer: AnswerCall, see: See): void => {
  const { url, headers } = call;
  const { bytes, length } = kept.body;
  const method = methodOf(call);
  const isWhole = bytes.length === length;
  const made = isWhole
    ? answer({ method, url, headers, body: bytes })
    : { status: 413, headers: [], body: '' };
  see(exchangeOf(call, kept, answerKept(made)));
  send(call, made);
};

/** A link to a handler in this process: nothing leaves the process. */
export const answeringLink = (answer: AnswerCall, see: See): ConnectionLink => ({
  carry: (call) => {
    const kept = new BodyRecorder();
    call.request.on('data', (piece: Buffer) => kept.add(piece));
    let isSent = false;
    call.request.on('end', () => {
      isSent = true;
      answered(call, kept, answer, see);
    });
    // A call whose body broke off is a call too.
    call.response.once('close', () => {
      if (!isSent) see(exchangeOf(call, kept, undefined));
    });
    call.request.on('error', () => {});
  },
  end: () => {},
});
