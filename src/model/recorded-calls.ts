import type { Certainty } from './finding.ts';
import type { Place } from './slot.ts';

/** Recorded call: its position, and the number of its exchange in the recording. */
export interface RecordedPlace extends Place {
  /** Zero-based. */
  readonly exchange: number | undefined;
}

/** Counts of recorded calls. */
export interface RecordedCounts {
  readonly count: number;
  /** Part of `count` that other call sites may also have made; which of them did is unknown. */
  readonly shared: number;
  /** Time of the latest, in milliseconds since the epoch; `undefined` if no recording has one. */
  readonly last: number | undefined;
  /** The first few, by file and position. */
  readonly places: readonly RecordedPlace[];
}

/** Call site of the API, with how often recordings contain its call. */
export interface CallSite extends Place {
  readonly method: string | undefined;
  /** Operation name, e.g. `clusters.list` (contract §5). */
  readonly operation: string | undefined;
  readonly seen: RecordedCounts;
}

/** Recorded calls of one operation in one recording that no call site of the tree makes. */
export interface UnmatchedCalls extends RecordedPlace {
  readonly method: string | undefined;
  readonly operation: string | undefined;
  readonly count: number;
  readonly last: number | undefined;
}

/** Call sites and recorded calls, matched. Both lists are sorted by file, position and operation. */
export interface CallEvidence {
  readonly sites: readonly CallSite[];
  readonly elsewhere: readonly UnmatchedCalls[];
}

/** Call site that may have made a recorded call; certain where it is the only one. */
export interface MakingSite extends Place {
  readonly certainty: Certainty;
}

/** Evidence from recordings for one finding; both are absent without evidence. */
export interface FindingEvidence {
  /** Count of recordings of the finding's calls, for a finding about code. */
  readonly seen?: RecordedCounts;
  /** Call sites that may have made the call, for a finding in a recording. */
  readonly sites?: readonly MakingSite[];
}
