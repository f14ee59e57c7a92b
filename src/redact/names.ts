import { createHash } from 'node:crypto';
import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { redactCredentials, redactText } from './redact.ts';

/**
 * The name of a file, as it is reported. Names tell which file it is and often hold hashes and ids, so that only what
 * cannot be anything else than a credential is masked.
 */
export const redactPath = (path: string): Redacted => redactCredentials(path);

/** A JSON pointer (RFC 6901): keys of a payload are names, unless they have the shape of a credential. */
export const redactPointer = (pointer: string): Redacted =>
  masked(pointer.split('/').map(redactText).join('/'));

/** A digest of texts as `length` hex characters: what it is made of cannot be determined from it. */
export const digestOf = (parts: readonly (string | number)[], length = 32): Redacted =>
  masked(createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, length));

const DIGEST = /^(?:[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{1,16}:\d+)$/;

/** A digest that was made elsewhere: a fingerprint, a group, the hash of a line. What is none is redacted as a text. */
export const redactDigest = (text: string): Redacted => (DIGEST.test(text) ? masked(text) : redactText(text));
