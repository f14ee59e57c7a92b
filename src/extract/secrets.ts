import { createHmac, randomBytes } from 'node:crypto';
import type { Text, TextPart } from '../model/index.ts';

/** Matches names, without separators and letter case, whose values are credentials. */
const SECRET_NAME =
  /(?:token|secret|password|passwd|pwd|passphrase|apikey|privatekey|publickey|accesskey|signingkey|encryptionkey|secretkey|cookies?|session|sessionid|csrf|xsrf|nonce|opaque|signature|credentials?|assertion|saml|samlrequest|samlresponse|codeverifier|otp|pem|connectionstring|clientid|authorization)$/;
const SECRET_NAMES: ReadonlySet<string> = new Set(['code', 'sig', 'key', 'auth', 'jwt']);

/** Matches values that are credentials under any name. */
const SECRET_VALUE =
  /\bey[\w-]+\.[\w-]+\.[\w-]*|^\s*(?:bearer|basic|digest)\s+\S|:\/\/[^/\s:@]*:[^/\s@]+@|-----BEGIN |\bmdb_sa_|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_\w{20,}|\bxox[abpr]-|\bAIza[\w-]{30,}|(?<![\w.+-])[\w.+-]+@[\w-]+\.[a-z]{2,}/i;

/** True for names of members, fields and parameters whose values must not leave the recording. */
export const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return SECRET_NAMES.has(plain) || SECRET_NAME.test(plain);
};

/** True for values that are credentials or personal data under any name. */
export const isSecretValue = (value: string): boolean => SECRET_VALUE.test(value);

const KEY = randomBytes(32);

/** Digest that distinguishes credentials; it differs from run to run, so that it reveals nothing. */
export const credentialDigest = (credential: string): string =>
  createHmac('sha256', KEY).update(credential).digest('hex').slice(0, 16);

const USER = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]*)@/i;
const PARAMETER = /[?&#]([^=&#?]+)=([^&#]*)/g;

interface Range {
  readonly from: number;
  readonly to: number;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Ranges of a URL that contain credentials, ascending. */
const secretRanges = (url: string): readonly Range[] => {
  const ranges: Range[] = [];
  const user = USER.exec(url);
  if (user?.[1] !== undefined)
    ranges.push({ from: user[0].length - 1 - user[1].length, to: user[0].length - 1 });
  for (const found of url.matchAll(PARAMETER)) {
    const [whole, name = '', value = ''] = found;
    if (value === '' || !(isSecretName(decoded(name)) || isSecretValue(decoded(value)))) continue;
    const to = found.index + whole.length;
    ranges.push({ from: to - value.length, to });
  }
  return ranges;
};

/**
 * URL as a text in which every credential is a hole. `pieces` creates the known parts of a range of the URL,
 * so that no slot contains more than may be stored.
 */
export const urlWithoutSecrets = (
  url: string,
  pieces: (from: number, to: number) => readonly TextPart[],
): Text => {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { from, to } of secretRanges(url)) {
    if (at < from) parts.push(...pieces(at, from));
    parts.push({ kind: 'hole', name: undefined });
    at = to;
  }
  if (at < url.length || parts.length === 0) parts.push(...pieces(at, url.length));
  return { parts };
};
