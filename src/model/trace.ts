import type { Place } from './slot.ts';

/** Trace of why something in code was, or was not, recognized: for people, never judged by a rule. */
export interface Trace extends Place {
  /** Description of the step. Values of literals are in double quotes, so that redaction can mask them. */
  readonly says: string;
  readonly steps: readonly TraceStep[];
}

/** One step of following a value: where, and what was found there. */
export interface TraceStep extends Place {
  /** Distance of the step from the explained expression, from 0. */
  readonly depth: number;
  readonly says: string;
}
