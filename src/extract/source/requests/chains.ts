import { ts } from '../syntax/parse.ts';
import { walk } from '../syntax/walk.ts';

/** A call that adds to a request after it was made: `req.write(…)`, `.set(…)`, `.send(…)`. */
export interface LaterCall {
  readonly name: string;
  readonly call: ts.CallExpression;
}

/** Calls chained behind `call`: `superagent.get(url).set(…).send(…)`. */
export const chainedCalls = (call: ts.CallExpression): readonly LaterCall[] => {
  const found: LaterCall[] = [];
  let at: ts.Node = call;
  while (ts.isPropertyAccessExpression(at.parent) && ts.isCallExpression(at.parent.parent)) {
    found.push({ name: at.parent.name.text, call: at.parent.parent });
    at = at.parent.parent;
  }
  return found;
};

const variableOf = (call: ts.CallExpression): ts.Identifier | undefined => {
  const { parent } = call;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name;
  return ts.isBinaryExpression(parent) && ts.isIdentifier(parent.left) && parent.right === call
    ? parent.left
    : undefined;
};

/** Calls on the variable that holds the request: `const req = https.request(…); req.write(…); req.end(…)`. */
export const callsOnVariable = (call: ts.CallExpression): readonly LaterCall[] => callsOn(variableOf(call));

/** Calls on the variable that a call is made on: `xhr.open(…); xhr.setRequestHeader(…); xhr.send()`. */
export const callsOnReceiver = ({ expression: callee }: ts.CallExpression): readonly LaterCall[] => {
  const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression : undefined;
  return receiver && ts.isIdentifier(receiver) ? callsOn(receiver) : [];
};

const callsOn = (variable: ts.Identifier | undefined): readonly LaterCall[] => {
  const scope =
    variable &&
    ts.findAncestor(variable as ts.Node, (node) => ts.isFunctionLike(node) || ts.isSourceFile(node));
  if (!variable || !scope) return [];
  const found: LaterCall[] = [];
  const visit = (node: ts.Node): boolean | void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      ts.isIdentifier(node.expression.expression) &&
      node.expression.expression.text === variable.text
    )
      found.push({ name: node.expression.name.text, call: node });
  };
  walk(scope, visit);
  return found;
};
