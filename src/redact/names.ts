import { createHash } from 'node:crypto';
import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { redactCredentials, redactText } from './redact.ts';

/**
 * Printable path of a file. Paths identify files and often contain hashes and ids, so only certain
 * credentials are masked.
 */
export const redactPath = (path: string): Redacted => redactCredentials(path);

/** A key of a pointer: a sign that is escaped in it does not hide what begins behind it. */
const keyText = (key: string): string =>
  redactText(key.replaceAll('~1', '/').replaceAll('~0', '~')).replaceAll('~', '~0').replaceAll('/', '~1');

/** A JSON pointer (RFC 6901): keys of a payload are names, unless they have the shape of a credential. */
export const redactPointer = (pointer: string): Redacted => masked(pointer.split('/').map(keyText).join('/'));

/** Digest of texts as `length` hex characters. */
export const digestOf = (parts: readonly (string | number)[], length = 32): Redacted =>
  masked(createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, length));

const DIGEST = /^(?:[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{1,16}:\d+)$/;

/**
 * Digest from another source: a fingerprint, a group, the hash of a line. Anything else is redacted as text.
 */
export const redactDigest = (text: string): Redacted => (DIGEST.test(text) ? masked(text) : redactText(text));
