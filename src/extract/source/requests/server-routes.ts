import { clientAt } from './clients-at.ts';
import { ts } from '../syntax/tree.ts';
import { isMock } from './test-addresses.ts';
import { mayServe } from './server-routes-table.ts';
import type { Ctx } from '../evaluate/values.ts';

const REGISTERS = /^(?:get|post|put|patch|delete|head|options|all|use|route|on|any|register|add)$/i;
const isPath = (node: ts.Node): boolean => {
  const text = ts.isTemplateExpression(node) ? node.head.text : ts.isStringLiteralLike(node) ? node.text : '';
  return text.startsWith('/');
};

const isFunction = (ctx: Ctx, node: ts.Expression): boolean =>
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ctx.evaluate(node, undefined).every((val) => val.kind === 'function');

/** `app.get('/path', handler)`: a receiver that is not a client cannot send to a path without a host. */
const isRegistration = (ctx: Ctx, call: ts.CallExpression, path: ts.Node): boolean => {
  const [first, ...others] = call.arguments;
  const { expression: callee } = call;
  return (
    first === path &&
    ts.isPropertyAccessExpression(callee) &&
    REGISTERS.test(callee.name.text) &&
    others.some((argument) => isFunction(ctx, argument)) &&
    clientAt(ctx, call, undefined) === undefined &&
    !isMock(ctx, call)
  );
};

/** True for a path that the project serves itself: of a router, a table of routes, a decorated method. */
export const isRoute = (ctx: Ctx, node: ts.Node): boolean => {
  if (!isPath(node)) return false;
  const { parent } = node;
  if (ts.isCallExpression(parent)) return ts.isDecorator(parent.parent) || isRegistration(ctx, parent, node);
  return (
    ts.isPropertyAssignment(parent) &&
    ts.isObjectLiteralExpression(parent.parent) &&
    parent.parent.properties.some(({ name }) => name !== undefined && mayServe(name.getText()))
  );
};
