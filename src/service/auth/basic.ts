import { isSame } from './constant-time.ts';
import type { NameAndSecret } from './credentials.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The credentials of an `Authorization: Basic` value; `undefined` where it is none, or none that can be read. */
export const readBasic = (authorization: string | undefined): NameAndSecret | undefined => {
  const [, token] = /^Basic +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (token === undefined || !BASE64.test(token)) return undefined;
  const text = Buffer.from(token, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
};

/** True for a login with a name and a secret, whatever their owner. */
export const isFilled = (given: NameAndSecret | undefined): given is NameAndSecret =>
  given !== undefined && given.name !== '' && given.secret !== '';

/** The entry whose name and secret are given; every entry is compared, so that the time reveals nothing. */
export const matching = <Entry extends NameAndSecret>(
  entries: readonly Entry[],
  given: NameAndSecret | undefined,
): Entry | undefined => {
  let found: Entry | undefined;
  for (const entry of entries) {
    const named = isSame(entry.name, given?.name ?? '');
    const known = isSame(entry.secret, given?.secret ?? '');
    if (given !== undefined && named && known) found = entry;
  }
  return found;
};
