/** Index of the first item of a list for which a test holds, by binary search: it holds for all items after it too. */
export const firstWhere = <T>(items: readonly T[], test: (item: T) => boolean): number => {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Compares texts by code units, as `sort` does. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The later of two times that may be unknown. */
export const laterOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
