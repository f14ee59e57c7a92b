import { ts } from '../syntax/tree.ts';
import { converted } from './conversions.ts';
import type { At, Flow } from './flow.ts';
import { ANY, type Path, propertyName, RESULT } from '../types/member-path.ts';
import { both, NOTHING, type StateStep, to, value } from './state.ts';
import { thisMembersIn } from './targets.ts';

/** Step into a member of an object literal, which its methods read from `this`. */
export const intoLiteral = (
  flow: Flow,
  literal: ts.ObjectLiteralExpression,
  name: string,
  path: Path,
): StateStep =>
  both(
    to(value(literal, [name, ...path])),
    thisMembersIn(literal, flow.accesses(name, literal.getSourceFile()), path),
  );

/** Path to a returned value in the result of a call: a generator yields it. */
export const resultPath = (fn: ts.SignatureDeclaration, path: Path): Path =>
  (fn as ts.FunctionExpression).asteriskToken !== undefined ? [ANY, ...path] : path;

/** Results of a function's callers. */
const intoResult = (flow: Flow, fn: ts.SignatureDeclaration, path: Path): StateStep => {
  const given = [RESULT, ...resultPath(fn, path)];
  if (ts.isFunctionDeclaration(fn)) return to({ kind: 'name', node: fn, path: given });
  if (ts.isArrowFunction(fn) || ts.isFunctionExpression(fn)) {
    const texts = ts.isPropertyAssignment(fn.parent) ? converted(flow, fn.parent, path) : NOTHING;
    return both(to(value(fn, given)), texts);
  }
  if (ts.isMethodDeclaration(fn) || ts.isGetAccessor(fn)) {
    const name = propertyName(fn.name) ?? ANY;
    const own = ts.isGetAccessor(fn) ? path : given;
    const texts = ts.isGetAccessor(fn) ? NOTHING : converted(flow, fn, path);
    if (ts.isObjectLiteralExpression(fn.parent)) return both(intoLiteral(flow, fn.parent, name, own), texts);
    return both(to({ kind: 'member', owner: fn.parent, name, path: own }), texts);
  }
  return NOTHING;
};

const isGiven = (node: ts.Node): node is ts.SignatureDeclaration => ts.isFunctionLike(node);

/** `return BASE;` */
export const inReturn = ({ flow, parent, path }: At): StateStep => {
  const fn = ts.findAncestor(parent, isGiven);
  return fn ? intoResult(flow, fn, path) : NOTHING;
};

/** `() => BASE` */
export const inArrow = ({ flow, node, parent, path }: At<ts.ArrowFunction>): StateStep =>
  parent.body === node ? intoResult(flow, parent, path) : NOTHING;
