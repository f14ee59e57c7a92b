import { pointerOf, valueAt } from '../scope.ts';
import type { Scope } from '../scope.ts';
import { shapeOfKey } from '../from-tree.ts';
import { isOwn, madeList, madeObject, madeScalar } from '../shape.ts';
import type { ListShape, ObjectShape, ShapeMember } from '../shape.ts';
import { compareBy, sortValue } from './order.ts';
import type { MakeOf } from './verb.ts';

const entryOf = (
  map: ObjectShape,
  member: ShapeMember,
  key: string,
  scope: Scope,
): ObjectShape | undefined => {
  const { value, from } = member;
  const name = from === undefined ? madeScalar(member.key) : shapeOfKey(from, scope.text);
  if (value.kind !== 'object' || !isOwn(map, member)) {
    scope.refusals.add(
      pointerOf(value, scope),
      `the value of "${member.key}" cannot be seen, so it cannot be moved.`,
    );
    return undefined;
  }
  return {
    ...madeObject([{ key, value: name, from: undefined }, ...value.members]),
    complete: value.complete,
  };
};

/** A map's values as a sorted list, each with its key as a member. */
export const entries = (verb: MakeOf<'entries'>, scope: Scope): ListShape | undefined => {
  const map = valueAt(verb.entries, scope);
  if (map === undefined) return undefined;
  if (map.kind !== 'object' || !map.complete) {
    scope.refusals.add(pointerOf(map, scope), 'its keys cannot all be seen, so it cannot become a list.');
    return undefined;
  }
  const items = map.members
    .map((member) => entryOf(map, member, verb.key, scope))
    .filter((item) => item !== undefined);
  for (const key of items.length > 1 ? verb.sort : [])
    if (items.some((item) => sortValue(item, key) === undefined))
      scope.refusals.add(
        pointerOf(map, scope),
        `the order depends on each ${key.by}, which cannot all be seen.`,
      );
  return madeList(items.sort(compareBy(verb.sort)));
};
