import type { Json } from '../model/index.ts';
import type { StateChange } from './changes.ts';

/** Request as received, not yet validated. */
export interface ServiceRequest {
  /** Upper case. */
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Names in lower case, in order, repeated ones included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** IP address of the client. */
  readonly remote: string;
}

/** Response that goes back over the wire. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array;
}

/** Body of a reply: a document, a list of documents, bytes, or none. */
export type ReplyBody =
  | { readonly kind: 'document'; readonly value: Json }
  | { readonly kind: 'list'; readonly value: Readonly<Record<string, Json>> }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'none' };

/** Reply of an endpoint to a request, before it is spelled as HTTP. */
export interface Reply {
  readonly status: number;
  readonly body: ReplyBody;
  /** Media type; `undefined`: the one of the status. */
  readonly type?: string | undefined;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Assumptions of the reply that the specification does not cover: keys of `assumptions` in the configuration. */
  readonly assumptions: readonly string[];
  /** State changes that apply when the reply is sent. */
  readonly changes?: readonly StateChange[];
}

/** A step on the way to a reply: its result, or the reply that ends the way. */
export type ReplyStep<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reply: Reply };

/** A step that went well. */
export const pass = <T>(value: T): ReplyStep<T> => ({ ok: true, value });

/** A step that ends in a reply. */
export const stop = (reply: Reply): ReplyStep<never> => ({ ok: false, reply });

/** The values of a header, in order; its name in lower case. */
export const headerValues = (request: ServiceRequest, name: string): readonly string[] =>
  request.headers.filter(([candidate]) => candidate === name).map(([, value]) => value);

/** The only value of a header that may be sent once. */
export const headerValue = (request: ServiceRequest, name: string): string | undefined =>
  headerValues(request, name)[0];
