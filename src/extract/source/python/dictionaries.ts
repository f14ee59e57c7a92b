import * as build from '../languages/build.ts';
import { OR_ABSENT, OR_ABSENT_ASSIGN } from '../languages/operators.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { argumentsOf } from './arguments.ts';
import { type Lowering, textIn } from './lowering.ts';

/** `Object.assign(target, …)`: merges members into the target. */
export const assigned = (
  target: ts.Expression,
  values: readonly ts.Expression[],
  node: Cst,
): ts.Expression => {
  const at = build.nowhere(node.start);
  const callee = build.member(build.nameAt('Object', at), build.nameAt('assign', at), at);
  return build.call(callee, [target, ...values], node);
};

interface Method {
  readonly owner: Cst;
  readonly name: string;
  readonly args: readonly ts.Expression[];
}

const methodOf = (ctx: Lowering, node: Cst): Method | undefined => {
  const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
  const [owner, name] = callee ? [childIn(callee, 'object'), childIn(callee, 'attribute')] : [];
  const list = childIn(node, 'arguments');
  if (!owner || !name || !list) return undefined;
  return { owner, name: textIn(ctx, name), args: argumentsOf(ctx, list) };
};

/** True for a value without members: a checksum is updated with bytes, a progress bar with a number. */
const hasNoMembers = (value: ts.Expression): boolean =>
  ts.isStringLiteralLike(value) ||
  ts.isTemplateExpression(value) ||
  ts.isNumericLiteral(value) ||
  (ts.isCallExpression(value) &&
    ts.isPropertyAccessExpression(value.expression) &&
    value.expression.name.text === 'encode');

/** True for the arguments of a dictionary's `update`: an object with members, or keyword arguments. */
const isUpdate = ({ name, args: [first, second] }: Method): boolean =>
  name === 'update' && first !== undefined && (!second || isKeywords(second)) && !hasNoMembers(first);

/** True for a string key, which only a dictionary has: `pop` of a list takes an index. */
const isName = (key: ts.Expression | undefined): key is ts.Expression =>
  key !== undefined && !ts.isNumericLiteral(key) && !ts.isPrefixUnaryExpression(key);

const removal = (from: ts.Expression, node: Cst): ts.Expression =>
  ts.setTextRange(ts.factory.createDeleteExpression(from), { pos: node.start, end: node.end });

/**
 * Lowers `headers.update({…})`, `headers.setdefault(name, value)`, `headers.pop(name)` as statements;
 * `undefined` for others.
 */
export const changeOfDictionary = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const method = methodOf(ctx, node);
  if (!method) return undefined;
  const { owner, name, args } = method;
  if (isUpdate(method)) return assigned(ctx.expression(owner), args, node);
  // What remains is unknown: nothing that was set before is proven.
  if (name === 'clear' && args.length === 0)
    return assigned(ctx.expression(owner), [build.opaque(node)], node);
  const [key, value] = args;
  if (!isName(key)) return undefined;
  const at = (): ts.ElementAccessExpression => build.element(ctx.expression(owner), key, owner);
  if (name === 'setdefault' && value) return build.binary(at(), OR_ABSENT_ASSIGN, value, node);
  return name === 'pop' ? removal(at(), node) : undefined;
};

/** Lowers `options.pop('headers', {})` to `[options['headers'] ?? {}, delete options['headers']][0]`. */
const takenOut = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const method = methodOf(ctx, node);
  const key = method && namedIn(childIn(node, 'arguments')!)[0];
  const [name, fallback] = method?.args ?? [];
  if (!key || method?.name !== 'pop' || !isName(name)) return undefined;
  const read = build.element(ctx.expression(method.owner), name, method.owner);
  const value = fallback ? build.binary(read, OR_ABSENT, fallback, node) : read;
  const gone = removal(build.element(ctx.expression(method.owner), ctx.expression(key), node), node);
  return build.parenthesized(
    build.element(build.array([value, gone], node), build.numberAt('0', build.nowhere(node.end)), node),
    node,
  );
};

/**
 * Change of a dictionary whose value is used: `kwargs.setdefault('headers', {})['Accept'] = …`,
 * `kwargs.pop('headers')`.
 */
export const changeWithin = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const change = changeOfDictionary(ctx, node);
  if (change && ts.isBinaryExpression(change)) return build.parenthesized(change, node);
  return change && ts.isDeleteExpression(change) ? takenOut(ctx, node) : undefined;
};
