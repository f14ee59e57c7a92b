import { isRequestObject } from '../syntax/dialect.ts';
import type { Branch } from './paths/branches.ts';
import type { Env, ObjectValue, ObjMember, Under, Value } from './values.ts';

/** The member under the condition that all of the branches are taken. */
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

/** The member, present under unknown conditions. */
export const uncertain = (member: ObjMember): ObjMember => ({
  ...member,
  certain: false,
  under: undefined,
});

/** Puts a member under conditions; one that is uncertain for an unknown reason remains so. */
export const underAll = (member: ObjMember, added: readonly Under[]): ObjMember => {
  if (added.length === 0) return member;
  const known = member.certain || member.under !== undefined;
  return known
    ? { ...member, certain: false, under: [...added, ...(member.under ?? [])] }
    : uncertain(member);
};

/** Marks members that something unknown may overwrite. */
export const opened = (members: readonly ObjMember[]): readonly ObjMember[] =>
  members.map((member) => (member.open ? member : { ...member, open: true }));

/** Object with more members after its own; `seen` is false where still others may have been written. */
export const withMembers = (
  object: ObjectValue,
  added: readonly ObjMember[],
  seen: boolean,
): ObjectValue => ({
  ...object,
  members: [...(seen ? object.members : opened(object.members)), ...(seen ? added : opened(added))],
  complete: object.complete && seen,
});

/** True for a request that a call makes and another one sends. */
export const isRequestValue = (val: Value): boolean => val.kind === 'object' && isRequestObject(val.node);
