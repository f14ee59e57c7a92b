import { type Assigned, noteAssigned } from './paths/assigned-values.ts';
import { assuming, mentions } from './assumed-values.ts';
import { type Branch, isLoop } from './paths/branches.ts';
import { isWithin } from './paths/leaving.ts';
import { isPlain, type Reached, reachedFrom } from './paths/reached.ts';
import { ts } from '../syntax/tree.ts';
import { concatenate, withinBudget } from './texts.ts';
import { type Ctx, type Env, type Value, unknown } from './values.ts';

/** True when one of the branch lists is taken whatever the outcome of the conditions, or the rest is unreachable. */
const coverAll = (ways: readonly (readonly Branch[])[]): boolean => {
  if (ways.some((way) => way.length === 0)) return true;
  const [first] = ways[0] ?? [];
  if (!first) return false;
  const beginning = ways.filter(([branch]) => branch!.at === first.at);
  return Array.from({ length: first.arms }, (_, arm) => arm).every(
    (arm) =>
      first.leaving?.includes(arm) === true ||
      coverAll(beginning.filter(([branch]) => branch!.arm === arm).map((way) => way.slice(1))),
  );
};

/** Maximum number of assignments that are followed. */
const MAX_REASSIGNMENTS = 200;

/** `let headers; if (body) headers = { … }`: `undefined`, unless an assignment is certain. */
const unassigned = (name: ts.Identifier, all: readonly Reached[]): readonly Value[] => {
  const isObject = all.some(({ node }) => ts.isObjectLiteralExpression(node.right));
  return isObject && !coverAll(all.map(({ branches }) => branches))
    ? [{ kind: 'primitive', value: undefined, node: name }]
    : [];
};

/** True for `url += '/' + part` and `url = url + part`: what the variable holds stays at the start. */
const appends = ({ operatorToken, right }: Reached['node'], name: ts.Identifier): boolean => {
  if (operatorToken.kind === ts.SyntaxKind.PlusEqualsToken) return true;
  let first: ts.Expression | undefined = right;
  while (ts.isBinaryExpression(first) && first.operatorToken.kind === ts.SyntaxKind.PlusToken)
    first = first.left;
  if (ts.isTemplateExpression(first))
    first = first.head.text === '' ? first.templateSpans[0]?.expression : undefined;
  return first !== undefined && ts.isIdentifier(first) && mentions(first, name);
};

/** True for a loop around a statement, with the declaration of the variable outside. */
const isLooped = (node: ts.Node, name: ts.Identifier): boolean =>
  ts.findAncestor(node, (at) => (isLoop(at) || ts.isDoStatement(at)) && !isWithin(name, at)) !== undefined;

/** Text to which each turn of a loop appends more: what follows it is unknown. */
const grownInLoop = (
  vals: readonly Value[] | undefined,
  { node }: Reached,
  name: ts.Identifier,
): readonly Value[] | undefined => {
  const isText = vals !== undefined && vals.length > 0 && vals.every(({ kind }) => kind === 'text');
  return isText && appends(node, name) && isLooped(node, name)
    ? concatenate([vals, unknown()], node)
    : undefined;
};

/** Values of a variable at `use`, after its assignments. */
export const withReassignments = (
  ctx: Ctx,
  name: ts.Identifier,
  initial: readonly Value[] | undefined,
  env: Env | undefined,
  use: ts.Node | undefined,
  assigned: Assigned,
): readonly Value[] | undefined => {
  let vals = initial;
  const all = reachedFrom(name, use, MAX_REASSIGNMENTS);
  const absent = vals ? [] : unassigned(name, all);
  for (const each of all.slice(0, MAX_REASSIGNMENTS)) {
    const { node, branches } = each;
    const grown = grownInLoop(vals, each, name);
    if (grown) {
      vals = grown;
      continue;
    }
    const certain = branches.length === 0;
    const right = ctx.evaluate(node.right, mentions(node.right, name) ? assuming(name, vals, env) : env);
    if (node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken) {
      const appended = concatenate([vals ?? unknown(name.text), right], node);
      vals =
        certain || appended.some((val) => val.kind === 'response')
          ? appended
          : [...(vals ?? []), ...appended];
    } else {
      if (isPlain(node)) noteAssigned(assigned, vals ?? [], right, node);
      vals = certain && isPlain(node) ? right : [...(vals ?? absent), ...right];
    }
    vals = withinBudget(vals);
  }
  if (all.length > MAX_REASSIGNMENTS) return concatenate([vals ?? [], unknown()], name);
  return vals && coverAll(all.filter(({ node }) => isPlain(node)).map(({ branches }) => branches))
    ? withoutInitial(vals, initial)
    : vals;
};

/** Assigned values, where every path assigns one. */
const withoutInitial = (vals: readonly Value[], initial: readonly Value[] | undefined): readonly Value[] => {
  const left = vals.filter((val) => !initial?.includes(val));
  return left.length > 0 ? left : vals;
};
