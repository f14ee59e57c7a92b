import { groupBy } from '../../../model/index.ts';

/** Member of an object literal, or of the headers that a client keeps. */
interface Keyed {
  readonly name: string;
  readonly certain: boolean;
  readonly by?: string | undefined;
  readonly open?: boolean | undefined;
}

/** Members whose names differ in letter case only, by lower-case name; others are left out. */
const spelledTwice = <T extends Keyed>(members: readonly T[]): ReadonlyMap<string, readonly T[]> => {
  const groups = groupBy(members, (member) => member.name.toLowerCase());
  for (const [key, group] of groups)
    if (group.every(({ name }) => name === group[0]!.name)) groups.delete(key);
  return groups;
};

/** A key keeps its first position, whatever is assigned to it later; `undefined` where that is unknown. */
const settled = <T extends Keyed>(group: readonly T[]): readonly T[] | undefined => {
  const order = [...new Set(group.map(({ name }) => name))];
  const repeats = group.length > order.length;
  if (!repeats) return group;
  const isPlain = group.every(({ by }) => by === undefined);
  const firstOf = (name: string): T => group.find((member) => member.name === name)!;
  if (!isPlain || !order.slice(0, -1).every((name) => firstOf(name).certain)) return undefined;
  return order.flatMap((name) => group.filter((member) => member.name === name));
};

/**
 * Members in the order of their keys, which matters where a client takes the last of several spellings: after
 * `h = { accept, Accept }; h.accept = x` the last key is still `Accept`. Members with unknown order are open.
 */
export const inKeyOrder = <T extends Keyed>(members: readonly T[]): readonly T[] => {
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
