import type { Place } from './slot.ts';

/** State of the resolved version, on the day of the report; `unseen`: the version cannot be determined. */
export type VersionState = 'stable' | 'deprecated' | 'deleted' | 'too-old' | 'preview' | 'unseen';

/** One operation as a project calls it, with one version date. Dates are `yyyy-mm-dd`. */
export interface VersionUse {
  /** Operation name, e.g. `clusters.list` (contract §5). */
  readonly operation: string;
  /** The header's date; `legacy` and `none` are judged by the target, `computed` and `unseen` cannot be judged. */
  readonly asked: string;
  /** The resolved version: the newest one up to the date. */
  readonly version: string | null;
  readonly state: VersionState;
  readonly deletion: string | null;
  /** False when the day of deletion is reckoned: twelve months after deprecation. */
  readonly listed: boolean;
  readonly daysLeft: number | null;
  /** The next version of the operation that is still there, and what it changes. */
  readonly next: string | null;
  readonly changes: string | null;
  /** Call sites. */
  readonly places: readonly Place[];
}

/** Report of `migrate versions`. */
export interface VersionReport {
  readonly target: string;
  readonly today: string;
  /** The day the listed dates were read. */
  readonly asOf: string;
  readonly uses: readonly VersionUse[];
}
