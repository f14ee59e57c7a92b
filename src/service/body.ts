import type { Api, Json } from '../model/index.ts';
import { isDate } from '../rules/checks/media.ts';
import type { Configuration } from './configuration.ts';
import { headerValue, pass, stop } from './message.ts';
import type { ServiceRequest, ReplyStep } from './message.ts';
import { refusal } from './refusals.ts';
import type { Router } from './routes.ts';

const MAX_DEPTH = 100;

interface MediaType {
  readonly essence: string;
  readonly charset: string;
}

const mediaTypeOf = (value: string): MediaType => {
  const [essence = '', ...parameters] = value.split(';').map((part) => part.trim());
  const charset = parameters
    .map((parameter) => /^charset\s*=\s*"?([^"]*)"?$/i.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  return { essence: essence.toLowerCase(), charset: (charset ?? 'utf-8').toLowerCase() };
};

const isUtf8 = ({ charset }: MediaType): boolean => ['utf-8', 'utf8', 'us-ascii'].includes(charset);

const decoded = (body: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
};

/** True when the body is not compressed. */
const isPlain = (request: ServiceRequest): boolean =>
  (headerValue(request, 'content-encoding') ?? 'identity').toLowerCase() === 'identity';

type Complaint = 'INVALID_JSON' | 'DUPLICATE_MEMBER';

/** Error in a JSON text that a parser does not report: nesting too deep, or a duplicate member. */
const complaintOf = (text: string): Complaint | undefined => {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}:]/gs)) {
    if (token === '[' || token === '{') open.push(token === '{' ? new Set() : undefined);
    if (token === ']' || token === '}') open.pop();
    if (open.length > MAX_DEPTH) return 'INVALID_JSON';
    const names = open.at(-1);
    const name = token === ':' ? nameIn(last) : undefined;
    if (name !== undefined && names?.has(name) === true) return 'DUPLICATE_MEMBER';
    if (name !== undefined) names?.add(name);
    last = token;
  }
  return undefined;
};

/** The member name of a token, its escapes read; the token itself where it is no string. */
const nameIn = (token: string): string => {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
};

const parsed = (body: Uint8Array): { readonly value: Json } | Complaint => {
  const text = decoded(body);
  const complaint = text === undefined ? 'INVALID_JSON' : complaintOf(text);
  if (text === undefined || complaint !== undefined) return complaint ?? 'INVALID_JSON';
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return 'INVALID_JSON';
  }
};

/** True for a vendor media type of the product with a version: a day that exists, and not before the first one. */
const isVendorType = (essence: string, product: string, { versionDates: [first = ''] }: Api): boolean => {
  const [, name, version = ''] = /^application\/vnd\.([\w-]+)\.([\w-]+)\+json$/.exec(essence) ?? [];
  return name === product && (version === 'preview' || (isDate(version) && version >= first));
};

/**
 * JSON body of a request (specification §4.4): 415 for another content type, charset or encoding, 400 for
 * invalid JSON or duplicate members. `undefined` without a body.
 */
export const readJson = (
  request: ServiceRequest,
  { api, product }: Pick<Router, 'api' | 'product'>,
  configuration: Configuration,
): ReplyStep<Json | undefined> => {
  if (request.body.length === 0) return pass(undefined);
  const type = mediaTypeOf(headerValue(request, 'content-type') ?? '');
  const isJson = type.essence === 'application/json' || isVendorType(type.essence, product, api);
  if (!isJson || !isUtf8(type) || !isPlain(request))
    return stop(refusal(configuration, 'UNSUPPORTED_MEDIA_TYPE', [product]));
  const json = parsed(request.body);
  return typeof json === 'string' ? stop(refusal(configuration, json)) : pass(json.value);
};

/** The fields of a form; `undefined` for another content type or encoding, malformed escapes, or a repeated field. */
export const readForm = (request: ServiceRequest): ReadonlyMap<string, string> | undefined => {
  const type = mediaTypeOf(headerValue(request, 'content-type') ?? '');
  const text = decoded(request.body);
  if (type.essence !== 'application/x-www-form-urlencoded' || !isUtf8(type) || !isPlain(request))
    return undefined;
  if (text === undefined || /%(?![0-9a-f]{2})/i.test(text)) return undefined;
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
};
