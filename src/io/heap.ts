import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Both halves of the space of young objects, in bytes: larger ones save no time here. */
const MOST_YOUNG = 14 * 1024 * 1024;

const youngSpace = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/**
 * Has the engine collect garbage before it asks for more memory. Left alone it lets the heap of a process that frees
 * what it takes grow to several times of what is in use. To be called now and then while much is read: the young
 * space may grow until it is large enough to be fast.
 */
export const limitHeap = (): void => {
  setFlagsFromString('--heap-growing-percent=10');
  if (youngSpace() >= MOST_YOUNG) setFlagsFromString('--semi-space-growth-factor=1');
};
