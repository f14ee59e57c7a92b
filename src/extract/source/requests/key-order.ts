import type { ObjMember } from '../evaluate/values.ts';

/** Members of one name in different letter cases, by that name in lower case; others are left out. */
const spelledTwice = (members: readonly ObjMember[]): ReadonlyMap<string, readonly ObjMember[]> => {
  const groups = new Map<string, ObjMember[]>();
  for (const member of members) {
    const key = member.name.toLowerCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  for (const [key, group] of groups)
    if (group.every(({ name }) => name === group[0]!.name)) groups.delete(key);
  return groups;
};

/** A key stays where it was first written, whatever is assigned to it later; `undefined` where that cannot be told. */
const settled = (group: readonly ObjMember[]): readonly ObjMember[] | undefined => {
  const order = [...new Set(group.map(({ name }) => name))];
  const repeats = group.length > order.length;
  if (!repeats) return group;
  const isPlain = group.every(({ by }) => by === undefined);
  const firstOf = (name: string): ObjMember => group.find((member) => member.name === name)!;
  if (!isPlain || !order.slice(0, -1).every((name) => firstOf(name).certain)) return undefined;
  return order.flatMap((name) => group.filter((member) => member.name === name));
};

/**
 * Members in the order of their keys, which counts where a client takes the last of several spellings: after
 * `h = { accept, Accept }; h.accept = x` the last key is still `Accept`. Those of which the order is not known are open.
 */
export const inKeyOrder = (members: readonly ObjMember[]): readonly ObjMember[] => {
  const groups = spelledTwice(members);
  if (groups.size === 0) return members;
  const queues = new Map(
    Array.from(groups, ([key, group]) => [
      key,
      [...(settled(group) ?? group.map((member) => ({ ...member, open: true })))],
    ]),
  );
  return members.map((member) => queues.get(member.name.toLowerCase())?.shift() ?? member);
};
