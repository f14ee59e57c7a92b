import type { Branch } from './paths/branches.ts';
import { underAll, underBranches, withMembers } from './members.ts';
import { withTaken } from './paths/fates.ts';
import type { ts } from '../syntax/tree.ts';
import type { Env, ObjectValue, ObjMember, Under } from './values.ts';

/** Conditions under which a member remains that is deleted under `branches`. */
const spared = (at: object, branches: readonly Branch[], env: Env | undefined): Under => {
  const [only, ...others] = branches;
  return only && others.length === 0 && only.arms === 2
    ? { at: only.at, env, arm: 1 - only.arm, arms: 2, asksAddress: only.asksAddress }
    : { at, env, arm: 1, arms: 2 };
};

/** Deletion of a member: its name, and whether other spellings of it are deleted as well. */
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

/** Object after deleting the members of a name, as far as the branches are taken. */
export const withoutMembers = (
  object: ObjectValue,
  taking: Taking,
  branches: readonly Branch[],
  env: Env | undefined,
): ObjectValue => {
  const { name, folds, node } = taking;
  if (object.over) return withMembers(object, [underBranches(nothing(taking), branches, env)], true);
  const isMeant = (own: string): boolean =>
    own === name || (folds && own.toLowerCase() === name.toLowerCase());
  return {
    ...withTaken(object, name),
    members: object.members.flatMap((member) => {
      if (!isMeant(member.name)) return [member];
      return branches.length === 0 ? [] : [underAll(member, [spared(node, branches, env)])];
    }),
  };
};
