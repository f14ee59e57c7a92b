import { isKeywords } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import type { FunctionNode } from '../evaluate/values.ts';
import { isPrinted } from '../syntax/mentions.ts';

// Code that a client runs on its requests is known to keep their headers if each use of the request and its
// headers is on an allowlist.

/** Names of headers that do not affect the API version. */
export const isUnrelatedHeader = (node: ts.Node | undefined): boolean =>
  node !== undefined && ts.isStringLiteralLike(node) && !/^(?:accept|content-type)$/i.test(node.text);

const isNamed = (node: ts.Expression, name: RegExp): boolean =>
  ts.isPropertyAccessExpression(node) && name.test(node.name.text);

const READS = /^(?:get|items|keys|values|copy|has|has_header|get_header|header_items)$/;
const TAKE_NAME =
  /^(?:setdefault|pop|add|append|add_header|add_unredirected_header|set_header|remove_header|putheader)$/;
const REQUEST_METHODS =
  /^(?:add_header|add_unredirected_header|set_header|remove_header|putheader|prepare_headers)$/;

/** Methods that change the headers of the request that they are called on. */
const CHANGES_REQUEST = /^(?:delete|clear|initialize_http_header|add_field|store|update|replace)!?$/;

const hasOnlyOthers = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) && node.properties.every(({ name }) => name && isUnrelatedHeader(name));

const isWritten = (node: ts.Node): boolean =>
  ts.isDeleteExpression(node.parent) ||
  (ts.isBinaryExpression(node.parent) &&
    node.parent.left === node &&
    node.parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment);

/** True for a use of headers that does not change Accept: `request.headers['Authorization'] = …`. */
export const leavesAccept = (headers: ts.Node): boolean => {
  const { parent } = headers;
  if (ts.isElementAccessExpression(parent) && parent.expression === headers)
    return isUnrelatedHeader(parent.argumentExpression) || !isWritten(parent);
  if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent)) {
    const { name } = parent;
    return (
      READS.test(name.text) || (TAKE_NAME.test(name.text) && isUnrelatedHeader(parent.parent.arguments[0]))
    );
  }
  if (ts.isCallExpression(parent)) {
    const [first, ...others] = parent.arguments;
    const isPut = isNamed(parent.expression, /^assign$/) && first === headers && others.every(hasOnlyOthers);
    return isPut || isPrinted(parent, headers);
  }
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind === ts.SyntaxKind.InKeyword;
  return ts.isSpreadAssignment(parent) && !isKeywords(parent.parent);
};

/** True for a node that may refer to headers: `request.headers`, `kwargs['headers']`, `request.copy(headers=…)`. */
const namesHeaders = (node: ts.Node): boolean => {
  if (ts.isStringLiteralLike(node)) return /^(?:request_)?headers$/.test(node.text);
  return (
    ts.isPropertyAssignment(node) &&
    isKeywords(node.parent) &&
    ts.isIdentifier(node.name) &&
    node.name.text === 'headers'
  );
};

/** True for `request['Accept'] = …` of a parameter, and for any other assignment to it. */
const setsOnRequest = (node: ts.Node): boolean => {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const { left, right } = node;
  const fn = ts.findAncestor(node, ts.isFunctionLike) as FunctionNode | undefined;
  const isRequest = (at: ts.Node): boolean => ts.isIdentifier(at) && !!fn && requestNames(fn).has(at.text);
  if (ts.isElementAccessExpression(left))
    return isRequest(left.expression) && !isUnrelatedHeader(left.argumentExpression);
  return isRequest(left) && (ts.isOmittedExpression(right) || ts.isPrefixUnaryExpression(right));
};

/** Function that receives the request and has to be examined. */
export interface PassedRequest {
  readonly call: ts.CallExpression;
}

const parameterNames = ({ parameters }: FunctionNode): ReadonlySet<string> =>
  new Set(parameters.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])));

/** Parameters that may be the request; receivers are not included. */
const requestNames = ({ parameters }: FunctionNode): ReadonlySet<string> =>
  new Set(
    parameters.flatMap(({ name }, index) =>
      ts.isIdentifier(name) && (index === 0 || /^(?:r|req|request|prepared\w*|params)$/.test(name.text))
        ? [name.text]
        : [],
    ),
  );

const rootOf = (node: ts.Node): ts.Node => {
  let at = node;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isCallExpression(at))
    at = at.expression;
  return at;
};

/** Callees that take a request to send it, or to change another part of it. */
const isOnItsWay = (callee: ts.Expression, own: ReadonlySet<string>): boolean => {
  const root = rootOf(callee);
  return (
    root.kind === ts.SyntaxKind.SuperKeyword ||
    root.kind === ts.SyntaxKind.ThisKeyword ||
    (ts.isIdentifier(root) && own.has(root.text))
  );
};

/**
 * First position in a function or class at which the Accept of a request may change. `isSeen` returns whether
 * a call that receives the whole request leaves it unchanged.
 */
export const acceptChangeIn = (
  code: ts.Node,
  isSeen: (handed: PassedRequest) => boolean,
): ts.Node | undefined => {
  let found: ts.Node | undefined;
  walk(code, (node) => {
    if (found) return false;
    if (setsOnRequest(node)) found = node;
    const isHeaders = ts.isPropertyAccessExpression(node) && node.name.text === 'headers';
    if ((isHeaders && !leavesAccept(node)) || namesHeaders(node)) found = node;
    if (!ts.isCallExpression(node)) return true;
    const { expression: callee, arguments: given } = node;
    if (isNamed(callee, REQUEST_METHODS) && !isUnrelatedHeader(given[0])) found = node;
    const fn = ts.findAncestor(node, ts.isFunctionLike) as FunctionNode | undefined;
    const names = fn ? requestNames(fn) : new Set<string>();
    const owner = ts.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    const isOwn = owner !== undefined && ts.isIdentifier(owner) && names.has(owner.text);
    if (isOwn && isNamed(callee, CHANGES_REQUEST) && !isUnrelatedHeader(given[0])) found = node;
    const handed = given.some((argument) => ts.isIdentifier(argument) && names.has(argument.text));
    if (handed && fn && !isOnItsWay(callee, parameterNames(fn)) && !isSeen({ call: node })) found = node;
    return true;
  });
  return found;
};
