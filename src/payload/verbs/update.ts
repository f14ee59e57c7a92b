import type { PayloadUse, SetMember } from '../mapping.ts';
import { pointerOf, valueAt, withName } from '../scope.ts';
import type { VerbScope } from '../scope.ts';
import { madeObject } from '../shape.ts';
import type { ObjectShape, Shape, ShapeMember } from '../shape.ts';
import type { MakeOf, MakePart } from './verb.ts';

const applies = (on: readonly PayloadUse[] | undefined, use: PayloadUse): boolean =>
  on?.includes(use) ?? true;

const isAbsent = (members: readonly ShapeMember[], name: string): boolean => {
  const value = members.findLast(({ key }) => key === name)?.value;
  return value === undefined || (value.kind === 'scalar' && value.value === null);
};

/** Index of the member that the new one replaces, or -1. */
const placeOf = (members: readonly ShapeMember[], { at, member }: SetMember): number => {
  for (const name of at ?? [member]) {
    const index = members.findIndex(({ key }) => key === name);
    if (index >= 0) return index;
  }
  return members.findIndex(({ key }) => key === member);
};

/** The members with the new one at its position; a generated one follows the one set before it. */
const placed = (
  members: readonly ShapeMember[],
  set: SetMember,
  value: Shape,
  previous: string | undefined,
): readonly ShapeMember[] => {
  const index = placeOf(members, set);
  const replaced = members[index];
  const made = { key: set.member, value, from: replaced?.from };
  const others = members.filter((member) => member === replaced || member.key !== set.member);
  if (replaced !== undefined) return others.map((member) => (member === replaced ? made : member));
  const after = others.findLastIndex(({ key }) => key === previous);
  return others.toSpliced(after < 0 ? others.length : after + 1, 0, made);
};

/** The object at a path with members set and dropped; members that nobody names stay as they are. */
export const update = (verb: MakeOf<'update'>, scope: VerbScope, make: MakePart): ObjectShape | undefined => {
  const target = valueAt(verb.update, scope);
  if (target?.kind !== 'object') {
    if (target?.kind === 'opaque')
      scope.refusals.add(pointerOf(target, scope), 'it is an expression, and its parts are needed.');
    return undefined;
  }
  let { members } = target;
  const set: ShapeMember[] = [];
  for (const entry of verb.set ?? []) {
    if (!applies(entry.on, scope.use) || (entry.absent === true && !isAbsent(members, entry.member)))
      continue;
    const value = make(entry.make, withName(scope, 'made', madeObject(set)));
    if (value === undefined) continue;
    members = placed(members, entry, value, set.at(-1)?.key);
    set.push({ key: entry.member, value, from: undefined });
  }
  const gone = new Set<string>();
  for (const { member, on } of verb.drop ?? []) if (applies(on, scope.use)) gone.add(member);
  const kept = members.filter(({ key }) => !gone.has(key));
  // What is written elsewhere stays as it is there: here a new object is written.
  return target.reference === undefined ? { ...target, members: kept } : madeObject(kept);
};
