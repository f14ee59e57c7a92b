import { exactValue } from '../../../model/index.ts';
import { isAssignment } from '../evaluate/changes.ts';
import { strip } from '../evaluate/arguments.ts';
import { ts } from '../syntax/tree.ts';
import { clonedWith } from './clones.ts';
import { holdsNone } from './literals.ts';
import { lead, isAccept, isAddress, mustStay, lose, type Part, partIn, type Passage } from './passage.ts';

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** Certain text of an expression. */
const textOf = (passage: Passage, node: ts.Expression | undefined): string | undefined => {
  const [val, ...others] = node ? passage.ctx.evaluate(node, passage.env) : [];
  return val?.kind === 'text' && others.length === 0 ? exactValue(val.text) : undefined;
};

const nameOf = (passage: Passage, access: Access): string | undefined =>
  ts.isPropertyAccessExpression(access)
    ? access.name.text
    : ts.isNumericLiteral(access.argumentExpression)
      ? access.argumentExpression.text
      : textOf(passage, access.argumentExpression);

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
const isFollowed = (passage: Passage, access: ts.Node): boolean => {
  let at: ts.Node = access;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isNonNullExpression(at))
    at = at.expression;
  const fn = ts.findAncestor(access, ts.isFunctionLike);
  return (
    fn !== undefined &&
    fn === passage.root &&
    ts.isIdentifier(at) &&
    fn.parameters.some(({ name }) => ts.isIdentifier(name) && name.text === (at as ts.Identifier).text)
  );
};

const writesAccept = (passage: Passage, at: ts.Node): void => {
  if (isFollowed(passage, at)) passage.accept = true;
  else lose(passage, at);
};

const READS =
  /^(?:get|has|keys|values|entries|forEach|toJSON|toString|getSetCookie|normalize|hasOwnProperty)$|^(?:get|has)[A-Z]/;
const WRITES = /^(?:set|append|delete|setRequestHeader|setHeader|appendHeader|removeHeader)$/;
/** Methods whose changes evaluation follows. */
const FOLLOWED = /^(?:set|append|delete)$/;

const headersCalled = (passage: Passage, method: string, call: ts.CallExpression, part: Part): void => {
  const [first, second] = call.arguments;
  if (WRITES.test(method)) {
    const name = textOf(passage, first);
    const many =
      first && !second && method !== 'delete' ? passage.ctx.evaluate(first, passage.env) : undefined;
    if (name !== undefined && isAccept(name)) {
      if (FOLLOWED.test(method)) writesAccept(passage, call.expression);
      else lose(passage, call);
    } else if (
      name === undefined &&
      !(many?.some((val) => val.kind === 'object') && holdsNone(many, isAccept))
    )
      lose(passage, call);
  } else if (!READS.test(method) && (!/^set[A-Z]/.test(method) || method === 'setAccept'))
    lose(passage, call);
  lead(passage, call, part);
};

const headersMember = (passage: Passage, access: Access): void => {
  const name = nameOf(passage, access);
  const call = methodCall(access);
  if (call && name !== undefined) return headersCalled(passage, name, call, 'headers');
  if (partIn('headers', name ?? '')) return lead(passage, access, 'headers');
  if (!changeOf(access)) return;
  if (name === undefined) lose(passage, access);
  else if (isAccept(name)) writesAccept(passage, access);
};

const CHANGES_URL = /^(?:set|append|delete|sort)$/;

/** True for a URL that is read, not changed: `url.searchParams.set(…)`, `url.pathname = …`. */
const addressRead = (passage: Passage, access: ts.Expression): void => {
  if (changeOf(access)) return lose(passage, access);
  const { parent } = access;
  if (ts.isCallExpression(parent) && parent.expression !== access) return lead(passage, access, 'url');
  if (ts.isNonNullExpression(parent)) return addressRead(passage, parent);
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== access) return;
  if (CHANGES_URL.test(parent.name.text) && methodCall(parent)) return lose(passage, parent);
  addressRead(passage, parent);
};

const HARMLESS =
  /^(?:auth|timeout|retry|on|once|buffer|ok|withCredentials|type|send|query|redirects|parse|ca|key|cert|end|write|destroy|abort|setTimeout|setNoDelay|setSocketKeepAlive|flushHeaders|overrideMimeType|off|emit|getHeaders?|getHeaderNames|hasHeader|addListener|removeListener|addEventListener|arrayBuffer|blob|formData|json|text|toString|toJSON)$/;

const requestCalled = (passage: Passage, method: string, call: ts.CallExpression, part: Part): void => {
  const isSame = method === 'clone' && clonedWith(passage, call);
  if (part === 'chained' && WRITES.test(method)) return headersCalled(passage, method, call, part);
  if (!HARMLESS.test(method) && !isSame) return lose(passage, call);
  lead(passage, call, part);
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

const requestMember = (passage: Passage, access: Access, part: Part): void => {
  const name = nameOf(passage, access);
  if (name === undefined) return lose(passage, access);
  const call = methodCall(access);
  const inner = partIn(part, name);
  if (inner) {
    const change = changeOf(access);
    if (!change) return lead(passage, access, inner);
    if (!ts.isBinaryExpression(change)) return lose(passage, access);
    if (inner !== 'headers') return lose(passage, access);
    if (!isFallback(access, change)) passage.wanted.push({ node: change.right, part: 'headers' });
  } else if (call) requestCalled(passage, name, call, part);
  else if (isAddress(name)) addressRead(passage, access);
  else if (changeOf(access) && mustStay(name)) lose(passage, access);
};

/** Examines a member of a part: read, written or called. */
export const atMember = (passage: Passage, access: Access, part: Part): void => {
  if (part === 'headers') return headersMember(passage, access);
  if (part === 'sent') {
    const inner = partIn('sent', nameOf(passage, access) ?? '');
    return inner && lead(passage, access, inner);
  }
  if (part === 'url') return addressRead(passage, access);
  if (part === 'arguments') {
    const name = nameOf(passage, access);
    if (name === '0' || name === '1') return lead(passage, access, name === '0' ? 'url' : 'request');
    if (name !== 'length') lose(passage, access);
    return;
  }
  if (part === 'next') {
    if (nameOf(passage, access) !== 'handle' || !methodCall(access)) lose(passage, access);
    return;
  }
  requestMember(passage, access, part);
};
