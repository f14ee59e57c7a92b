import { createHmac, randomBytes } from 'node:crypto';
import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { redactText } from './redact.ts';

const KEY = randomBytes(32);

/** Digest that is equal for equal credentials of one run, and differs between runs. */
const tagOf = (credential: string): string =>
  createHmac('sha256', KEY).update(credential).digest('hex').slice(0, 12);

type Shape = readonly [form: RegExp, standIn: (tag: string, found: RegExpExecArray) => string];

const base64 = (text: string): string => Buffer.from(text).toString('base64url');

/** Kinds of credentials that readers distinguish by form. */
const SHAPES: readonly Shape[] = [
  [
    /^ey[\w-]+\.[\w-]+\.[\w-]*$/,
    (tag) => `${base64('{"alg":"none"}')}.${base64('{"redacted":true}')}.${tag}`,
  ],
  [/^(mdb_sa_[a-z]+_)/, (tag, [, prefix]) => `${prefix}redacted${tag}`],
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, (tag) => `00000000-0000-0000-0000-${tag}`],
  [/^(mongodb(?:\+srv)?):\/\//i, (tag, [, scheme]) => `${scheme}://redacted-${tag}.example.net`],
  [/^(https?):\/\//i, (tag, [, scheme]) => `${scheme}://redacted-${tag}.example.net`],
  [/^[^\s@]+@[^\s@]+$/, (tag) => `redacted-${tag}@example.com`],
];

/** Placeholder in a recording for a credential: of the same form, the same for the same credential. */
export const standIn = (credential: string): Redacted => {
  const tag = tagOf(credential);
  for (const [form, made] of SHAPES) {
    const found = form.exec(credential);
    if (found !== null) return masked(made(tag, found));
  }
  return masked(credential === '' ? '' : `redacted-${tag}`);
};

/** Ids of the API, its enum values, dates, versions and networks: not secret (contract §8), and what calls are judged by. */
const PLAIN =
  /^(?:[0-9a-f]{24}|[A-Z][A-Z0-9_]{0,39}|true|false|\d{1,5}|\d{4}-\d\d-\d\d(?:T[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d))?|\d{1,2}(?:\.\d{1,2}){1,2}|\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?|)$/;
/** Words of the API in lower case. */
const WORDS = new Set(
  'client_credentials access_token refresh_token Bearer self next previous available majority local linearizable admin'.split(
    ' ',
  ),
);
/** Names that people give: to clusters, projects, zones. */
const NAME = /^[A-Za-z][\w .-]{0,63}$/;
const OF_NAMES = /(?:^|_)name$|[a-z]Name$/;

const ID = /^[0-9a-f]{24}$/;

/** Path segment, or a placeholder if it looks like a credential. */
export const nameWithoutCredential = (text: string): Redacted => {
  const shown = ID.test(text) ? masked(text) : redactText(text);
  return shown === text ? shown : standIn(text);
};

/** Words that programmers use as names: digits are at the end of a word, or before a capital letter. */
const WORD = /^(?:(?:[A-Za-z]{1,30}\d{0,5}(?=[A-Z]|$))+|\d{0,5})$/;

/** Name of a member, header or parameter, or a placeholder unless it reads like a name: keys may be tokens. */
export const memberWithoutCredential = (text: string): Redacted => {
  const isName =
    ID.test(text) || PLAIN.test(text) || text.split(/[^A-Za-z\d]+/).every((word) => WORD.test(word));
  return isName ? nameWithoutCredential(text) : standIn(text);
};

/**
 * Value of a recording, or a placeholder unless it cannot be a credential. `name`: the member that contains
 * it.
 */
export const withoutCredential = (value: string, name: string): Redacted => {
  if (ID.test(value)) return masked(value);
  const shown = redactText(value);
  const isPlain = PLAIN.test(value) || WORDS.has(value) || (OF_NAMES.test(name) && NAME.test(value));
  return shown === value && isPlain ? shown : standIn(value);
};
