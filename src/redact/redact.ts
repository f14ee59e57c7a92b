import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { isRandom } from './random.ts';
import { CREDENTIALS, IDENTIFIERS, MASK, SECRET_NAME, SIGNED_KEY } from './credential-shapes.ts';
import type { SecretShape } from './credential-shapes.ts';

export { MASK, SECRET_NAME } from './credential-shapes.ts';

const NAMED = /(?<![\w.-])([\w.-]+)(["'`]?\s*[:=]\s*)/g;
const QUOTED = /(["'`])(?:\\[^]|(?!\1)[^\\])*\1?/y;
/** Number that is not a quantity: a code, a card, a one-time password. */
const NUMBER = /\d[\d_]{3,}/y;
const BARE = /(?![\s"'`=>•(]|process\b|await\b|new\b)[^\s"'`;,)&]+(?=$|[\s&"'])/y;

/** Value assigned to a name at an offset, if it is text: its length and replacement. */
const valueAt = (
  text: string,
  at: number,
  assigned: boolean,
): { readonly length: number; readonly shown: string } | undefined => {
  QUOTED.lastIndex = BARE.lastIndex = NUMBER.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (quoted !== null) return { length: quoted[0].length, shown: `${quoted[1]}${MASK}${quoted[1]}` };
  const bare = (assigned ? BARE : NUMBER).exec(text);
  return bare === null ? undefined : { length: bare[0].length, shown: MASK };
};

/** The level of a rule, as this tool's own flags take it: `--severity token-reuse=error`. */
const LEVEL = /^(?:error|warning|info|off)$/;

/** Masks values assigned to names of secrets: `apiKey: '…'`, `client_secret=…`. */
const withoutNamed = (text: string): string => {
  let shown = '';
  let from = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found !== null; found = NAMED.exec(text)) {
    const [all, name = '', sign = ''] = found;
    const at = found.index + all.length;
    const value = SECRET_NAME.test(name) ? valueAt(text, at, sign.trim() === '=') : undefined;
    if (value === undefined || LEVEL.test(text.slice(at, at + value.length))) continue;
    shown += text.slice(from, at) + value.shown;
    from = NAMED.lastIndex = at + value.length;
  }
  return shown + text.slice(from);
};

const without = (text: string, shapes: readonly SecretShape[]): string =>
  shapes.reduce((shown, { pattern, replacement }) => shown.replace(pattern, replacement as string), text);

/** Masks what cannot be anything else than a credential: `user:pass@`, tokens, keys, values of keys named like secrets. */
export const redactCredentials = (text: string): Redacted => masked(withoutNamed(without(text, CREDENTIALS)));

const withoutIdentifiers = (text: string): Redacted =>
  masked(without(text, IDENTIFIERS).replace(/[A-Za-z0-9_+=-]{16,}/g, (run) => (isRandom(run) ? MASK : run)));

const redacted = (text: string): Redacted =>
  withoutIdentifiers(redactCredentials(without(text, [SIGNED_KEY])));

/** Stands for the literal that code goes on with: `providerName=` is no word of base64 before it. */
const LITERAL = '\u0001';

/**
 * Masks what has the shape of a credential in names and signs of code: what a name is given there are names as well.
 * With `goesOn` a literal follows.
 */
export const redactNames = (code: string, goesOn = false): Redacted => {
  const whole = goesOn ? code + LITERAL : code;
  const shown = withoutIdentifiers(without(whole, [SIGNED_KEY, ...CREDENTIALS]));
  return goesOn ? masked(shown.replace(LITERAL, '')) : shown;
};

/**
 * Cache of short texts and their redacted form: findings repeat the same texts, and each is matched with
 * twenty patterns.
 */
const known = new Map<string, Redacted>();
const MAX_KNOWN_LENGTH = 400;
const MAX_KNOWN = 2000;

/**
 * Masks what has the shape of a credential, anywhere in a text: what `redactCredentials` masks, and UUIDs, e-mail
 * addresses and long random runs. For messages and names; frames go through `redactLine`.
 */
export const redactText = (text: string): Redacted => {
  if (text.length > MAX_KNOWN_LENGTH) return redacted(text);
  let shown = known.get(text);
  if (shown === undefined) {
    shown = redacted(text);
    if (known.size === MAX_KNOWN) known.clear();
    known.set(text, shown);
  }
  return shown;
};
