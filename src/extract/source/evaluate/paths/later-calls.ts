import { returnsOf } from './leaving.ts';
import type { FunctionNode } from '../values.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { ts } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';

type Made = ts.CallExpression | ts.NewExpression;

/** Call that adds to a request after its creation: `req.write(…)`, `.set(…)`, `.send(…)`. */
export interface LaterCall {
  readonly name: string;
  readonly call: ts.CallExpression;
}

/** Calls chained after `call`: `superagent.get(url).set(…).send(…)`. */
export const chainedCalls = (call: Made): readonly LaterCall[] => {
  const found: LaterCall[] = [];
  for (let next = chainedTo(call); next !== undefined; next = chainedTo(next.call)) found.push(next);
  return found;
};

/** Calls on a chain's result, in the chain and on the variable that holds it. */
export const callsOnChain = (call: Made): readonly LaterCall[] => [
  ...chainedCalls(call),
  ...callsOnVariable(endOfChain(call)),
];

/** Variable that holds a chain's result. */
export const variableOfChain = (call: Made): ts.Identifier | undefined => variableHolding(endOfChain(call));

/** Call that is chained to another; `undefined` where that is the last. */
export const chainedTo = ({ parent }: ts.Node): LaterCall | undefined =>
  ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent)
    ? { name: parent.name.text, call: parent.parent }
    : undefined;

/** Variable that holds a call's result. */
export const variableHolding = (call: ts.CallExpression | ts.NewExpression): ts.Identifier | undefined => {
  const { parent } = call;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name;
  return ts.isBinaryExpression(parent) && ts.isIdentifier(parent.left) && parent.right === call
    ? parent.left
    : undefined;
};

/** Calls on the variable that holds the request: `const req = https.request(…); req.write(…); req.end(…)`. */
export const callsOnVariable = (call: ts.CallExpression | ts.NewExpression): readonly LaterCall[] =>
  callsOn(variableHolding(call));

/** Last call of a chain, each of which returns the request: `https.request(…).on('error', fail)`. */
const endOfChain = (call: Made): Made => chainedCalls(call).at(-1)?.call ?? call;

/** True for the result of a function: `return https.request(…)`, `const req = https.request(…); …; return req`. */
const isReturned = (call: Made, { body }: FunctionNode): boolean => {
  const made = endOfChain(call);
  if (!body || !ts.isBlock(body)) return body === made;
  const variable = variableHolding(made)?.text;
  return returnsOf(body).some((node) => node === made || (ts.isIdentifier(node) && node.text === variable));
};

/** Calls on the variables that hold the request, also where functions return it to their callers, innermost first. */
export const callsOnReturned = (
  call: Made,
  chain: readonly { readonly fn: FunctionNode; readonly call: Made }[],
): readonly LaterCall[] => {
  const found = [...callsOnChain(call)];
  let made = call;
  for (const link of chain) {
    if (!isReturned(made, link.fn)) break;
    made = link.call;
    found.push(...callsOnChain(made));
  }
  return found;
};

/** Receiver variable of a call. */
export const openedOn = ({ expression: callee }: ts.CallExpression): ts.Identifier | undefined =>
  ts.isPropertyAccessExpression(callee) && ts.isIdentifier(callee.expression) ? callee.expression : undefined;

/** Calls on the receiver variable of a call: `xhr.open(…); xhr.setRequestHeader(…); xhr.send()`. */
export const callsOnReceiver = (call: ts.CallExpression): readonly LaterCall[] => callsOn(openedOn(call));

const callsOn = (variable: ts.Identifier | undefined): readonly LaterCall[] => {
  const scope =
    variable &&
    ts.findAncestor(variable as ts.Node, (node) => ts.isFunctionLike(node) || ts.isSourceFile(node));
  return variable && scope ? (callsIn(scope).get(variable.text) ?? []) : [];
};

/** Calls on variables in a scope, by variable name. */
const callsIn = oncePerNode((scope: ts.Node): ReadonlyMap<string, readonly LaterCall[]> => {
  const found = new Map<string, LaterCall[]>();
  walk(scope, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { expression: variable, name } = node.expression;
    if (!ts.isIdentifier(variable)) return;
    const list = found.get(variable.text);
    const later = { name: name.text, call: node };
    if (list === undefined) found.set(variable.text, [later]);
    else list.push(later);
  });
  return found;
});
