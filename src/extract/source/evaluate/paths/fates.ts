import type { ts } from '../../syntax/tree.ts';
import type { ObjectVal } from '../values.ts';

/** What happens to an object that its members do not show: names in lower case that are taken away later, and what may do anything to it. */
export type MemberFate = NonNullable<ObjectVal['fate']>;

const NONE: MemberFate = { taken: new Set(), unseenBy: undefined };

/** What happens to something that is made of several objects. */
export const joinedFates = (fates: readonly (MemberFate | undefined)[]): MemberFate | undefined => {
  const known = fates.filter((fate) => fate !== undefined);
  if (known.length < 2) return known[0];
  return {
    taken: new Set(known.flatMap(({ taken }) => [...taken])),
    unseenBy: known.find(({ unseenBy }) => unseenBy !== undefined)?.unseenBy,
  };
};

/** The object, from which a name is taken away. */
export const withTaken = (object: ObjectVal, name: string): ObjectVal => {
  const fate = object.fate ?? NONE;
  return { ...object, fate: { ...fate, taken: new Set([...fate.taken, name.toLowerCase()]) } };
};

/** The object after something that may have done anything to it. */
export const withUnseen = (object: ObjectVal, node: ts.Node): ObjectVal => ({
  ...object,
  members: object.members.map((member) => ({ ...member, open: true })),
  complete: false,
  fate: { ...(object.fate ?? NONE), unseenBy: object.fate?.unseenBy ?? node },
});
