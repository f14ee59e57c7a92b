import type { ObjectTree, ScalarTree, Tree } from '../../../model/index.ts';
import { memberOf, scalarOf } from '../../members.ts';
import type { Spelled } from '../code-builder.ts';
import { sharedValue, variableName, withVariables } from '../shell-script.ts';
import type { HostVariable } from '../shell-script.ts';

/** Variables by name; those of an inner scope override outer ones. */
export type HostVariables = ReadonlyMap<string, HostVariable>;

/** Members that define variables for everything beside and below them. */
const GIVERS: ReadonlySet<string> = new Set(['env', 'environment', 'variables', 'vars']);

const EXPRESSION =
  /\$\{\{\s*([^{}]*?)\s*\}\}|\{\{-?\s*([^{}]*?)\s*-?\}\}|\$\((\w[\w.]*)\)|\$\[\[\s*([^[\]]*?)\s*\]\]/g;

/** Variable that an expression of a workflow or template refers to. */
const nameOfExpression = (scope: HostVariables) => {
  return ([, workflow, template, macro, inputs]: RegExpExecArray): string | undefined => {
    // `$(name)` of Azure is a command substitution elsewhere.
    if (macro !== undefined) return scope.has(variableName(macro)) ? variableName(macro) : undefined;
    const written = workflow ?? template ?? inputs ?? '';
    const name = /^(?:env|variables|vars|\.Values)?\.?([\w.]+)$/.exec(written)?.[1] ?? written;
    const own = /^(?:env|variables)\./.test(written) || scope.has(variableName(name));
    return own ? variableName(name) : variableName(`expression ${written.slice(0, 60)}`);
  };
};

/** Script with its expressions as variables. */
export const withExpressions = (script: Spelled, scope: HostVariables): Spelled =>
  withVariables(script, EXPRESSION, nameOfExpression(scope));

const valueOf = (tree: ScalarTree, scope: HostVariables, from: number): Spelled | undefined => {
  const { slot } = tree;
  return slot && withExpressions(sharedValue(slot.value.slice(from), slot, from), scope);
};

/** Variable definition: its name, its value, and the start of the value in its text. */
type Pair = readonly [name: string, value: ScalarTree, from?: number];

/** `- NAME=value` of Compose. */
const assignedIn = (item: ScalarTree): readonly Pair[] => {
  const [lead, name] = /^([A-Za-z_]\w*)=/.exec(item.slot?.value ?? '') ?? [];
  return name === undefined ? [] : [[name, item, lead!.length]];
};

const pairsIn = (tree: Tree | undefined): readonly Pair[] => {
  if (tree?.kind === 'object')
    return tree.members.flatMap(({ key, value }) =>
      value.kind === 'scalar' ? [[key.value, value] as const] : pairOf(value, key.value),
    );
  if (tree?.kind !== 'list') return [];
  return tree.items.flatMap((item) => {
    if (item.kind === 'scalar') return assignedIn(item);
    const name = scalarOf(item, 'name') ?? scalarOf(item, 'key');
    return name === undefined ? [] : pairOf(item, String(name.value));
  });
};

/** `NAME: { value: … }` of GitLab, `{ name, value }` of Kubernetes and Azure. */
const pairOf = (tree: Tree, name: string): readonly Pair[] => {
  const value = scalarOf(tree, 'value');
  return value === undefined ? [] : [[name, value]];
};

/** Scope inside of an object: its own variables over those from outside. */
export const scopeIn = (tree: Tree, outer: HostVariables): HostVariables => {
  if (tree.kind !== 'object') return outer;
  const given = tree.members
    .filter(({ key }) => GIVERS.has(key.value))
    .flatMap(({ value }) => pairsIn(value));
  if (given.length === 0) return outer;
  const scope = new Map(outer);
  for (const [written, value, from = 0] of given) {
    const name = variableName(written);
    const spelled = valueOf(value, scope, from);
    if (spelled === undefined) scope.delete(name);
    else scope.set(name, { name, value: spelled });
  }
  return scope;
};

/** Matches files of variables that Ansible passes to all tasks: `group_vars/all.yml`, `roles/x/defaults/main.yml`. */
const GIVEN_TO_TASKS = /(?:^|\/)(?:group_vars|host_vars|vars|defaults)\/.+\.ya?ml$/;

/**
 * Variables that Ansible files pass to tasks in other files; the value of a name that two of them define is unknown.
 */
export const taskVariables = (documents: readonly Tree[]): HostVariables => {
  const known = new Map<string, HostVariable>();
  const doubtful = new Set<string>();
  for (const tree of documents.filter(({ file }) => GIVEN_TO_TASKS.test(file)))
    for (const [written, value] of pairsIn(tree)) {
      const name = variableName(written);
      const spelled = valueOf(value, new Map(), 0);
      if (known.has(name)) doubtful.add(name);
      if (spelled !== undefined) known.set(name, { name, value: spelled });
    }
  for (const name of doubtful) known.delete(name);
  return known;
};

/**
 * Maps among the variables that Ansible files pass to tasks, and playbooks to theirs; a name that two define
 * is left out.
 */
export const taskMaps = (documents: readonly Tree[]): ReadonlyMap<string, ObjectTree> => {
  const known = new Map<string, ObjectTree | undefined>();
  const plays = documents.flatMap((tree) => (tree.kind === 'list' ? tree.items : []));
  const givers = [
    ...documents.filter(({ file }) => GIVEN_TO_TASKS.test(file)),
    ...plays.flatMap((play) => memberOf(play, 'vars') ?? []),
  ];
  for (const giver of givers)
    for (const { key, value } of giver.kind === 'object' ? giver.members : [])
      if (value.kind === 'object') known.set(key.value, known.has(key.value) ? undefined : value);
  return new Map([...known].flatMap(([name, map]) => (map === undefined ? [] : [[name, map] as const])));
};

/** True for playbooks and task files, which are lists and refer to variables in templates. */
export const hasTasks = (tree: Tree, text: string): boolean => tree.kind === 'list' && text.includes('{{');
