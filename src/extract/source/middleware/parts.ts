import { dottedName } from '../syntax/dialect.ts';
import { strip } from '../evaluate/arguments.ts';
import { returnValues } from './return-values.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { partOfName } from './names.ts';
import { type Part, partIn, type Examination } from './examination.ts';

const COPIES = /(?:^|\.)(?:Headers|AxiosHeaders|Request)$/;
const SAME =
  /^(?:Promise\.resolve|structuredClone|Object\.freeze|Object\.fromEntries|(?:.*\.)?AxiosHeaders\.from)$/;
/** Methods that return the same object, a copy, or a changed one. */
const KEEPS =
  /^(?:toJSON|clone|set|append|delete|concat|entries|catch|finally|setHeaders?|retry|timeout|auth|type|query|bind)$/;

/** The part that all of these agree on; `undefined` where they differ. */
const agreed = (parts: readonly (Part | undefined)[]): Part | undefined =>
  parts.length > 0 && parts.every((part) => part === parts[0]) ? parts[0] : undefined;

const isFunction = (node: ts.Node | undefined): node is ts.ArrowFunction | ts.FunctionExpression =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** `.then(() => config)`: the callback's result. */
const ofThen = (state: Examination, [callback]: readonly ts.Expression[]): Part | undefined =>
  isFunction(callback)
    ? agreed(returnValues(callback).map((result) => result && partOfRequest(state, result)))
    : undefined;

/** `new Promise((resolve) => …)`: every value that it is resolved with. */
const ofPromise = (state: Examination, executor: ts.Expression | undefined): Part | undefined => {
  const resolve = isFunction(executor) ? executor.parameters[0]?.name : undefined;
  if (!isFunction(executor) || !resolve || !ts.isIdentifier(resolve)) return undefined;
  const found: (Part | undefined)[] = [];
  walk(executor.body, (at) => {
    if (ts.isCallExpression(at) && ts.isIdentifier(at.expression) && at.expression.text === resolve.text)
      found.push(at.arguments[0] && partOfRequest(state, at.arguments[0]));
  });
  return agreed(found);
};

const ofProject = (state: Examination, call: ts.CallExpression): Part | undefined => {
  const fns = state.ctx.evaluate(call.expression, state.env);
  return agreed(
    fns.map((fn) =>
      fn.kind === 'function' && state.functions.has(fn.node)
        ? agreed(returnValues(fn.node).map((result) => result && partOfRequest(state, result)))
        : undefined,
    ),
  );
};

const ofCall = (state: Examination, call: ts.CallExpression): Part | undefined => {
  const callee = strip(call.expression);
  const name = dottedName(callee);
  const [first] = call.arguments;
  if (name === 'Object.assign')
    return call.arguments
      .map((argument) => partOfRequest(state, argument))
      .findLast((part) => part !== undefined);
  if (SAME.test(name)) return first && partOfRequest(state, first);
  if (ts.isPropertyAccessExpression(callee)) {
    if (callee.name.text === 'then') return ofThen(state, call.arguments);
    const receiver = partOfRequest(state, callee.expression);
    if (receiver && KEEPS.test(callee.name.text)) return receiver;
  }
  return ofProject(state, call);
};

const ofLiteral = (state: Examination, literal: ts.ObjectLiteralExpression): Part | undefined => {
  for (const property of literal.properties) {
    const part = ts.isSpreadAssignment(property) ? partOfRequest(state, property.expression) : undefined;
    if (part) return part === 'rest' ? 'request' : part;
  }
  return undefined;
};

const isNothing = (node: ts.Expression): boolean =>
  (ts.isObjectLiteralExpression(node) && node.properties.length === 0) ||
  (ts.isIdentifier(node) && node.text === 'undefined');

const ofBinary = (state: Examination, node: ts.BinaryExpression): Part | undefined => {
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken)
    return isNothing(strip(node.right))
      ? partOfRequest(state, node.left)
      : agreed([node.left, node.right].map((side) => partOfRequest(state, side)));
  return undefined;
};

/** Part of the request that an expression evaluates to, if every path through it is known. */
export const partOfRequest = (state: Examination, expression: ts.Expression): Part | undefined => {
  const node = strip(expression);
  if (ts.isIdentifier(node)) return partOfName(state, node);
  if (ts.isAwaitExpression(node) || ts.isSatisfiesExpression(node))
    return partOfRequest(state, node.expression);
  if (ts.isPropertyAccessExpression(node)) {
    const owner = partOfRequest(state, node.expression);
    return owner && partIn(owner, node.name.text);
  }
  if (ts.isObjectLiteralExpression(node)) return ofLiteral(state, node);
  if (ts.isBinaryExpression(node)) return ofBinary(state, node);
  if (ts.isConditionalExpression(node))
    return agreed([node.whenTrue, node.whenFalse].map((side) => partOfRequest(state, side)));
  if (ts.isNewExpression(node)) {
    const [first] = node.arguments ?? [];
    if (dottedName(node.expression) === 'Promise') return ofPromise(state, first);
    return first && COPIES.test(dottedName(node.expression)) ? partOfRequest(state, first) : undefined;
  }
  return ts.isCallExpression(node) ? ofCall(state, node) : undefined;
};
