import type { MatchedMember } from '../../../model/index.ts';
import { isAbsenceTest } from './absence-tests.ts';
import { lastNameOf, rootOf } from '../requests/test-addresses.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import { declarationOf } from '../syntax/scope.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import type { Ctx, FunctionValue, ObjectValue, Value } from '../evaluate/values.ts';

/** Limits of what is stated of one mock. */
const MAX_DEPTH = 6;
const MAX_MEMBERS = 200;

const isNock = (ctx: Ctx, call: ts.CallExpression): boolean =>
  ctx
    .evaluate(rootOf(call.expression), undefined)
    .some((val) => val.kind === 'external' && val.module === 'nock');

/**
 * What a mock compares bodies with: `nock(host).post(path, body)`, `mock.onPost(url, body)`, `body` in
 * `pool.intercept({ path, method, body })` and `fetchMock.post({ url, body }, …)`.
 */
const matchersOf = (ctx: Ctx, call: ts.CallExpression): readonly Value[] => {
  const [first, second, third] = call.arguments;
  const valuesOf = (node: ts.Expression | undefined): readonly Value[] =>
    node ? ctx.evaluate(node, undefined) : [];
  const name = lastNameOf(call.expression);
  if (name !== 'intercept' && (/^on[A-Z]/.test(name) || isNock(ctx, call))) return valuesOf(second);
  if (third) return valuesOf(third);
  const objects = valuesOf(first).filter((val): val is ObjectValue => val.kind === 'object');
  return objects.flatMap((object) => propertyOfObject(object, 'body', call));
};

const membersOf = (val: Value, path: readonly string[]): readonly MatchedMember[] => {
  if (val.kind === 'json') return val.of.flatMap((inner) => membersOf(inner, path));
  if (path.length > MAX_DEPTH) return [];
  if (val.kind === 'list')
    return val.items.flatMap((item) => item().flatMap((inner) => membersOf(inner, path)));
  if (val.kind !== 'object') return [];
  return val.members.flatMap(({ name, nameNode, value }): readonly MatchedMember[] => {
    const below = [...path, name];
    return [{ path: below, ...placeOf(nameNode) }, ...value().flatMap((inner) => membersOf(inner, below))];
  });
};

/** Path, from the body that a predicate receives, to the value of an expression in it; `undefined` for another value. */
const pathIn = (
  predicate: FunctionValue['node'],
  node: ts.Node,
  depth = 0,
): readonly string[] | undefined => {
  if (depth > MAX_DEPTH) return undefined;
  const next = (inner: ts.Node): readonly string[] | undefined => pathIn(predicate, inner, depth + 1);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return next(node.expression);
  if (ts.isCallExpression(node)) return isParse(node) ? next(node.arguments[0]!) : undefined;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const above = next(node.expression);
    const name = nameOf(node);
    return above && (name === undefined ? above : [...above, name]);
  }
  if (!ts.isIdentifier(node)) return undefined;
  const declaration = declarationOf(node.text, node);
  return declaration && boundPath(predicate, declaration.parent, next);
};

const isParse = ({ expression, arguments: [text] }: ts.CallExpression): boolean =>
  text !== undefined && expression.getText() === 'JSON.parse';

/** Name of the member; `undefined` for the items of a list. */
const nameOf = (node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined => {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
};

/** Path to what a parameter, a variable or a name in a pattern is bound to. */
const boundPath = (
  predicate: FunctionValue['node'],
  declaration: ts.Node,
  next: (inner: ts.Node) => readonly string[] | undefined,
): readonly string[] | undefined => {
  if (ts.isParameter(declaration)) return declaration === predicate.parameters[0] ? [] : undefined;
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer && next(declaration.initializer);
  if (!ts.isBindingElement(declaration)) return undefined;
  const above = boundPath(predicate, declaration.parent.parent, next);
  const name = declaration.propertyName ?? declaration.name;
  if (!above || ts.isArrayBindingPattern(declaration.parent)) return above;
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? [...above, name.text] : undefined;
};

/** Members that a predicate wants to see in the body. */
const wantedBy = ({ node: predicate }: FunctionValue): readonly MatchedMember[] => {
  const wanted: MatchedMember[] = [];
  const add = (node: ts.Node, path: readonly string[] | undefined, name: ts.Node): void => {
    if (path?.length && !isAbsenceTest(node)) wanted.push({ path, ...placeOf(name) });
  };
  const inBody = (node: ts.Node): readonly string[] | undefined => pathIn(predicate, node);
  walk(predicate, (node) => {
    if (ts.isPropertyAccessExpression(node)) add(node, inBody(node), node.name);
    else if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
      add(node, inBody(node), node.argumentExpression);
    else if (ts.isBindingElement(node))
      add(node, boundPath(predicate, node, inBody), node.propertyName ?? node.name);
  });
  return wanted;
};

/** Members by which a mock of nock, axios-mock-adapter or undici selects the bodies that it responds to. */
export const matchedMembers = (ctx: Ctx, call: ts.CallExpression): readonly MatchedMember[] =>
  matchersOf(ctx, call)
    .flatMap((val) => (val.kind === 'function' ? wantedBy(val) : membersOf(val, [])))
    .slice(0, MAX_MEMBERS);
