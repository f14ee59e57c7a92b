import { exactValue, flatten, HOLE } from '../../../../model/index.ts';
import { strip } from '../arguments.ts';
import { type Branch } from './branches.ts';
import { branchesToEnd } from './conditions.ts';
import { declarationOf } from '../../syntax/scope.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, Env, Value } from '../values.ts';

const { SyntaxKind } = ts;

/**
 * True for a parameter of a function that is not called on the call path: its default does not describe what
 * others pass.
 */
const isUnpassed = (node: ts.Expression, env: Env): boolean => {
  const name = strip(node);
  const declared = ts.isIdentifier(name) ? declarationOf(name.text, name) : undefined;
  const parameter = declared && ts.findAncestor(declared, (at) => ts.isParameter(at) || ts.isBlock(at));
  if (!parameter || !ts.isParameter(parameter)) return false;
  for (let at: Env | undefined = env; at; at = at.next) if (at.fn === parameter.parent) return false;
  return true;
};

const onlyValue = (ctx: Ctx, node: ts.Expression, env: Env): Value | undefined => {
  if (isUnpassed(node, env)) return undefined;
  const [only, ...others] = ctx.evaluate(node, env);
  return others.length === 0 ? only : undefined;
};

const onlyText = (ctx: Ctx, node: ts.Expression, env: Env): string | undefined => {
  const only = onlyValue(ctx, node, env);
  return only?.kind === 'text' ? flatten(only.text) : undefined;
};

/** Known prefix of a text, before its first hole. */
const known = (text: string): string => text.split(HOLE, 1)[0]!;

type Test = (text: string, wanted: string) => boolean | undefined;

const startsWith: Test = (text, wanted) => {
  const start = known(text);
  if (start.length >= wanted.length || start === text) return start.startsWith(wanted);
  return wanted.startsWith(start) ? undefined : false;
};

const includes: Test = (text, wanted) => {
  if (text.split(HOLE).some((piece) => piece.includes(wanted))) return true;
  return text.includes(HOLE) ? undefined : false;
};

const TESTS: Readonly<Record<string, Test>> = { startsWith, includes };

/** True for `/^https?:/.test(url)`: patterns of the scanned code are never run. */
const asksAbsolute = (node: ts.Expression): boolean =>
  ts.isRegularExpressionLiteral(node) && node.text.startsWith('/^http');

const ofCall = (ctx: Ctx, node: ts.CallExpression, env: Env): boolean | undefined => {
  const { expression: callee, arguments: given } = node;
  const [first] = given;
  if (!ts.isPropertyAccessExpression(callee) || !first) return undefined;
  const name = callee.name.text;
  if (name === 'test' && asksAbsolute(callee.expression)) {
    const text = onlyText(ctx, first, env);
    return text === undefined ? undefined : startsWith(text, 'http');
  }
  const test = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined;
  const text = test && onlyText(ctx, callee.expression, env);
  const wanted = text === undefined ? undefined : onlyText(ctx, first, env);
  return test && text !== undefined && wanted !== undefined && !wanted.includes(HOLE)
    ? test(text, wanted)
    : undefined;
};

const exactOf = (ctx: Ctx, node: ts.Expression, env: Env): string | undefined => {
  const only = onlyValue(ctx, node, env);
  return only?.kind === 'text' ? exactValue(only.text) : undefined;
};

const ofBinary = (ctx: Ctx, node: ts.BinaryExpression, env: Env): boolean | undefined => {
  const { left, right } = node;
  const both = (): readonly [boolean | undefined, boolean | undefined] => [
    decided(ctx, left, env),
    decided(ctx, right, env),
  ];
  switch (node.operatorToken.kind) {
    case SyntaxKind.AmpersandAmpersandToken: {
      const sides = both();
      return sides.includes(false) ? false : sides.every(Boolean) ? true : undefined;
    }
    case SyntaxKind.BarBarToken: {
      const sides = both();
      return sides.includes(true) ? true : sides.every((side) => side === false) ? false : undefined;
    }
    case SyntaxKind.EqualsEqualsToken:
    case SyntaxKind.EqualsEqualsEqualsToken:
    case SyntaxKind.ExclamationEqualsToken:
    case SyntaxKind.ExclamationEqualsEqualsToken: {
      const [a, b] = [exactOf(ctx, left, env), exactOf(ctx, right, env)];
      if (a === undefined || b === undefined) return undefined;
      const isNegated =
        node.operatorToken.kind === SyntaxKind.ExclamationEqualsToken ||
        node.operatorToken.kind === SyntaxKind.ExclamationEqualsEqualsToken;
      return (a === b) !== isNegated;
    }
    default:
      return undefined;
  }
};

/** Outcome of a condition on a call path, where the passed texts decide it: `path.startsWith('https:')`. */
export const decided = (ctx: Ctx, condition: ts.Expression, env: Env): boolean | undefined => {
  const node = strip(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    const inner = decided(ctx, node.operand, env);
    return inner === undefined ? undefined : !inner;
  }
  if (ts.isCallExpression(node)) return ofCall(ctx, node, env);
  return ts.isBinaryExpression(node) ? ofBinary(ctx, node, env) : undefined;
};

const isTaken = (ctx: Ctx, { at, arm }: Branch, env: Env): boolean | undefined => {
  const condition = ts.isIfStatement(at)
    ? at.expression
    : ts.isConditionalExpression(at)
      ? at.condition
      : undefined;
  const way = condition && decided(ctx, condition, env);
  return way === undefined ? undefined : way === (arm === 0);
};

/** True for a node that is certainly not reached on a call path. */
export const isSkipped = (ctx: Ctx, node: ts.Node, env: Env): boolean =>
  branchesToEnd(node).some((branch) => isTaken(ctx, branch, env) === false);
