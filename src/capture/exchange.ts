import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/** Request or response as it arrives. */
export type Incoming = IncomingMessage | Http2ServerRequest;
/** Request or response as it is passed on. */
export type Outgoing = ServerResponse | Http2ServerResponse;
export type Headers = readonly (readonly [name: string, value: string])[];

/** A body as it was sent, as far as it is kept. */
export interface CapturedBody {
  readonly bytes: Buffer;
  /** Bytes that were sent; more than are kept where the body is too long. */
  readonly length: number;
}

/** A call of the API and its response, with all that was sent: nothing of it is printed or written before redaction. */
export interface Exchange {
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Milliseconds. */
  readonly took: number;
  readonly method: string;
  readonly url: string;
  readonly version: string;
  readonly headers: Headers;
  readonly body: CapturedBody;
  readonly answer: Answer | undefined;
  /** Call site in the program, `/app/src/api.js:12:9`, then who called that; empty where the program does not tell. */
  readonly trail: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly body: CapturedBody;
  /** False where the response broke off, or could not be passed on to the program. */
  readonly isWhole: boolean;
}

/** True where the program got a response, to its end. */
export const isAnswered = ({ answer }: Pick<Exchange, 'answer'>): boolean => answer?.isWhole === true;

/** A request as it came in, before its body is read. */
export interface IncomingCall {
  readonly request: Incoming;
  readonly response: Outgoing;
  readonly started: number;
  readonly url: string;
  /** Headers without that of the preload. */
  readonly headers: Headers;
  readonly trail: readonly string[];
  /** Ends the call as a server does that fails: the program sees a broken connection, or a broken stream of HTTP/2. */
  readonly reset: () => void;
}

/** The way from one connection of a program to where its calls go. */
export interface ConnectionLink {
  carry(call: IncomingCall): void;
  /** The program's connection is closed. */
  end(): void;
}
