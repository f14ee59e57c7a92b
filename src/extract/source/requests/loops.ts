import { LOGICAL } from '../syntax/operators.ts';
import type { Place } from '../../../model/index.ts';
import type { CallGraph } from './callers/call-graph.ts';
import type { CallPath } from './callers/call-graph.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { placeOf } from '../syntax/slots.ts';
import type { FunctionNode } from '../evaluate/values.ts';
import { some } from '../syntax/walk.ts';

const ITERATING = new Set(['map', 'forEach', 'flatMap']);

const isIterationCallback = (fn: ts.Node): boolean =>
  ts.isCallExpression(fn.parent) &&
  ts.isPropertyAccessExpression(fn.parent.expression) &&
  ITERATING.has(fn.parent.expression.name.text);

/** Enclosing loop or iteration callback in the same function. */
const loopAround = (node: ts.Node): ts.Node | undefined => {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isIterationStatement(at, false)) return at;
    if (ts.isFunctionLike(at)) return isIterationCallback(at) ? at : undefined;
  }
  return undefined;
};

const isConditionOf = (parent: ts.Node, child: ts.Node): boolean => {
  if (ts.isIfStatement(parent)) return child !== parent.expression;
  if (ts.isConditionalExpression(parent)) return child !== parent.condition;
  return ts.isBinaryExpression(parent) && parent.right === child && LOGICAL.has(parent.operatorToken.kind);
};

/** True when a node below `outer` is reached only conditionally: "unless there is one already". */
const isConditional = (node: ts.Node, outer: ts.Node): boolean => {
  for (let at = node; at !== outer && at.parent; at = at.parent)
    if (isConditionOf(at.parent, at)) return true;
  return false;
};

/** True for a retry loop, which is left on the first success. */
const isRetry = (loop: ts.Node): boolean =>
  some(loop, ts.isTryStatement) &&
  some(loop, (node) => ts.isReturnStatement(node) || ts.isBreakStatement(node));

const isRepeatedAt = oncePerNode((node: ts.Node): boolean => {
  const loop = loopAround(node);
  return loop !== undefined && !isConditional(node, loop) && !isRetry(loop);
});

/** Function that a call belongs to: inline callbacks belong to the enclosing function. */
const ownerOf = (node: ts.Node): FunctionNode | undefined => {
  let owner: ts.Node | undefined;
  for (let at = node.parent; at; at = at.parent) {
    if (!ts.isFunctionLike(at)) continue;
    owner = at;
    if (!ts.isCallExpression(at.parent)) break;
  }
  return owner as FunctionNode | undefined;
};

const rootOf = (node: ts.Node): ts.Node => {
  let at = node;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isNonNullExpression(at))
    at = at.expression;
  return at;
};

/** True for something that outlives the function's call: `this`, or declared outside of it. */
const isOutside = (node: ts.Node, fn: FunctionNode): boolean => {
  const root = rootOf(node);
  if (root.kind === ts.SyntaxKind.ThisKeyword) return true;
  if (!ts.isIdentifier(root)) return false;
  const declared = declarationOf(root.text, root);
  return declared === undefined || declared.pos < fn.pos || declared.end > fn.end;
};

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

const STORING = /^(?:set|setItem|put|store|save|remember|cache|memo|write)/i;

const stores = (node: ts.Node, fn: FunctionNode): boolean => {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return isOutside(node.left, fn);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return STORING.test(node.expression.name.text) && isOutside(node.expression.expression, fn);
};

/** True when the function stores something beyond one call of it, which may be the response. */
const keeps = oncePerNode(
  (fn: FunctionNode): boolean => fn.body !== undefined && some(fn.body, (node) => stores(node, fn)),
);

const repeating = new WeakMap<CallGraph, Map<FunctionNode, boolean>>();

/** True where some caller of a function calls it repeatedly; evaluated for each request that it sends. */
const isCalledRepeatedly = (fn: FunctionNode, graph: CallGraph): boolean => {
  const known = repeating.get(graph) ?? new Map<FunctionNode, boolean>();
  repeating.set(graph, known);
  const found = known.get(fn) ?? graph.callersOf(fn).some(isRepeatedAt);
  known.set(fn, found);
  return found;
};

/** Frequency of a request; `RequestFact` has the same members. */
export interface Repetition {
  readonly repeated: boolean;
  readonly within?: Place;
}

/** Finds loops around the sending call, and around the calls that lead to it. */
export const repetitionOf = (
  call: ts.CallExpression,
  chain: CallPath['chain'],
  graph: CallGraph,
): Repetition => {
  if (isRepeatedAt(call)) return { repeated: true };
  const fn = ownerOf(call);
  if (fn === undefined || keeps(fn) || isConditional(call, fn)) return { repeated: false };
  const repeated = chain.some((link) => isRepeatedAt(link.call)) || isCalledRepeatedly(fn, graph);
  return { repeated, within: placeOf(fn) };
};
