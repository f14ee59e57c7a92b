import type { Redacted } from '../../model/index.ts';

/** Counted unit: calls of the legacy API in a history; errors in reports, which hold no calls. */
export type ProgressUnit = 'legacy calls' | 'errors';

/** Count that is left on a day. */
export interface ProgressPoint {
  readonly date: Redacted;
  /** `14:05`, UTC: where several points are of one day. */
  readonly time?: Redacted;
  /** Abbreviated id; `null` for a report. */
  readonly commit: Redacted | null;
  readonly left: number;
  /** Errors that `scan` finds there. */
  readonly errors: number;
}

/** Count that is left below a folder or with an owner, at the first and at the last point. */
export interface ProgressShare {
  readonly name: Redacted;
  readonly first: number;
  readonly left: number;
}

/** A day on which resource versions that are called end. */
export interface ProgressDeadline {
  readonly date: Redacted;
  readonly operations: number;
}

/** Report that `migrate progress` prints. */
export interface ProgressReport {
  readonly version: 1;
  readonly tool: { readonly name: Redacted; readonly version: Redacted };
  readonly target: Redacted;
  readonly today: Redacted;
  readonly unit: ProgressUnit;
  readonly points: readonly ProgressPoint[];
  readonly deadlines: readonly ProgressDeadline[];
  readonly folders: readonly ProgressShare[];
  readonly owners: readonly ProgressShare[];
  /** Remarks on the numbers, a sentence each. */
  readonly notes: readonly Redacted[];
}
