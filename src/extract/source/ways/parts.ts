import { dottedName } from '../syntax/dialect.ts';
import { strip } from '../evaluate/arguments.ts';
import { resultsOf } from './given-back.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { partOfName } from './names.ts';
import { type Part, partIn, type Passage } from './passage.ts';

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
const ofThen = (passage: Passage, [callback]: readonly ts.Expression[]): Part | undefined =>
  isFunction(callback)
    ? agreed(resultsOf(callback).map((result) => result && partOfRequest(passage, result)))
    : undefined;

/** `new Promise((resolve) => …)`: every value that it is resolved with. */
const ofPromise = (passage: Passage, executor: ts.Expression | undefined): Part | undefined => {
  const resolve = isFunction(executor) ? executor.parameters[0]?.name : undefined;
  if (!isFunction(executor) || !resolve || !ts.isIdentifier(resolve)) return undefined;
  const found: (Part | undefined)[] = [];
  walk(executor.body, (at) => {
    if (ts.isCallExpression(at) && ts.isIdentifier(at.expression) && at.expression.text === resolve.text)
      found.push(at.arguments[0] && partOfRequest(passage, at.arguments[0]));
  });
  return agreed(found);
};

const ofProject = (passage: Passage, call: ts.CallExpression): Part | undefined => {
  const fns = passage.ctx.evaluate(call.expression, passage.env);
  return agreed(
    fns.map((fn) =>
      fn.kind === 'function' && passage.functions.has(fn.node)
        ? agreed(resultsOf(fn.node).map((result) => result && partOfRequest(passage, result)))
        : undefined,
    ),
  );
};

const ofCall = (passage: Passage, call: ts.CallExpression): Part | undefined => {
  const callee = strip(call.expression);
  const name = dottedName(callee);
  const [first] = call.arguments;
  if (name === 'Object.assign')
    return call.arguments
      .map((argument) => partOfRequest(passage, argument))
      .findLast((part) => part !== undefined);
  if (SAME.test(name)) return first && partOfRequest(passage, first);
  if (ts.isPropertyAccessExpression(callee)) {
    if (callee.name.text === 'then') return ofThen(passage, call.arguments);
    const receiver = partOfRequest(passage, callee.expression);
    if (receiver && KEEPS.test(callee.name.text)) return receiver;
  }
  return ofProject(passage, call);
};

const ofLiteral = (passage: Passage, literal: ts.ObjectLiteralExpression): Part | undefined => {
  for (const property of literal.properties) {
    const part = ts.isSpreadAssignment(property) ? partOfRequest(passage, property.expression) : undefined;
    if (part) return part === 'rest' ? 'request' : part;
  }
  return undefined;
};

const isNothing = (node: ts.Expression): boolean =>
  (ts.isObjectLiteralExpression(node) && node.properties.length === 0) ||
  (ts.isIdentifier(node) && node.text === 'undefined');

const ofBinary = (passage: Passage, node: ts.BinaryExpression): Part | undefined => {
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken)
    return isNothing(strip(node.right))
      ? partOfRequest(passage, node.left)
      : agreed([node.left, node.right].map((side) => partOfRequest(passage, side)));
  return undefined;
};

/** Part of the request that an expression evaluates to, if every path through it is known. */
export const partOfRequest = (passage: Passage, expression: ts.Expression): Part | undefined => {
  const node = strip(expression);
  if (ts.isIdentifier(node)) return partOfName(passage, node);
  if (ts.isAwaitExpression(node) || ts.isSatisfiesExpression(node))
    return partOfRequest(passage, node.expression);
  if (ts.isPropertyAccessExpression(node)) {
    const owner = partOfRequest(passage, node.expression);
    return owner && partIn(owner, node.name.text);
  }
  if (ts.isObjectLiteralExpression(node)) return ofLiteral(passage, node);
  if (ts.isBinaryExpression(node)) return ofBinary(passage, node);
  if (ts.isConditionalExpression(node))
    return agreed([node.whenTrue, node.whenFalse].map((side) => partOfRequest(passage, side)));
  if (ts.isNewExpression(node)) {
    const [first] = node.arguments ?? [];
    if (dottedName(node.expression) === 'Promise') return ofPromise(passage, first);
    return first && COPIES.test(dottedName(node.expression)) ? partOfRequest(passage, first) : undefined;
  }
  return ts.isCallExpression(node) ? ofCall(passage, node) : undefined;
};
