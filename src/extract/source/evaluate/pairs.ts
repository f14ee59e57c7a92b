import { exactValue } from '../../../model/index.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { type Branch, branchesOf } from './paths/branches.ts';
import { underBranches } from './members.ts';
import { textOf } from './texts.ts';
import type { ListValue, ObjectValue, ObjMember } from './values.ts';

/** Branches that lead to an element but not to its list: `if (json) yield ['Accept', type]`. */
const branchesBelow = (element: ts.Node, list: ts.Node): readonly Branch[] => {
  const around = new Set(branchesOf(list).map(({ at }) => at));
  return branchesOf(element).filter(({ at }) => !around.has(at));
};

/** `[['name', value], …]` as members, for `new Headers([…])` and lists of pairs. */
export const membersOfPairs = (list: ListValue): readonly ObjMember[] =>
  list.items.flatMap((item) => {
    const pair = item()[0];
    if (pair?.kind !== 'list' || pair.items.length !== 2) return [];
    const name = pair.items[0]!()[0];
    const text = name?.kind === 'text' ? exactValue(textOf(name)) : undefined;
    if (name?.kind !== 'text' || text === undefined || !ts.isArrayLiteralExpression(pair.node)) return [];
    const member = {
      name: text,
      nameNode: name.node,
      expression: pair.node.elements[1],
      node: pair.node,
      certain: true,
      value: pair.items[1]!,
    };
    return [underBranches(member, branchesBelow(pair.node, list.node), undefined)];
  });

/** `['name', value, …]` as members, for lists of headers of undici and Node; `undefined` for lists of another form. */
export const membersOfFlatList = ({ items, node, complete }: ListValue): readonly ObjMember[] | undefined => {
  if (!ts.isArrayLiteralExpression(node) || loweredFile(node) || !complete || items.length % 2 === 1)
    return undefined;
  const members = items.flatMap((item, at): readonly ObjMember[] => {
    const [name, ...others] = at % 2 === 0 ? item() : [];
    if (name?.kind !== 'text' || others.length > 0) return [];
    const text = exactValue(textOf(name));
    const expression = node.elements[at + 1];
    if (text === undefined || !/^[\w-]+$/.test(text) || !expression) return [];
    const written = { nameNode: node.elements[at]!, expression, node: expression };
    return [{ name: text, ...written, certain: true, value: items[at + 1]! }];
  });
  return members.length === items.length / 2 && node.elements.length === items.length ? members : undefined;
};

/** Values of pairs whose names are unknown: `clusters.map((c) => [c.name, c])`. */
export const keyedInPairs = (list: ListValue): NonNullable<ObjectValue['keyed']> =>
  list.items.map(
    (item) => () => item().flatMap((pair) => (pair.kind === 'list' ? (pair.items[1]?.() ?? []) : [])),
  );
