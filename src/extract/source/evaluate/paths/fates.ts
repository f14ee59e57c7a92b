import type { ts } from '../../syntax/tree.ts';
import type { ObjectValue } from '../values.ts';

/** Changes to an object that its members do not show: lower-case names that are deleted later, and unknown changes. */
export type MemberFate = NonNullable<ObjectValue['fate']>;

const NONE: MemberFate = { taken: new Set(), unseenBy: undefined };

/** Joint changes of a value that is built from several objects. */
export const joinedFates = (fates: readonly (MemberFate | undefined)[]): MemberFate | undefined => {
  const known = fates.filter((fate) => fate !== undefined);
  if (known.length < 2) return known[0];
  return {
    taken: new Set(known.flatMap(({ taken }) => [...taken])),
    unseenBy: known.find(({ unseenBy }) => unseenBy !== undefined)?.unseenBy,
  };
};

/** Object after deleting a name. */
export const withTaken = (object: ObjectValue, name: string): ObjectValue => {
  const fate = object.fate ?? NONE;
  return { ...object, fate: { ...fate, taken: new Set([...fate.taken, name.toLowerCase()]) } };
};

/** Object after an unknown change. */
export const withUnknown = (object: ObjectValue, node: ts.Node): ObjectValue => ({
  ...object,
  members: object.members.map((member) => ({ ...member, open: true })),
  complete: false,
  fate: { ...(object.fate ?? NONE), unseenBy: object.fate?.unseenBy ?? node },
});
