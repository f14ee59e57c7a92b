import type { Finding, Redacted } from '../model/index.ts';
import { digestOf, redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';

/** Identity of a finding from run to run: no line, no offset and no text of its file goes in. */
export interface FindingIdentity {
  readonly rule: Redacted;
  /** Path in the repository. */
  readonly file: Redacted;
  /** Digest of rule, anchor, and which of several equal ones in the file it is. */
  readonly place: Redacted;
  /** Digest of all of these and the file. */
  readonly fingerprint: Redacted;
}

/**
 * Identities in the order of the findings. They are stable under moved lines, indentation and line endings,
 * and contain no secret.
 */
export const identitiesOf = (
  findings: readonly Finding[],
  inRepository: (file: string) => string,
): readonly FindingIdentity[] => {
  const seen = new Map<string, number>();
  return findings.map(({ rule, file: reported, anchor }) => {
    const file = inRepository(reported);
    const key = [rule, file, anchor].join('\u0000');
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return {
      rule: redactText(rule),
      file: redactPath(file),
      place: digestOf([rule, anchor, occurrence]),
      fingerprint: digestOf([rule, file, anchor, occurrence]),
    };
  });
};
