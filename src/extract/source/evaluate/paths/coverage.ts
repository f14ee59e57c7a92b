import type { Branch } from './branches.ts';

/** True when one of the lists of branches is taken whatever way their conditions go. */
export const coverAll = (ways: readonly (readonly Branch[])[]): boolean => {
  if (ways.some((way) => way.length === 0)) return true;
  const [first] = ways[0] ?? [];
  if (!first) return false;
  const beginning = ways.filter(([branch]) => branch!.at === first.at);
  return Array.from({ length: first.arms }, (_, arm) => arm).every((arm) =>
    coverAll(beginning.filter(([branch]) => branch!.arm === arm).map((way) => way.slice(1))),
  );
};
