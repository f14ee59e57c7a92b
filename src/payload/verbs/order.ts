import type { SortKey } from '../mapping.ts';
import { memberNamed } from '../shape.ts';
import type { ObjectShape, ScalarShape } from '../shape.ts';

/** What an item is sorted by; undefined where it is absent or cannot be seen. */
export const sortValue = (item: ObjectShape, { by }: SortKey): ScalarShape['value'] | undefined => {
  const value = memberNamed(item, by)?.value;
  return value?.kind === 'scalar' ? value.value : undefined;
};

const compare = (a: ScalarShape['value'], b: ScalarShape['value']): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
};

/** Order by several members, the first one first; strings by code unit. */
export const compareBy =
  (keys: readonly SortKey[]) =>
  (a: ObjectShape, b: ObjectShape): number => {
    for (const key of keys) {
      const order = compare(sortValue(a, key) ?? null, sortValue(b, key) ?? null);
      if (order !== 0) return key.descending ? -order : order;
    }
    return 0;
  };
