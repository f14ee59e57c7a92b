import type { Branch } from './paths/branches.ts';
import type { ts } from '../syntax/tree.ts';
import type { Env, ObjectVal, ObjMember, Under } from './values.ts';

/** What happens to an object that its members do not show: names in lower case that are taken away later, and what may do anything to it. */
export type MemberFate = NonNullable<ObjectVal['fate']>;

/** The member as it is where all of the branches are taken. */
export const underBranches = (
  member: ObjMember,
  branches: readonly Branch[],
  env: Env | undefined,
): ObjMember =>
  branches.length === 0
    ? member
    : underAll(
        member,
        branches.map(({ at, arm, arms, asksAddress }) => ({ at, env, arm, arms, asksAddress })),
      );

/** The member where nobody can say when it is there. */
export const uncertain = (member: ObjMember): ObjMember => ({
  ...member,
  certain: false,
  under: undefined,
});

/** Puts a member under conditions; one that is uncertain for a reason that is not known stays so. */
export const underAll = (member: ObjMember, added: readonly Under[]): ObjMember => {
  if (added.length === 0) return member;
  const known = member.certain || member.under !== undefined;
  return known
    ? { ...member, certain: false, under: [...added, ...(member.under ?? [])] }
    : uncertain(member);
};

/** Members that something unseen may overwrite. */
export const opened = (members: readonly ObjMember[]): readonly ObjMember[] =>
  members.map((member) => (member.open ? member : { ...member, open: true }));

/** The object with more members behind its own; `seen` is false where still others may have been written. */
export const withMembers = (object: ObjectVal, added: readonly ObjMember[], seen: boolean): ObjectVal => ({
  ...object,
  members: [...(seen ? object.members : opened(object.members)), ...(seen ? added : opened(added))],
  complete: object.complete && seen,
});

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
  members: opened(object.members),
  complete: false,
  fate: { ...(object.fate ?? NONE), unseenBy: object.fate?.unseenBy ?? node },
});
