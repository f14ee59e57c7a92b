import { exactValue } from '../../../model/index.ts';
import { isAssignment } from '../evaluate/paths/access-paths.ts';
import { strip } from '../evaluate/arguments.ts';
import { ts } from '../syntax/tree.ts';
import { holdsNone } from './literals.ts';
import {
  addUse,
  isAccept,
  isAddress,
  mustStay,
  markUnknown,
  type Part,
  partIn,
  type Examination,
} from './examination.ts';

/** `headers: {…}` that a request is cloned with. */
const clonedWith = (state: Examination, { arguments: [given] }: ts.CallExpression): boolean => {
  if (!given) return true;
  if (!ts.isObjectLiteralExpression(given)) return false;
  return given.properties.every((property) => {
    if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) return false;
    const name = property.name.getText();
    const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
    if (name === 'headers') state.wanted.push({ node: value, part: 'headers' });
    if (name === 'setHeaders') return holdsNone(state.ctx.evaluate(value, state.env), isAccept);
    return !mustStay(name);
  });
};

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** Certain text of an expression. */
const textOf = (state: Examination, node: ts.Expression | undefined): string | undefined => {
  const [val, ...others] = node ? state.ctx.evaluate(node, state.env) : [];
  return val?.kind === 'text' && others.length === 0 ? exactValue(val.text) : undefined;
};

const nameOf = (state: Examination, access: Access): string | undefined =>
  ts.isPropertyAccessExpression(access)
    ? access.name.text
    : ts.isNumericLiteral(access.argumentExpression)
      ? access.argumentExpression.text
      : textOf(state, access.argumentExpression);

/** Assignment, `delete` or increment that changes an accessed member. */
const changeOf = (access: ts.Expression): ts.Node | undefined => {
  const { parent } = access;
  if (ts.isNonNullExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent))
    return changeOf(parent);
  if (ts.isBinaryExpression(parent) && isAssignment(parent) && parent.left === access) return parent;
  return ts.isDeleteExpression(parent) || ts.isPostfixUnaryExpression(parent) ? parent : undefined;
};

const methodCall = (access: Access): ts.CallExpression | undefined =>
  ts.isCallExpression(access.parent) && access.parent.expression === access ? access.parent : undefined;

/** True where evaluation follows the change: of the function's own parameter, in its own statements. */
const isFollowed = (state: Examination, access: ts.Node): boolean => {
  let at: ts.Node = access;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isNonNullExpression(at))
    at = at.expression;
  const fn = ts.findAncestor(access, ts.isFunctionLike);
  return (
    fn !== undefined &&
    fn === state.root &&
    ts.isIdentifier(at) &&
    fn.parameters.some(({ name }) => ts.isIdentifier(name) && name.text === (at as ts.Identifier).text)
  );
};

const writesAccept = (state: Examination, at: ts.Node): void => {
  if (isFollowed(state, at)) state.accept = true;
  else markUnknown(state, at);
};

const READS =
  /^(?:get|has|keys|values|entries|forEach|toJSON|toString|getSetCookie|normalize|hasOwnProperty)$|^(?:get|has)[A-Z]/;
const WRITES = /^(?:set|append|delete|setRequestHeader|setHeader|appendHeader|removeHeader)$/;
/** Methods whose changes evaluation follows. */
const FOLLOWED = /^(?:set|append|delete)$/;

const headersCalled = (state: Examination, method: string, call: ts.CallExpression, part: Part): void => {
  const [first, second] = call.arguments;
  if (WRITES.test(method)) {
    const name = textOf(state, first);
    const many = first && !second && method !== 'delete' ? state.ctx.evaluate(first, state.env) : undefined;
    if (name !== undefined && isAccept(name)) {
      if (FOLLOWED.test(method)) writesAccept(state, call.expression);
      else markUnknown(state, call);
    } else if (
      name === undefined &&
      !(many?.some((val) => val.kind === 'object') && holdsNone(many, isAccept))
    )
      markUnknown(state, call);
  } else if (!READS.test(method) && (!/^set[A-Z]/.test(method) || method === 'setAccept'))
    markUnknown(state, call);
  addUse(state, call, part);
};

const headersMember = (state: Examination, access: Access): void => {
  const name = nameOf(state, access);
  const call = methodCall(access);
  if (call && name !== undefined) return headersCalled(state, name, call, 'headers');
  if (partIn('headers', name ?? '')) return addUse(state, access, 'headers');
  if (!changeOf(access)) return;
  if (name === undefined) markUnknown(state, access);
  else if (isAccept(name)) writesAccept(state, access);
};

const CHANGES_URL = /^(?:set|append|delete|sort)$/;

/** True where a URL becomes a part of a text or of options: `config.baseURL + config.url`, `{ url: config.url }`. */
const becomesPart = (parent: ts.Node): boolean =>
  ts.isBinaryExpression(parent) ||
  ts.isTemplateSpan(parent) ||
  ts.isPropertyAssignment(parent) ||
  ts.isVariableDeclaration(parent);

/** True for a URL that is read, not changed: `url.searchParams.set(…)`, `url.pathname = …`. */
const addressRead = (state: Examination, access: ts.Expression): void => {
  if (changeOf(access)) return markUnknown(state, access);
  const { parent } = access;
  if (ts.isCallExpression(parent) && parent.expression !== access) return addUse(state, access, 'url');
  if (ts.isNonNullExpression(parent)) return addressRead(state, parent);
  if (becomesPart(parent)) return addUse(state, access, 'url');
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== access) return;
  if (CHANGES_URL.test(parent.name.text) && methodCall(parent)) return markUnknown(state, parent);
  addressRead(state, parent);
};

const HARMLESS =
  /^(?:auth|timeout|retry|on|once|buffer|ok|withCredentials|type|send|query|redirects|parse|ca|key|cert|end|write|destroy|abort|setTimeout|setNoDelay|setSocketKeepAlive|flushHeaders|overrideMimeType|off|emit|getHeaders?|getHeaderNames|hasHeader|addListener|removeListener|addEventListener|arrayBuffer|blob|formData|json|text|toString|toJSON)$/;

const requestCalled = (state: Examination, method: string, call: ts.CallExpression, part: Part): void => {
  const isSame = method === 'clone' && clonedWith(state, call);
  if (part === 'chained' && WRITES.test(method)) return headersCalled(state, method, call, part);
  if (!HARMLESS.test(method) && !isSame) return markUnknown(state, call);
  addUse(state, call, part);
};

/** `if (!config.headers) config.headers = {}`, `config.headers ??= {}`: empty headers where there were none. */
const isFallback = (access: Access, { right, operatorToken, parent }: ts.BinaryExpression): boolean => {
  const value = strip(right);
  const isEmpty =
    (ts.isObjectLiteralExpression(value) && value.properties.length === 0) ||
    (ts.isNewExpression(value) && (value.arguments ?? []).length === 0);
  if (!isEmpty) return false;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return true;
  const around = ts.isBlock(parent.parent) ? parent.parent.parent : parent.parent;
  return ts.isIfStatement(around) && around.expression.getText() === `!${access.getText()}`;
};

const requestMember = (state: Examination, access: Access, part: Part): void => {
  const name = nameOf(state, access);
  if (name === undefined) return markUnknown(state, access);
  const call = methodCall(access);
  const inner = partIn(part, name);
  if (inner) {
    const change = changeOf(access);
    if (!change) return addUse(state, access, inner);
    if (!ts.isBinaryExpression(change)) return markUnknown(state, access);
    if (inner !== 'headers') return markUnknown(state, access);
    if (!isFallback(access, change)) state.wanted.push({ node: change.right, part: 'headers' });
  } else if (call) requestCalled(state, name, call, part);
  else if (isAddress(name)) addressRead(state, access);
  else if (changeOf(access) && mustStay(name)) markUnknown(state, access);
};

/** Examines a member of a part: read, written or called. */
export const atMember = (state: Examination, access: Access, part: Part): void => {
  if (part === 'headers') return headersMember(state, access);
  if (part === 'sent') {
    const inner = partIn('sent', nameOf(state, access) ?? '');
    return inner && addUse(state, access, inner);
  }
  if (part === 'url') return addressRead(state, access);
  if (part === 'arguments') {
    const name = nameOf(state, access);
    if (name === '0' || name === '1') return addUse(state, access, name === '0' ? 'url' : 'request');
    if (name !== 'length') markUnknown(state, access);
    return;
  }
  if (part === 'next') {
    if (nameOf(state, access) !== 'handle' || !methodCall(access)) markUnknown(state, access);
    return;
  }
  requestMember(state, access, part);
};
