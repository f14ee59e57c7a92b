import type { Fix, Note, Safety } from './fix.ts';
import type { Place } from './slot.ts';

/** Severity of a finding. */
export type Severity = 'error' | 'warning' | 'info';

/** `certain`: belongs to an identified operation. `likely`: a distinctive name in a project that calls the API. */
export type Certainty = 'certain' | 'likely';

/** Reason why an existing fix cannot be applied in this run, at the file that it needs, and the safety of that fix. */
export interface BlockedFix extends Note {
  readonly safety: Safety;
}

/** Location that must change, with the rule that reports it. */
export interface Finding extends Place {
  readonly rule: string;
  readonly severity: Severity;
  readonly certainty: Certainty;
  readonly message: string;
  /** RFC 6901, where the location is in a payload. */
  readonly pointer: string | undefined;
  readonly exchange: number | undefined;
  /** Operation name: `clusters.create`, …, or `METHOD /path/template`. */
  readonly operation: string | undefined;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
  readonly fix: Fix | undefined;
  /** Set if a fix exists that this run cannot apply. */
  readonly blocked?: BlockedFix;
  /**
   * For a finding that represents many calls of a log: their count, and the time of the latest, in
   * milliseconds since the epoch.
   */
  readonly seen?: { readonly count: number; readonly last: number | undefined };
  /** Part of the fingerprint besides rule and file: never a line number, never a secret. */
  readonly anchor: string;
}

/** The finding without its fix, which would be wrong, and with why. */
export const withoutFix = (finding: Finding, { text }: Note): Finding => ({
  ...finding,
  fix: undefined,
  message: `${finding.message} It is not fixed: ${text}`,
});
