import type { Ctx, Env } from '../evaluate/values.ts';
import { calledBy, callsByName } from '../syntax/calls-by-name.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { checkWanted, follow, lookAt, newPassage } from './judge.ts';
import { bind } from './names.ts';
import { lead, lose, type Passage, type Stand } from './passage.ts';

// Request object before it is sent: its flow, and what may change its headers on the way.

/** Calls that send a request, or return its result. */
export const SENDS = /^(?:then|catch|finally|end|pipe|toPromise)$/;

/** Tests, and functions of Node that read from a request, or write its body. */
const LEAVES_ALONE =
  /^(?:Promise\.|expect\b|clearTimeout)|(?:^|\.)(?:pipe|pipeTo|pipeline|once|finished|addAbortSignal)$/;

const isAsync = (fn: ts.SignatureDeclaration): boolean =>
  ts.canHaveModifiers(fn) &&
  (ts.getModifiers(fn)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false);

/** Calls of a function that returns the request. */
const toCallers = (passage: Passage, fn: ts.SignatureDeclaration): void => {
  if (passage.thenable === true && isAsync(fn)) return;
  const name = calledBy(fn);
  if (name === undefined) return;
  for (const { file } of passage.ctx.program.loaded())
    for (const call of callsByName(file).called.get(name) ?? []) {
      const vals = passage.ctx.evaluate(call.expression, undefined);
      if (vals.some((val) => val.kind === 'function' && val.node === fn)) lead(passage, call, 'chained');
    }
};

/** References to the field that holds a request in a file. */
const toField = (passage: Passage, field: ts.PropertyAccessExpression): void => {
  for (const access of nodesOf(field.getSourceFile()).accesses)
    if (ts.isPropertyAccessExpression(access) && access !== field && access.name.text === field.name.text)
      lead(passage, access, 'chained');
};

const isHarmlessCall = (parent: ts.Node): boolean =>
  (ts.isCallExpression(parent) && LEAVES_ALONE.test(parent.expression.getText())) ||
  (ts.isPropertyAccessExpression(parent) && SENDS.test(parent.name.text));

/** True for a use that sends the request, or does nothing with it. */
const isOver = ({ thenable }: Passage, parent: ts.Node): boolean => {
  if (isHarmlessCall(parent) || ts.isVoidExpression(parent) || ts.isYieldExpression(parent)) return true;
  if (ts.isArrayLiteralExpression(parent)) return isHarmlessCall(parent.parent);
  return thenable === true && ts.isAwaitExpression(parent);
};

const lookAtRequest = (passage: Passage, stand: Stand): void => {
  const { parent } = stand.node;
  if (isOver(passage, parent)) return;
  if (ts.isArrowFunction(parent) && parent.body === stand.node) return toCallers(passage, parent);
  if (ts.isReturnStatement(parent)) {
    const fn = ts.findAncestor(parent, ts.isFunctionLike);
    return fn ? toCallers(passage, fn) : undefined;
  }
  if (ts.isBinaryExpression(parent) && parent.right === stand.node) {
    const { left } = parent;
    if (ts.isPropertyAccessExpression(left) && left.expression.kind === ts.SyntaxKind.ThisKeyword)
      return toField(passage, left);
  }
  lookAt(passage, stand);
};

/** Position at which a request in a variable or from a call may be changed in an unknown way. */
export const judgeRequest = (
  ctx: Ctx,
  made: ts.Identifier | ts.CallExpression,
  thenable: boolean,
  env: Env | undefined,
): ts.Node | undefined => {
  const passage: Passage = { ...newPassage(ctx, undefined, env), thenable };
  if (ts.isIdentifier(made)) {
    bind(passage, made, 'chained');
    // Calls on the variable itself are read separately.
    const given = passage.open.splice(0).filter(({ node }) => !isOwn(node));
    passage.open.push(...given);
  } else lead(passage, made, 'chained');
  follow(passage, lookAtRequest);
  checkWanted(passage);
  if (passage.accept) lose(passage, made);
  return passage.lost;
};

/** True for a member of the variable, and for a value assigned to it. */
const isOwn = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node.parent) ||
  (ts.isBinaryExpression(node.parent) && node.parent.left === node);
