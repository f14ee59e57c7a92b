import { addTo } from '../../model/index.ts';
import type { Member, ObjectTree, Tree } from '../../model/index.ts';

/** A location that a path selects. */
export interface Selected {
  /** RFC 6901. Members of one name in one object share a pointer. */
  readonly pointer: string;
  readonly tree: Tree;
  /** The member that holds `tree`; `undefined` for the root and for elements of lists. */
  readonly member: Member | undefined;
  /** The object that holds the member. */
  readonly parent: ObjectTree | undefined;
}

/**
 * Tree as a plain value for the path engine. Objects have no prototype, so that `__proto__` is an ordinary
 * member; scalars are empty objects, so that equal values are distinguishable. Members of one name are merged
 * into one node that keeps all of them.
 */
export type ProjectedNode = object;

/** Deeper levels are not walked: no payload of the service is as deep, and recursion has to end. */
const MAX_DEPTH = 100;

const entries = new WeakMap<ProjectedNode, readonly Selected[]>();
const projections = new WeakMap<Tree, ProjectedNode>();

/** Tree nodes that a projected node represents. */
export const entriesOfNode = (node: ProjectedNode): readonly Selected[] => entries.get(node) ?? [];

/** The projection of a tree: made once, kept as long as the tree. */
export const projectionOf = (tree: Tree): ProjectedNode => {
  const known = projections.get(tree);
  if (known !== undefined) return known;
  const root = project([{ pointer: '', tree, member: undefined, parent: undefined }], 0);
  projections.set(tree, root);
  return root;
};

const escape = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

const membersOf = (parent: ObjectTree, pointer: string): readonly (readonly [string, Selected])[] =>
  parent.members.map((member) => {
    const name = member.key.value;
    return [name, { pointer: `${pointer}/${escape(name)}`, tree: member.value, member, parent }];
  });

const childrenOf = ({ tree, pointer }: Selected): readonly (readonly [string, Selected])[] => {
  if (tree.kind === 'object') return membersOf(tree, pointer);
  if (tree.kind !== 'list') return [];
  return tree.items.map((item, index) => [
    String(index),
    { pointer: `${pointer}/${index}`, tree: item, member: undefined, parent: undefined },
  ]);
};

const grouped = (places: readonly Selected[]): ReadonlyMap<string, readonly Selected[]> => {
  const groups = new Map<string, Selected[]>();
  for (const [step, child] of places.flatMap(childrenOf)) addTo(groups, step, child);
  return groups;
};

/** Child that is projected on first use: paths visit little of a large payload. */
const defineLazily = (
  node: ProjectedNode,
  step: string,
  places: readonly Selected[],
  depth: number,
): void => {
  let made: ProjectedNode | undefined;
  const get = (): ProjectedNode => (made ??= project(places, depth));
  Object.defineProperty(node, step, { get, enumerable: true });
};

const project = (places: readonly Selected[], depth: number): ProjectedNode => {
  const isList = places.every(({ tree }) => tree.kind === 'list');
  const node: ProjectedNode = isList ? [] : (Object.create(null) as object);
  entries.set(node, places);
  if (depth === MAX_DEPTH) return node;
  for (const [step, group] of grouped(places)) defineLazily(node, step, group, depth + 1);
  return node;
};
