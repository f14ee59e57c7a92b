import { pointerOf, valueAt } from '../scope.ts';
import type { VerbScope } from '../scope.ts';
import { shapeOfKey } from '../from-tree.ts';
import { isOwn, madeList, madeObject, madeScalar, memberNamed } from '../shape.ts';
import type { ListShape, ObjectShape, ShapeMember, ScalarShape } from '../shape.ts';
import type { MakeOf } from './verb.ts';
import type { SortKey } from '../mapping.ts';

/** Sort key of an item; undefined where it is absent or unknown. */
const sortValue = (item: ObjectShape, { by }: SortKey): ScalarShape['value'] | undefined => {
  const value = memberNamed(item, by)?.value;
  return value?.kind === 'scalar' ? value.value : undefined;
};

const compare = (a: ScalarShape['value'], b: ScalarShape['value']): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
};

/** Order by several members, the first one first; strings by code unit. */
const compareBy =
  (keys: readonly SortKey[]) =>
  (a: ObjectShape, b: ObjectShape): number => {
    for (const key of keys) {
      const order = compare(sortValue(a, key) ?? null, sortValue(b, key) ?? null);
      if (order !== 0) return key.descending ? -order : order;
    }
    return 0;
  };

const entryOf = (
  map: ObjectShape,
  member: ShapeMember,
  key: string,
  scope: VerbScope,
): ObjectShape | undefined => {
  const { value, from } = member;
  const name = from === undefined ? madeScalar(member.key) : shapeOfKey(from, scope.text);
  if (value.kind !== 'object' || !isOwn(map, member)) {
    scope.refusals.add(
      pointerOf(value, scope),
      `the value of "${member.key}" is unknown, so it cannot be moved.`,
    );
    return undefined;
  }
  return {
    ...madeObject([{ key, value: name, from: undefined }, ...value.members]),
    complete: value.complete,
  };
};

/** A map's values as a sorted list, each with its key as a member. */
export const entries = (verb: MakeOf<'entries'>, scope: VerbScope): ListShape | undefined => {
  const map = valueAt(verb.entries, scope);
  if (map === undefined) return undefined;
  if (map.kind !== 'object' || !map.complete) {
    scope.refusals.add(pointerOf(map, scope), 'not all of its keys are known, so it cannot become a list.');
    return undefined;
  }
  const items = map.members
    .map((member) => entryOf(map, member, verb.key, scope))
    .filter((item) => item !== undefined);
  for (const key of items.length > 1 ? verb.sort : [])
    if (items.some((item) => sortValue(item, key) === undefined))
      scope.refusals.add(
        pointerOf(map, scope),
        `the order depends on each ${key.by}, not all of which are known.`,
      );
  return madeList(items.sort(compareBy(verb.sort)));
};
