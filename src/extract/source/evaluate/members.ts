import type { Branch } from './branches.ts';
import type { ts } from '../syntax/parse.ts';
import type { Env, ObjectVal, ObjMember, Under } from './values.ts';

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
        branches.map(({ at, arm, arms }) => ({ at, env, arm, arms })),
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

/** The conditions under which something stays that is taken away under `branches`. */
const spared = (at: object, branches: readonly Branch[], env: Env | undefined): Under => {
  const [only, ...others] = branches;
  return only && others.length === 0 && only.arms === 2
    ? { at: only.at, env, arm: 1 - only.arm, arms: 2 }
    : { at, env, arm: 1, arms: 2 };
};

/** What takes a member away: its name, and whether other spellings of it go as well. */
interface Taking {
  readonly name: string;
  readonly nameNode: ts.Expression | ts.MemberName;
  readonly folds: boolean;
  readonly node: ts.Node;
}

const nothing = ({ name, nameNode, node }: Taking): ObjMember => ({
  name,
  nameNode,
  expression: undefined,
  node,
  certain: true,
  by: 'remove',
  value: () => [{ kind: 'primitive', value: undefined, node }],
});

/** The object after the members of a name were taken away, as far as the branches are taken. */
export const withoutMembers = (
  object: ObjectVal,
  taking: Taking,
  branches: readonly Branch[],
  env: Env | undefined,
): ObjectVal => {
  const { name, folds, node } = taking;
  if (object.over) return withMembers(object, [underBranches(nothing(taking), branches, env)], true);
  const isMeant = (own: string): boolean =>
    own === name || (folds && own.toLowerCase() === name.toLowerCase());
  return {
    ...object,
    members: object.members.flatMap((member) => {
      if (!isMeant(member.name)) return [member];
      return branches.length === 0 ? [] : [underAll(member, [spared(node, branches, env)])];
    }),
  };
};
