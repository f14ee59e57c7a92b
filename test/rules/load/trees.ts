import type { Member, ObjectTree, Tree } from '../../../src/model/index.ts';

const place = { file: 'a.json', span: { start: 0, end: 0 } };

/** An object of a sketch: pairs, so that a name can stand twice. */
export type Pairs = readonly (readonly [string, Sketch])[];
export type Sketch = string | number | { readonly list: readonly Sketch[] } | { readonly pairs: Pairs };

const memberOf = ([name, value]: readonly [string, Sketch]): Member => ({
  key: { ...place, value: name, spelling: 'json-string' },
  value: treeOf(value),
  place,
  removal: undefined,
  certain: true,
});

const objectOf = (pairs: Pairs): ObjectTree => ({
  ...place,
  kind: 'object',
  members: pairs.map(memberOf),
  complete: true,
  gap: undefined,
});

/** A tree without places, for tests that ask only for its shape. */
export const treeOf = (sketch: Sketch): Tree => {
  if (typeof sketch !== 'object') return { ...place, kind: 'scalar', value: sketch, slot: undefined };
  if ('pairs' in sketch) return objectOf(sketch.pairs);
  return { ...place, kind: 'list', items: sketch.list.map(treeOf), complete: true };
};

/** A plain JSON value as a sketch. */
export const sketchOf = (value: unknown): Sketch => {
  if (Array.isArray(value)) return { list: value.map(sketchOf) };
  if (typeof value !== 'object' || value === null) return value as string | number;
  return { pairs: Object.entries(value).map(([name, member]) => [name, sketchOf(member)] as const) };
};
