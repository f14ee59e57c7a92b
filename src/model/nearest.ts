const previousRow = (length: number): number[] => Array.from({ length: length + 1 }, (_, index) => index);

/** Edits (insert, delete, replace) that turn `a` into `b`. */
const distance = (a: string, b: string): number => {
  let row = previousRow(b.length);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j]! + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
};

/**
 * The candidate that was probably meant by `word`, compared without letter case: at most a third of it differs,
 * or it begins with `word`. `undefined` when none is near. Ties go to the earlier candidate.
 */
export const nearest = (word: string, candidates: readonly string[]): string | undefined => {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const lower = candidate.toLowerCase();
    const prefix = wanted.length >= 3 && lower.startsWith(wanted);
    const edits = prefix ? 1 : distance(wanted, lower);
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits];
  }
  return best;
};

/** ` Did you mean "x"?` to append to an error message; empty when no candidate is similar. */
export const didYouMean = (word: string, candidates: readonly string[]): string => {
  const near = nearest(word, candidates);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
};
