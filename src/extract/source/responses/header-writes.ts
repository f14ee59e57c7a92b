import { isAssignment } from '../evaluate/paths/access-paths.ts';
import { dialectOf } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';

export const CHANGED_HEADER = 'accept';

/** Methods that set, add or delete one header by its name. */
const WRITES =
  /^(?:set|append|add|put|store|insert|delete|remove|unset|pop|setdefault|header|with|tryAdd)(?:_?(?:request|default|unredirected|raw)?_?(?:header|field|property)s?)?(?:Without\w+)?$/i;
const DELETES = /^(?:delete|remove|unset|pop)/i;
/** Methods that set several headers at once. */
const MERGES = /^(?:update|merge!|reverse_merge!|replace|putAll|setAll|set|setHeaders|headers)$/;
/** Functions that change their first argument. */
const CHANGES = /(?:^|\.)(?:assign|defineProperty|set|merge|extend|defaults)$/;

/** Change of a header: the object that it changes, and the value that is written, if any. */
export interface Write {
  readonly node: ts.Node;
  readonly object: ts.Expression;
  readonly value: ts.Expression | undefined;
}

const isHeader = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) &&
  node.text.toLowerCase() === CHANGED_HEADER;

/** Object of `headers.Accept` and `headers['accept']`. */
const changedBy = (target: ts.Expression): ts.Expression | undefined => {
  if (ts.isPropertyAccessExpression(target)) return isHeader(target.name) ? target.expression : undefined;
  if (!ts.isElementAccessExpression(target)) return undefined;
  const { argumentExpression: key } = target;
  return ts.isStringLiteralLike(key) && isHeader(key) ? target.expression : undefined;
};

/** `Object.assign(headers, { Accept: … })`: the value. */
const memberIn = (given: readonly ts.Expression[]): ts.PropertyAssignment | undefined =>
  given
    .filter(ts.isObjectLiteralExpression)
    .flatMap(({ properties }) => properties.filter(ts.isPropertyAssignment))
    .find(({ name }) => isHeader(name));

const writeByCall = (node: ts.CallExpression): Write | undefined => {
  const { expression: callee, arguments: given } = node;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const [first, second, third] = given;
  const method = callee.name.text;
  if (first && ts.isStringLiteralLike(first) && isHeader(first)) {
    const isWrite = WRITES.test(method) && (second !== undefined || DELETES.test(method));
    return isWrite
      ? { node, object: callee.expression, value: DELETES.test(method) ? undefined : second }
      : undefined;
  }
  if (!first) return undefined;
  if (ts.isObjectLiteralExpression(first)) {
    const member = MERGES.test(method) ? memberIn([first]) : undefined;
    return member && { node, object: callee.expression, value: member.initializer };
  }
  if (!CHANGES.test(method)) return undefined;
  const member = memberIn(given.slice(1));
  if (member) return { node, object: first, value: member.initializer };
  return second && ts.isStringLiteralLike(second) && isHeader(second)
    ? { node, object: first, value: third }
    : undefined;
};

/** `var accept = headers.Accept;` of C#: a list of values that calls add to. */
const writeByName = (node: ts.VariableDeclaration): Write | undefined => {
  const object = node.initializer && dialectOf(node).name === 'C#' ? changedBy(node.initializer) : undefined;
  return object && { node, object, value: undefined };
};

/** Change of an Accept header at a node. */
export const writeAt = (node: ts.Node): Write | undefined => {
  if (ts.isBinaryExpression(node)) {
    const object = isAssignment(node) ? changedBy(node.left) : undefined;
    return object && { node, object, value: node.right };
  }
  if (ts.isDeleteExpression(node)) {
    const object = changedBy(node.expression);
    return object && { node, object, value: undefined };
  }
  if (ts.isVariableDeclaration(node)) return writeByName(node);
  return ts.isCallExpression(node) ? writeByCall(node) : undefined;
};

/** Methods that return what a collection holds. */
const HOLDS = /^(?:get|fetch|setdefault|at|find|first|last|next|shift|pop|item)$/;

/** Object that an expression is taken from: `all` of `all.atlas`, `all.get('atlas')` and `(all)['atlas']`. */
export const takenFromObject = (node: ts.Node): ts.Expression | undefined => {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return node.expression;
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return node.expression;
  const callee = ts.isCallExpression(node) ? node.expression : undefined;
  return callee && ts.isPropertyAccessExpression(callee) && HOLDS.test(callee.name.text)
    ? callee.expression
    : undefined;
};

/** Variable, field, parameter or call at the start of a path; none for a request that the same chain of calls makes. */
export const changedRoot = ({ node, object }: Write): ts.Node | undefined => {
  let at = object;
  for (let owner = takenFromObject(at); owner; owner = takenFromObject(at)) at = owner;
  const isMade = ts.isNewExpression(at) || (ts.isCallExpression(at) && ts.isCallExpression(node));
  return isMade ? undefined : at;
};
