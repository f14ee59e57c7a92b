import { isSecretName, isSecretValue } from '../extract/secrets.ts';
import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { headerText } from './header.ts';
import { redactText, SECRET_NAME } from './redact.ts';
import { memberWithoutCredential, nameWithoutCredential, standIn, withoutCredential } from './stand-in.ts';

// Recorded calls as `migrate record` writes them: a stand-in replaces each credential, and readers treat it alike.

const isSecret = (name: string): boolean => isSecretName(name) || SECRET_NAME.test(name);

const valueOf = (name: string, value: string): string =>
  isSecret(name) || isSecretValue(value) ? standIn(value) : withoutCredential(value, name);

/** Path segment. Names of people's own stay there, which have none of the signs that part a name from a password or a key from a value. */
const segmentOf = (text: string): string =>
  isSecretValue(text) || /[@=;]/.test(text) ? standIn(text) : nameWithoutCredential(text);

const nameOf = (text: string): string =>
  isSecretValue(text) ? standIn(text) : memberWithoutCredential(text);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** Part of a URL or form, or its encoded placeholder. */
const encodedPart = (text: string, replaced: (value: string) => string): string => {
  const value = decoded(text);
  const shown = replaced(value);
  return shown === value ? text : encodeURIComponent(shown);
};

/** `a=1&b=2`, as a query and as the body of a form. */
export const recordedForm = (text: string): Redacted =>
  masked(
    text
      .split('&')
      .map((pair) => {
        const equals = pair.indexOf('=');
        if (equals === -1) return encodedPart(pair, nameOf);
        const name = pair.slice(0, equals);
        const value = encodedPart(pair.slice(equals + 1), (given) => valueOf(decoded(name), given));
        return `${encodedPart(name, nameOf)}=${value}`;
      })
      .join('&'),
  );

/** A URL without user, password and fragment. */
export const recordedUrl = (url: string): Redacted => {
  const [, origin = '', path = '', query] = /^(https?:\/\/[^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  const host = origin.replace(/\/\/.*@/, '//');
  const segments = path.split('/').map((segment) => encodedPart(segment, segmentOf));
  return masked(host + segments.join('/') + (query === undefined ? '' : `?${recordedForm(query)}`));
};

const VISIBLE = /^(?:accept|content-type)$/i;
const HARMLESS =
  /^(?:accept-encoding|content-length|content-encoding|transfer-encoding|user-agent|host|date|retry-after|vary|deprecation|sunset|cache-control|allow|strict-transport-security|x-content-type-options|x-frame-options|referrer-policy|server|connection|x-reference-assumptions)$/i;
const WORDS = /^[a-z][a-z-]*(?:, ?[a-z][a-z-]*)*$/;

const MEDIA_TYPE =
  /^(?:application|audio|font|image|message|model|multipart|text|video|\*)\/[\w.+*-]{1,80}$/i;
/** Parameters of media types that cannot hold anything else. */
const MEDIA_PARAMETER =
  /^(?:q=[01](?:\.\d{1,3})?|charset="?(?:utf-?8|utf-?16(?:le|be)?|us-ascii|iso-8859-\d{1,2}|windows-125\d)"?|version="?[\d.-]{1,10}"?)$/i;

/** Media types in any spelling, as the versions of the API are judged by them; their parameters only where they are known. */
const mediaTypes = (value: string): string =>
  value
    .split(/(\s*[,;]\s*)/)
    .map((item, at) => {
      if (at % 2 === 1 || item === '' || MEDIA_PARAMETER.test(item)) return item;
      return MEDIA_TYPE.test(item) && redactText(item) === item ? item : standIn(item);
    })
    .join('');

/** Schemes of credentials; the first word of any other text may be a part of them. */
const SCHEME = /^(?:basic|bearer|digest|negotiate|ntlm|token|apikey|api-key|hawk|aws4-hmac-sha256|oauth)$/i;

const credentials = (value: string): string => {
  if (SCHEME.test(value.trim())) return value.trim();
  const [, scheme = '', rest = ''] = /^\s*([a-z][a-z0-9-]*)\s+(.*)$/is.exec(value) ?? [];
  return SCHEME.test(scheme) ? `${scheme} ${standIn(rest.trim())}` : standIn(value);
};

const challenge = (value: string): string =>
  Array.from(
    value.matchAll(/\b(digest|basic|bearer|negotiate)\b/gi),
    ([scheme]) => `${scheme} realm="redacted"`,
  ).join(', ');

/** The value of a header. */
export const recordedHeader = (name: string, value: string): Redacted => {
  if (/^(?:proxy-)?authorization$/i.test(name)) return masked(credentials(value));
  if (/^www-authenticate$/i.test(name)) return masked(challenge(value));
  if (VISIBLE.test(name)) return isSecretValue(value) ? standIn(value) : masked(mediaTypes(value));
  if (/^(?:connection|x-reference-assumptions)$/i.test(name))
    return WORDS.test(value) ? redactText(value) : standIn(value);
  return HARMLESS.test(name) ? masked(headerText(name, value)) : standIn(value);
};

/** The name of a header or of a member; one that looks like a credential is replaced. */
export const recordedName = (name: string): Redacted => memberWithoutCredential(name);

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** An object or a list that is being read. */
interface Place {
  readonly isObject: boolean;
  /** Name of the member that holds it. */
  readonly name: string;
  /** True where that name, or one around it, is one of credentials. */
  readonly isSecret: boolean;
}

const textIn = (token: string): string => JSON.parse(token) as string;

const scalar = (token: string, name: string, secret: boolean): string => {
  if (!token.startsWith('"')) return secret && /^-?\d/.test(token) ? '0' : token;
  const value = textIn(token);
  const shown = secret ? standIn(value) : valueOf(name, value);
  return shown === value ? token : JSON.stringify(shown);
};

const nameText = (token: string): string => {
  const name = textIn(token);
  const shown = recordedName(name);
  return shown === name ? token : JSON.stringify(shown);
};

/** Replaces values of a JSON text one after the other. State: where it is. */
class JsonWriter {
  readonly #open: Place[] = [];
  #expectsName = false;
  #name = '';
  #isSecret = false;

  write(token: string): string {
    if (token === '{' || token === '[') return this.#begin(token);
    if (token === '}' || token === ']') return this.#end(token);
    if (token === ':') return this.#named(token, false);
    if (token === ',') return this.#named(token, this.#open.at(-1)?.isObject ?? false);
    if (!this.#expectsName) return scalar(token, this.#name, this.#isSecret);
    this.#name = textIn(token);
    this.#isSecret = (this.#open.at(-1)?.isSecret ?? false) || isSecret(this.#name);
    return nameText(token);
  }

  #begin(token: string): string {
    this.#open.push({ isObject: token === '{', name: this.#name, isSecret: this.#isSecret });
    this.#expectsName = token === '{';
    return token;
  }

  #end(token: string): string {
    const closed = this.#open.pop();
    this.#name = closed?.name ?? '';
    this.#isSecret = closed?.isSecret ?? false;
    this.#expectsName = false;
    return token;
  }

  #named(token: string, expectsName: boolean): string {
    this.#expectsName = expectsName;
    return token;
  }
}

/** A JSON text, byte for byte the same but for credentials; `undefined` where it is none. */
export const recordedJson = (text: string): Redacted | undefined => {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const writer = new JsonWriter();
  return masked(text.replace(TOKEN, (token) => writer.write(token)));
};
