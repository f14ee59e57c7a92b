import type { Json } from '../model/index.ts';
import type { Reply, ServiceAnswer } from './message.ts';
import type { Configuration } from './configuration.ts';

/** Form in which a client wants its response (specification §4.2). */
export interface AnswerPresentation {
  readonly pretty: boolean;
  readonly envelope: boolean;
}

/** Metadata of a response. */
export interface ResponseMeta {
  readonly configuration: Configuration;
  /** Version of the service. */
  readonly version: string;
  /** Milliseconds that the response took. */
  readonly took: number;
}

const enveloped = ({ body, status }: Reply): Json => {
  if (body.kind === 'list') return { ...body.value, status };
  return { content: body.kind === 'document' ? body.value : null, status };
};

/** Escapes what the charset of a 401 may not be able to say (specification §7.2). */
const ascii = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const spelled = (reply: Reply, { pretty, envelope }: AnswerPresentation): string | Uint8Array => {
  const { body } = reply;
  if (body.kind === 'bytes') return body.bytes;
  if (body.kind === 'none' && !envelope) return '';
  const value = envelope ? enveloped(reply) : body.kind === 'none' ? null : body.value;
  return ascii(pretty ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value));
};

const pairs = (record: Readonly<Record<string, string>> | undefined): [string, string][] =>
  Object.entries(record ?? {});

const headersOf = (
  reply: Reply,
  { configuration, version, took }: ResponseMeta,
): ServiceAnswer['headers'] => {
  const { headers, vendor } = configuration;
  const { status } = reply;
  const success: [string, string][] =
    status >= 300
      ? []
      : [
          ...pairs(headers.success),
          [`x-${vendor}-service-version`, `gitHash=reference; versionString=${version}`],
          [headers.serviceTime, String(Math.round(took))],
        ];
  return [...pairs(headers.always), ...success, ...pairs(headers.statuses[status]), ...(reply.headers ?? [])];
};

/** Names what a response rests on that the specification leaves open. */
export const ASSUMPTIONS_HEADER = 'x-reference-assumptions';

const typeOf = (reply: Reply, envelope: boolean, { configuration }: ResponseMeta): string | undefined => {
  if (reply.body.kind === 'none' && !envelope) return undefined;
  return reply.type ?? configuration.headers.types[reply.status] ?? 'application/json';
};

/** Reply as HTTP: headers (specification §7.2), body in the requested form, and assumptions. */
export const present = (
  reply: Reply,
  presentation: AnswerPresentation,
  circumstances: ResponseMeta,
): ServiceAnswer => {
  const envelope = presentation.envelope && reply.body.kind !== 'bytes';
  const body = reply.status === 204 ? '' : spelled(reply, { ...presentation, envelope });
  const type = reply.status === 204 ? undefined : typeOf(reply, envelope, circumstances);
  const assumptions = new Set([...reply.assumptions, ...(envelope ? ['envelope'] : [])]);
  return {
    status: reply.status,
    headers: [
      ...headersOf(reply, circumstances),
      ...(type === undefined ? [] : [['content-type', type] as const]),
      ...(reply.status === 204 ? [] : [['content-length', String(Buffer.byteLength(body))] as const]),
      ...(assumptions.size === 0 ? [] : [[ASSUMPTIONS_HEADER, [...assumptions].join(', ')] as const]),
    ],
    body,
  };
};
