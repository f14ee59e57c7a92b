import { flatten } from '../../../model/index.ts';
import { split } from '../../api/trie.ts';
import type { Address } from '../../api/identify.ts';
import type { Api, ListTree, RequestFact, Tree } from '../../../model/index.ts';
import { select } from '../../load/jsonpath.ts';
import type { Selected } from '../../load/jsonpath.ts';
import { isAdministration } from '../fact-index.ts';
import type { ApiCall, ResolvedUrl } from '../fact-index.ts';
import type { PropertyOptions } from './options.ts';

export type Direction = 'request' | 'response';

/** Content of a call in one direction: the resource, at a path, something else, or unknown. */
export type CallContent =
  | { readonly kind: 'resource'; readonly operation: string; readonly path: string }
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown' };

const isHole = (segment: string): boolean => segment.includes('{');

/** True when the known part of a path matches the template. */
const fits = ({ path, open }: Address, template: string): boolean => {
  const seen = split(path);
  const wanted = split(template);
  if (open ? seen.length > wanted.length : seen.length !== wanted.length) return false;
  return seen.every((segment, at) => isHole(segment) || isHole(wanted[at]!) || segment === wanted[at]);
};

/** True when a call that cannot be named may be one that carries the resource. */
const mayCarry = ({ address }: ResolvedUrl, options: PropertyOptions, api: Api): boolean =>
  api.operations.some(
    ({ name, path }) => name !== null && Object.hasOwn(options.operations, name) && fits(address, path),
  );

const carriedBy = (
  located: ResolvedUrl,
  direction: Direction,
  options: PropertyOptions,
  api: Api,
): CallContent => {
  const { operation } = located.identity;
  const { version } = located.address;
  if (!isAdministration(located) || options.keptOut.includes(version ?? '')) return { kind: 'other' };
  if (operation === undefined) return { kind: mayCarry(located, options, api) ? 'unknown' : 'other' };
  const path = Object.hasOwn(options.operations, operation)
    ? options.operations[operation]![direction]
    : undefined;
  return path === undefined ? { kind: 'other' } : { kind: 'resource', operation, path };
};

/** True when the host of the request is unknown. */
const hidesHost = ({ urls }: RequestFact): boolean =>
  urls.every((text) => !/^[a-z][a-z+.-]*:\/\/[^\0/]/i.test(flatten(text)));

/** Content of a request or response whose URLs are these; of several, the first one that carries the resource decides. */
export const contentAt = (
  all: readonly ResolvedUrl[],
  direction: Direction,
  options: PropertyOptions,
  api: Api,
): CallContent | undefined => {
  const contents = all.map((located) => carriedBy(located, direction, options, api));
  return contents.find(({ kind }) => kind === 'resource') ?? contents.find(({ kind }) => kind === 'unknown');
};

const determined = (call: ApiCall, direction: Direction, options: PropertyOptions, api: Api): CallContent => {
  const found = contentAt(call.located, direction, options, api);
  if (found !== undefined) return found;
  return call.located.length === 0 && hidesHost(call.request) ? { kind: 'unknown' } : { kind: 'other' };
};

type Contents = WeakMap<ApiCall, CallContent>;

/** Contents by the options and the direction: hundreds of reads may be of one call. */
const known = new WeakMap<PropertyOptions, Readonly<Record<Direction, Contents>>>();

/** Content of the call in one direction. */
export const contentOfCall = (
  call: ApiCall,
  direction: Direction,
  options: PropertyOptions,
  api: Api,
): CallContent => {
  const all = known.get(options) ?? { request: new WeakMap(), response: new WeakMap() };
  known.set(options, all);
  const content = all[direction].get(call) ?? determined(call, direction, options, api);
  all[direction].set(call, content);
  return content;
};

const at = (pointer: string, tree: Tree): Selected => ({
  pointer,
  tree,
  member: undefined,
  parent: undefined,
});

/** A tree that is the resource as a whole. */
export const wholeOf = (tree: Tree): Selected => at('', tree);

const itemsOf = (tree: ListTree): readonly Selected[] =>
  tree.items.map((item, index) => at(`/${index}`, item));

/** Possible locations of the resource in an unknown payload: alone, in a list, in a list response. */
const mayStandAt = (tree: Tree): readonly Selected[] => {
  if (tree.kind === 'list') return itemsOf(tree);
  return [wholeOf(tree), ...select(tree, '$.results[*]')];
};

const has = (tree: Tree, paths: readonly string[]): boolean =>
  paths.some((path) => select(tree, path).length > 0);

/** True for a call whose response loses properties, or may be one that does: its path is not fully known. */
export const mayLose = (call: ApiCall, options: PropertyOptions, api: Api): boolean =>
  call.located.some(isAdministration) && contentOfCall(call, 'response', options, api).kind !== 'other';

/** The locations in a payload that by their members are the resource. */
export const recognizedResources = (
  tree: Tree,
  anchors: readonly string[],
  { inner }: PropertyOptions,
): readonly Selected[] =>
  mayStandAt(tree).filter((root) => has(root.tree, anchors) && !has(root.tree, inner));

/** The locations under `root` that a path from the resource selects; pointers are those of the whole payload. */
export const selectUnder = (root: Selected, path: string): readonly Selected[] =>
  select(root.tree, path).map((found) => ({ ...found, pointer: root.pointer + found.pointer }));
