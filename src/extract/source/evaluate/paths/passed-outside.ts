import { changesOf, reassignmentsOf, type VariableChange } from '../changes.ts';
import { functionAround } from './leaving.ts';
import { ts } from '../../syntax/tree.ts';
import { type Declaration, declarationOf } from '../../syntax/scope.ts';
import type { Ctx } from '../values.ts';

/** Names of a callee, the first of them a variable: `requests`, `get` of `requests.get(…)`. */
const namesOf = (callee: ts.Expression): readonly ts.Identifier[] | undefined => {
  const names: ts.Identifier[] = [];
  let at = callee;
  for (; ts.isPropertyAccessExpression(at) && ts.isIdentifier(at.name); at = at.expression)
    names.push(at.name);
  return ts.isIdentifier(at) ? [at, ...names.toReversed()] : undefined;
};

/** True for a name that means the same wherever it is used: an import, or a variable of the file set once. */
const isFixed = (declaration: Declaration): boolean =>
  ts.isIdentifier(declaration)
    ? ts.isSourceFile(functionAround(declaration)) && reassignmentsOf(declaration).length === 0
    : ts.isImportClause(declaration) ||
      ts.isImportSpecifier(declaration) ||
      ts.isNamespaceImport(declaration);

/** What is known of callees: by declaration, or file for globals, and by their names. */
type Callees = WeakMap<ts.Node, Map<string, boolean>>;

const calleesOf = new WeakMap<Ctx, Callees>();

/** True for a call of a function outside of the project, by a name that means the same everywhere: `fetch(…)`. */
const isOutside = (ctx: Ctx, { expression }: ts.CallExpression): boolean => {
  const names = namesOf(expression);
  const root = names?.[0];
  if (!root) return false;
  const declaration = declarationOf(root.text, root);
  if (declaration && !isFixed(declaration)) return false;
  const key = names.map(({ text }) => text).join('.');
  const callees = calleesOf.get(ctx) ?? new WeakMap<ts.Node, Map<string, boolean>>();
  calleesOf.set(ctx, callees);
  const owner = declaration ?? root.getSourceFile();
  const known = callees.get(owner) ?? new Map<string, boolean>();
  callees.set(owner, known);
  const answer = known.get(key);
  if (answer !== undefined) return answer;
  // Asked again while it is evaluated: nothing is left out.
  known.set(key, false);
  const vals = ctx.apart(() => ctx.evaluate(expression, undefined));
  known.set(
    key,
    vals.every(({ kind }) => kind === 'external'),
  );
  return known.get(key)!;
};

const countingOf = new WeakMap<Ctx, WeakMap<ts.Identifier, readonly VariableChange[]>>();

/** Changes of a variable, without the calls that receive it and run nothing of the project: `fetch(URLS.groups)`. */
export const changesInProject = (ctx: Ctx, name: ts.Identifier): readonly VariableChange[] => {
  const counting = countingOf.get(ctx) ?? new WeakMap<ts.Identifier, readonly VariableChange[]>();
  countingOf.set(ctx, counting);
  const known = counting.get(name);
  if (known) return known;
  const found = changesOf(name).filter((change) => change.kind !== 'passed' || !isOutside(ctx, change.node));
  counting.set(name, found);
  return found;
};
