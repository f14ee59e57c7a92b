import type { ObjectTree, Tree } from '../../model/index.ts';
import { itemsOf, memberOf, stringOf } from '../members.ts';

/**
 * Kind of a JSON or YAML document. `payload`: may be the body of a call; `answer`: a saved response; `documentation`:
 * describes an API (OpenAPI, JSON Schema) or lists packages; `infrastructure`: declares resources for a tool that makes
 * the calls itself. Reports of linters, including this tool's own, are documentation too.
 */
export type DocumentKind = 'payload' | 'answer' | 'documentation' | 'infrastructure' | 'other';

const has = (tree: Tree, name: string): boolean => memberOf(tree, name) !== undefined;

const isToolRun = (run: Tree): boolean => has(run, 'tool') && has(run, 'results');

const DOCUMENTATION: readonly ((root: ObjectTree) => boolean)[] = [
  (root) => stringOf(root, 'openapi') !== undefined || stringOf(root, 'swagger') !== undefined,
  (root) => stringOf(root, '$schema')?.includes('json-schema.org') === true,
  (root) => stringOf(root, 'type') !== undefined && memberOf(root, 'properties')?.kind === 'object',
  (root) => has(root, 'lockfileVersion'),
  (root) => itemsOf(root, 'findings').length > 0 && has(root, 'tool'),
  (root) => stringOf(root, '$schema')?.includes('sarif') === true || itemsOf(root, 'runs').some(isToolRun),
];

const INFRASTRUCTURE: readonly ((root: ObjectTree) => boolean)[] = [
  (root) => has(root, 'AWSTemplateFormatVersion'),
  (root) => memberOf(root, 'Resources')?.kind === 'object',
  (root) => has(root, 'apiVersion') && has(root, 'kind'),
  (root) => has(root, 'terraform_version') || has(root, 'terraform'),
  (root) => memberOf(root, 'resource')?.kind === 'object' && !has(root, 'providerSettings'),
];

const isLink = (tree: Tree): boolean => has(tree, 'href') && has(tree, 'rel');

const isAnswer = (root: Tree): boolean =>
  has(root, 'stateName') ||
  itemsOf(root, 'links').some(isLink) ||
  itemsOf(root, 'results').some((item) => item.kind === 'object');

/** Kind of a document by its root. */
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
