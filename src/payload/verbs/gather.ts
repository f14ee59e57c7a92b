import { addTo } from '../../model/index.ts';
import { pointerOf, valueAt, withName } from '../scope.ts';
import type { VerbScope } from '../scope.ts';
import { madeList, madeObject, madeScalar, memberNamed } from '../shape.ts';
import type { ObjectShape, Shape, ShapeMember } from '../shape.ts';
import type { MakeOf, MakePart } from './verb.ts';

const itemsOf = (list: Shape | undefined): readonly Shape[] => (list?.kind === 'list' ? list.items : []);

const keyText = (shape: Shape | undefined): string | undefined =>
  shape?.kind === 'scalar' && shape.value !== null ? String(shape.value) : undefined;

/** A map of a list's items: the value at `key` becomes the name of each. */
export const keyed = (verb: MakeOf<'keyed'>, scope: VerbScope, make: MakePart): Shape | undefined => {
  const members = itemsOf(make(verb.keyed, scope)).flatMap((item): readonly ShapeMember[] => {
    const inner = withName(scope, verb.as, item);
    const key = keyText(valueAt(verb.key, inner));
    const value = make(verb.make, inner);
    return key === undefined || value === undefined ? [] : [{ key, value, from: undefined }];
  });
  return members.length === 0 ? undefined : madeObject(members);
};

const without = (item: ObjectShape, names: readonly string[]): ObjectShape => ({
  ...item,
  members: item.members.filter(({ key }) => !names.includes(key)),
});

/** Two made shapes that say the same, whatever the order of their members. */
const isEqual = (a: Shape, b: Shape): boolean => {
  if (a.kind === 'scalar' && b.kind === 'scalar') return a.value === b.value;
  if (a.kind === 'list' && b.kind === 'list')
    return a.items.length === b.items.length && a.items.every((item, at) => isEqual(item, b.items[at]!));
  if (a.kind !== 'object' || b.kind !== 'object' || a.members.length !== b.members.length) return false;
  return a.members.every(({ key, value }) => {
    const other = memberNamed(b, key);
    return other !== undefined && isEqual(value, other.value);
  });
};

const groupsOf = (items: readonly ObjectShape[], by: string): readonly (readonly ObjectShape[])[] => {
  const groups = new Map<string | undefined, ObjectShape[]>();
  for (const item of items) {
    const key = keyText(memberNamed(item, by)?.value);
    addTo(groups, key, item);
  }
  return [...groups.values()];
};

/** A list in which the items of one group are one item that says how many they are. */
export const merge = (verb: MakeOf<'merge'>, scope: VerbScope, make: MakePart): Shape | undefined => {
  const items = itemsOf(make(verb.merge, scope)).filter((item) => item.kind === 'object');
  const merged = groupsOf(items, verb.by).map((group) => {
    const first = group[0]!;
    const other = group.find((item) => !isEqual(without(item, verb.apart), without(first, verb.apart)));
    if (other !== undefined) scope.refusals.add(pointerOf(other, scope), verb.differing);
    const count = { key: verb.count, value: madeScalar(group.length), from: undefined };
    return madeObject([...first.members, count]);
  });
  return merged.length === 0 ? undefined : madeList(merged);
};
