import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Size of the young generation in bytes, both halves: a larger one saves no time here. */
const MAX_YOUNG_SIZE = 14 * 1024 * 1024;

const youngSpace = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/**
 * Makes the engine collect garbage before it allocates more memory; otherwise the heap grows to several times
 * of what is in use. Called repeatedly while files are read: the young generation may still grow.
 */
export const limitHeap = (): void => {
  setFlagsFromString('--heap-growing-percent=10');
  if (youngSpace() >= MAX_YOUNG_SIZE) setFlagsFromString('--semi-space-growth-factor=1');
};
