import type { ObjectTree, ScalarTree, Tree } from '../../model/index.ts';

/**
 * What a JSON document as a whole is. `payload`: may be what a call sends; `answer`: what the service sent, saved;
 * `documentation`: speaks about an API (OpenAPI, JSON Schema) or lists packages; `infrastructure`: declares resources
 * for a tool that makes the calls itself.
 */
export type DocumentKind = 'payload' | 'answer' | 'documentation' | 'infrastructure' | 'other';

/** The value of the last member of that name, as JSON.parse would see it. */
export const memberOf = (tree: Tree | undefined, name: string): Tree | undefined =>
  tree?.kind === 'object' ? tree.members.findLast((member) => member.key.value === name)?.value : undefined;

const has = (tree: Tree, name: string): boolean => memberOf(tree, name) !== undefined;

/** The value of a string member, or `undefined`. */
export const stringOf = (tree: Tree | undefined, name: string): string | undefined => {
  const value = scalarOf(tree, name)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** The scalar member of that name, or `undefined`. */
export const scalarOf = (tree: Tree | undefined, name: string): ScalarTree | undefined => {
  const value = memberOf(tree, name);
  return value?.kind === 'scalar' ? value : undefined;
};

/** The items of a list member; none when there is no such list. */
export const itemsOf = (tree: Tree | undefined, name: string): readonly Tree[] => {
  const value = memberOf(tree, name);
  return value?.kind === 'list' ? value.items : [];
};

const DOCUMENTATION: readonly ((root: ObjectTree) => boolean)[] = [
  (root) => stringOf(root, 'openapi') !== undefined || stringOf(root, 'swagger') !== undefined,
  (root) => stringOf(root, '$schema')?.includes('json-schema.org') === true,
  (root) => stringOf(root, 'type') !== undefined && memberOf(root, 'properties')?.kind === 'object',
  (root) => has(root, 'lockfileVersion'),
];

const INFRASTRUCTURE: readonly ((root: ObjectTree) => boolean)[] = [
  (root) => has(root, 'AWSTemplateFormatVersion'),
  (root) => memberOf(root, 'Resources')?.kind === 'object',
  (root) => has(root, 'terraform_version') || has(root, 'terraform'),
  (root) => memberOf(root, 'resource')?.kind === 'object' && !has(root, 'providerSettings'),
];

const isLink = (tree: Tree): boolean => has(tree, 'href') && has(tree, 'rel');

const isAnswer = (root: Tree): boolean =>
  has(root, 'stateName') ||
  itemsOf(root, 'links').some(isLink) ||
  itemsOf(root, 'results').some((item) => item.kind === 'object');

/** What the document with this root is. */
export const documentKind = (root: Tree): DocumentKind => {
  if (root.kind === 'list') {
    if (root.items.length === 0 || root.items.some((item) => item.kind !== 'object')) return 'other';
    return root.items.some(isAnswer) ? 'answer' : 'payload';
  }
  if (root.kind !== 'object') return 'other';
  if (DOCUMENTATION.some((test) => test(root))) return 'documentation';
  if (INFRASTRUCTURE.some((test) => test(root))) return 'infrastructure';
  return isAnswer(root) ? 'answer' : 'payload';
};
