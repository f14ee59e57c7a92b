import { createHash } from 'node:crypto';
import type { Finding } from '../model/index.ts';

/** What a finding is known by from run to run: no line, no offset and no text of its file goes in. */
export interface Identity {
  readonly rule: string;
  /** As the repository names it. */
  readonly file: string;
  /** Digest of rule, anchor, and which of several equal ones in the file it is. */
  readonly place: string;
  /** Digest of all of these and the file. */
  readonly fingerprint: string;
}

const digest = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('hex').slice(0, 32);

/** A short name for what belongs together, which holds nothing of the name it is made from. */
export const groupName = (group: string): string => digest([group]).slice(0, 12);

/**
 * Identities in the order of the findings. They survive moves of lines, re-indentation and line ends, and tell no
 * secret.
 */
export const identitiesOf = (
  findings: readonly Finding[],
  inRepository: (file: string) => string,
): readonly Identity[] => {
  const seen = new Map<string, number>();
  return findings.map(({ rule, file: reported, anchor }) => {
    const file = inRepository(reported);
    const key = [rule, file, anchor].join('\u0000');
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const place = digest([rule, anchor, occurrence]);
    return { rule, file, place, fingerprint: digest([rule, file, anchor, occurrence]) };
  });
};
