import type { ExtractionCache } from '../extract/extraction-cache.ts';
import type { ReadOutcome } from '../io/inventory.ts';
import type { Others } from './other-texts.ts';

/** Cache of what stays true of files while only buffers of an editor change. */
export interface Memory {
  readonly outcomes: Map<string, ReadOutcome>;
  readonly searches: Map<string, ReadonlySet<string>>;
  readonly kept: ExtractionCache['kept'];
  /** The same for texts as safe fixes would leave them. */
  readonly tried: ExtractionCache['kept'];
  others?: Others;
}

/** Memory of an editor before its first scan. */
export const emptyMemory = (): Memory => ({
  outcomes: new Map(),
  searches: new Map(),
  kept: new Map(),
  tried: new Map(),
});
