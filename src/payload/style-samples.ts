import { isInside } from '../model/index.ts';
import type { Member, ObjectTree, Tree } from '../model/index.ts';

/** Maximum number of samples that determine the style of a payload. */
const MAX_COUNT = 200;

/** Parts of a payload from which its style is determined. */
export interface Samples {
  readonly text: string;
  readonly objects: readonly ObjectTree[];
  readonly lists: readonly Tree[];
  readonly members: readonly Member[];
}

const nested = (tree: Tree): readonly Tree[] => {
  if (tree.kind === 'list') return tree.items;
  return tree.kind === 'object' ? tree.members.map(({ value }) => value) : [];
};

/** Parts in the payload's own text, outermost first, up to some hundreds. */
export const samplesOf = (root: ObjectTree, text: string): Samples => {
  const trees: Tree[] = [root];
  for (let at = 0; at < trees.length && trees.length < MAX_COUNT; at += 1)
    for (const part of nested(trees[at]!).slice(0, MAX_COUNT)) if (isInside(root, part)) trees.push(part);
  const objects = trees.filter((tree) => tree.kind === 'object' && tree.members.length > 0) as ObjectTree[];
  const lists = trees.filter((tree) => tree.kind === 'list' && tree.items.length > 0);
  return { text, objects, lists, members: objects.flatMap(({ members }) => members).slice(0, MAX_COUNT) };
};

/** The value that occurs most often, the earliest of several. */
export const mostFrequent = <T>(values: readonly T[], fallback: T): T => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [fallback, 0])[0];
};
