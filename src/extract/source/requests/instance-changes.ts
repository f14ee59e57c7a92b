import { strip } from '../evaluate/arguments.ts';
import { dottedName, loweredFile } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { oncePerNode } from '../syntax/memo.ts';
import type { CallOrNew } from '../syntax/calls-by-name.ts';
import { ts } from '../syntax/tree.ts';

/**
 * Change of a client after its creation: `api.defaults.baseURL = …`, `api.interceptors.request.use(…)`,
 * `agent.set('Accept', …)`. `path` names the changed part, below `defaults`.
 */
export interface InstanceChange {
  readonly kind: 'assign' | 'fallback' | 'merge' | 'intercept' | 'set' | 'delete' | 'handle';
  /** Expression of the client. */
  readonly holder: ts.Expression;
  readonly path: readonly ts.Node[];
  /** The value that is assigned, merged or passed; for a `delete` the deleted member. */
  readonly value: ts.Expression;
  readonly node: ts.BinaryExpression | ts.CallExpression | ts.DeleteExpression;
  /** Call that passes the client to the function that changes it: `addLogging(api)`. */
  readonly call?: CallOrNew;
}

/** Name of a step of a path; `undefined` when it is computed. */
export const stepText = (node: ts.Node): string | undefined =>
  ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : undefined;

const splitAt = (
  node: ts.Expression,
  step: string,
): { holder: ts.Expression; path: readonly ts.Node[] } | undefined => {
  const path: ts.Node[] = [];
  let at = strip(node);
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) {
    if (ts.isPropertyAccessExpression(at) && at.name.text === step) return { holder: at.expression, path };
    path.unshift(ts.isPropertyAccessExpression(at) ? at.name : at.argumentExpression);
    at = strip(at.expression);
  }
  return undefined;
};

/**
 * Part of a client that is changed: below its defaults, or of the client itself where its headers are the
 * ones it sends.
 */
const targetIn = (node: ts.Expression): ReturnType<typeof splitAt> => {
  const target = splitAt(node, 'defaults');
  if (target || !loweredFile(node)) return target;
  let at = node;
  while (ts.isElementAccessExpression(at)) at = at.expression;
  const own = splitAt(node, 'headers');
  return own && ts.isPropertyAccessExpression(at) ? { ...own, path: [at.name, ...own.path] } : undefined;
};

const HANDLES = /^(?:auth|hooks|event_hooks|mount|use|on_request_\w+)$/;
const PUTS = /^(?:append|extend|insert|update|add)$/;

/** Handler that a call registers, and its target: `mount(prefix, adapter)`, `event_hooks['request'].append(hook)`. */
const registered = ({
  expression: callee,
  arguments: given,
}: ts.CallExpression): { value: ts.Expression | undefined; at: ts.Expression } => {
  const puts = ts.isPropertyAccessExpression(callee) && PUTS.test(callee.name.text);
  return { value: puts ? given.at(-1) : (given[1] ?? given[0]), at: puts ? callee.expression : callee };
};

/**
 * Code that runs on the requests of a client of another language: `session.auth = Signing()`,
 * `session.mount(prefix, adapter)`.
 */
const handlerAt = (node: InstanceChange['node']): InstanceChange | undefined => {
  if (ts.isDeleteExpression(node) || !loweredFile(node)) return undefined;
  const put = ts.isCallExpression(node) ? registered(node) : { value: node.right, at: node.left };
  const { value } = put;
  let { at } = put;
  while (ts.isElementAccessExpression(at)) at = at.expression;
  return value && ts.isPropertyAccessExpression(at) && HANDLES.test(at.name.text)
    ? { kind: 'handle', holder: at.expression, path: [], value, node }
    : undefined;
};

const changeByCall = (node: ts.CallExpression): InstanceChange | undefined => {
  const { expression: callee, arguments: given } = node;
  const [first, second] = given;
  if (!first || !ts.isPropertyAccessExpression(callee)) return undefined;
  if (callee.name.text === 'assign' && second && dottedName(callee.expression) === 'Object') {
    const target = targetIn(first);
    return target && { kind: 'merge', ...target, value: second, node };
  }
  if (callee.name.text !== 'set') return undefined;
  return {
    kind: 'set',
    holder: callee.expression,
    path: second ? [first] : [],
    value: second ?? first,
    node,
  };
};

/** Code passed to a client: `api.interceptors.request.use(…)`, `client.use(…)`; `path` is the method's. */
const interceptsAt = (node: InstanceChange['node']): readonly InstanceChange[] => {
  const callee = ts.isCallExpression(node) ? node.expression : undefined;
  if (!ts.isCallExpression(node) || !callee || !ts.isPropertyAccessExpression(callee)) return [];
  if (callee.name.text !== 'use') return [];
  const target = splitAt(callee, 'interceptors');
  const found = target ? { ...target, path: [interceptorsIn(callee), ...target.path] } : undefined;
  const { holder, path } = found ?? { holder: callee.expression, path: [callee.name] };
  // An interceptor takes an error handler as another argument.
  const given = target && !isOfResponses(target.path) ? node.arguments.slice(0, 1) : node.arguments;
  return given.map((value) => ({ kind: 'intercept', holder, path, value, node }));
};

const isOfResponses = ([first]: readonly ts.Node[]): boolean => first?.getText() === 'response';

const interceptorsIn = (callee: ts.PropertyAccessExpression): ts.Node => {
  let at: ts.Expression = callee;
  while (ts.isPropertyAccessExpression(at) && at.name.text !== 'interceptors') at = at.expression;
  return (at as ts.PropertyAccessExpression).name;
};

/** `x ??= y` may keep the existing value. */
const ASSIGNMENTS = new Map<ts.SyntaxKind, 'assign' | 'fallback'>([
  [ts.SyntaxKind.EqualsToken, 'assign'],
  [ts.SyntaxKind.QuestionQuestionEqualsToken, 'fallback'],
  [ts.SyntaxKind.BarBarEqualsToken, 'fallback'],
  [ts.SyntaxKind.AmpersandAmpersandEqualsToken, 'fallback'],
]);

const changeAt = (node: InstanceChange['node']): InstanceChange | undefined => {
  const handler = handlerAt(node);
  if (handler) return handler;
  if (ts.isCallExpression(node)) return changeByCall(node);
  if (ts.isDeleteExpression(node)) {
    const target = targetIn(node.expression);
    return target && { kind: 'delete', ...target, value: node.expression, node };
  }
  const kind = ASSIGNMENTS.get(node.operatorToken.kind);
  const target = kind && targetIn(node.left);
  return kind && target && { kind, ...target, value: node.right, node };
};

const changesAt = (node: InstanceChange['node']): readonly InstanceChange[] => {
  const change = changeAt(node);
  return change ? [change] : [];
};

const MAY_CHANGE = /\.(?:defaults|interceptors)\b|\bagent\(|\b(?:openapi-fetch|supertest)\b/;
const SETS =
  /\.(?:headers|auth|hooks|event_hooks|mount|use|on_request_\w+|DefaultRequestHeaders|AddDefaultHeader|BaseAddress)\b/;
/** Changes of clients in a file. */
export const changesIn = oncePerNode((file: ts.SourceFile): readonly InstanceChange[] =>
  MAY_CHANGE.test(file.text) || (loweredFile(file) && SETS.test(file.text))
    ? nodesOf(file).changing.flatMap((node) => [...interceptsAt(node), ...changesAt(node)])
    : [],
);
