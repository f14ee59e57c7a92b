import { createRequire } from 'node:module';
import type { Tree } from '../../model/index.ts';
import { entriesOfNode, projectionOf } from './projection.ts';
import type { ProjectedNode, Selected } from './projection.ts';

export type { Selected } from './projection.ts';

const STEP =
  /(\.{1,2})([A-Za-z_][A-Za-z0-9_-]*)|\['([A-Za-z_][A-Za-z0-9_ ./:-]*)'\]|\[(\*|0|[1-9][0-9]{0,5})\]/y;

const stepsOf = (match: RegExpExecArray): readonly string[] => {
  const [, dots, name, quoted, index] = match;
  const step = (name ?? quoted ?? index)!;
  return dots === '..' ? ['..', step] : [step];
};

/** The steps of a path as the engine takes them, or the rest of the path at which it cannot be read. */
const parsePath = (path: string): { readonly steps: readonly string[] } | { readonly rest: string } => {
  if (!path.startsWith('$')) return { rest: path };
  const steps = ['$'];
  let at = 1;
  while (at < path.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null) return { rest: path.slice(at) };
    steps.push(...stepsOf(match));
    at = STEP.lastIndex;
  }
  return { steps };
};

/**
 * Reason why a path is not allowed in rule data, or `undefined` when it is. Allowed: `$`, `.name`, `['name']`, `[0]`,
 * `[*]`, `..name`. Filters, scripts, slices, unions and the engine's own operators are not.
 */
export const pathError = (path: string): string | undefined => {
  const parsed = parsePath(path);
  if ('steps' in parsed) return undefined;
  const start = path.startsWith('$')
    ? `cannot be read from ${JSON.stringify(parsed.rest)} on`
    : 'must start with "$"';
  return `the JSONPath ${JSON.stringify(path)} ${start}. Allowed: $ .name ['name'] [0] [*] ..name, without filters and scripts.`;
};

type Engine = (options: object) => readonly ProjectedNode[];
let engine: Engine | undefined;

/** Loaded with the first selection: a run without payloads does without it. */
const loadEngine = (): Engine =>
  (engine ??= (createRequire(import.meta.url)('jsonpath-plus') as { readonly JSONPath: Engine }).JSONPath);

/** True when the first step already leads nowhere: what most paths find in most payloads. */
const leadsNowhere = (tree: Tree, [, first]: readonly string[]): boolean => {
  if (first === undefined || first === '..' || first === '*') return false;
  if (tree.kind === 'object') return !tree.members.some(({ key }) => key.value === first);
  return tree.kind !== 'list';
};

/**
 * Positions in `tree` that `path` selects, without duplicates. All members of a duplicate name are returned.
 * Throws an `Error` for a path that `pathError` rejects: rule data is validated when it is loaded.
 */
export const select = (tree: Tree, path: string): readonly Selected[] => {
  const parsed = parsePath(path);
  if (!('steps' in parsed)) throw new Error(pathError(path));
  if (leadsNowhere(tree, parsed.steps)) return [];
  const found = loadEngine()({
    path: parsed.steps,
    json: projectionOf(tree),
    eval: false,
    resultType: 'value',
    wrap: true,
    flatten: false,
  });
  return [...new Set(found)].flatMap(entriesOfNode);
};
