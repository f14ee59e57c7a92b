import type { Ctx, Env } from '../evaluate/values.ts';
import { calledBy, callsByName } from '../syntax/calls-by-name.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { variableHolding } from '../evaluate/paths/later-calls.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { addsNoHeaders, passesOn } from './calls.ts';
import { checkWanted, examineUses, examineUse, newExamination } from './examine.ts';
import { bind } from './names.ts';
import { addUse, markUnknown, type Examination, type Part, type PartUse } from './examination.ts';

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
const toCallers = (state: Examination, fn: ts.SignatureDeclaration, part: Part): void => {
  if (state.thenable === true && isAsync(fn)) return;
  const name = calledBy(fn);
  if (name === undefined) return;
  for (const { file } of state.ctx.program.loaded())
    for (const call of callsByName(file).called.get(name) ?? []) {
      const vals = state.ctx.evaluate(call.expression, undefined);
      if (vals.some((val) => val.kind === 'function' && val.node === fn)) addUse(state, call, part);
    }
};

/** References to the field that holds a request in a file. */
const toField = (state: Examination, field: ts.PropertyAccessExpression, part: Part): void => {
  for (const access of nodesOf(field.getSourceFile()).accesses)
    if (ts.isPropertyAccessExpression(access) && access !== field && access.name.text === field.name.text)
      addUse(state, access, part);
};

const isHarmlessCall = (parent: ts.Node): boolean =>
  (ts.isCallExpression(parent) && LEAVES_ALONE.test(parent.expression.getText())) ||
  (ts.isPropertyAccessExpression(parent) && SENDS.test(parent.name.text));

/** True for a use that sends the request, or does nothing with it. */
const isOver = ({ thenable }: Examination, parent: ts.Node): boolean => {
  if (isHarmlessCall(parent) || ts.isVoidExpression(parent) || ts.isYieldExpression(parent)) return true;
  if (ts.isArrayLiteralExpression(parent)) return isHarmlessCall(parent.parent);
  return thenable === true && ts.isAwaitExpression(parent);
};

const lookAtRequest = (state: Examination, partUse: PartUse): void => {
  const { node, part } = partUse;
  const { parent } = node;
  if (isOver(state, parent)) return;
  if (ts.isArrowFunction(parent) && parent.body === node) return toCallers(state, parent, part);
  if (ts.isReturnStatement(parent)) {
    const fn = ts.findAncestor(parent, ts.isFunctionLike);
    return fn ? toCallers(state, fn, part) : undefined;
  }
  if (ts.isBinaryExpression(parent) && parent.right === node) {
    const { left } = parent;
    if (ts.isPropertyAccessExpression(left) && left.expression.kind === ts.SyntaxKind.ThisKeyword)
      return toField(state, left, part);
  }
  examineUse(state, partUse);
};

/** Position at which a request in a variable or from a call may be changed in an unknown way. */
export const examineRequest = (
  ctx: Ctx,
  made: ts.Identifier | ts.CallExpression,
  thenable: boolean,
  env: Env | undefined,
): ts.Node | undefined => {
  const state: Examination = { ...newExamination(ctx, undefined, env), thenable };
  if (ts.isIdentifier(made)) {
    bind(state, made, 'chained');
    // Calls on the variable itself are read separately.
    const given = state.open.splice(0).filter(({ node }) => !isOwn(node));
    state.open.push(...given);
  } else addUse(state, made, 'chained');
  examineUses(state, lookAtRequest);
  checkWanted(state);
  if (state.accept) markUnknown(state, made);
  return state.lost;
};

/** Use of a request object: a call that sends it leaves it as it is, and a copy without headers of its own has its headers. */
const lookAtObject = (state: Examination, partUse: PartUse): void => {
  const { node, part } = partUse;
  const { parent } = node;
  const isGiven = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== node;
  if (!isGiven || part !== 'request') return lookAtRequest(state, partUse);
  const isCopy = ts.isNewExpression(parent) && /(?:^|\.)Request$/.test(parent.expression.getText());
  if (isCopy && addsNoHeaders(state, parent.arguments?.[1])) addUse(state, parent, part);
  else if (!isCopy && !passesOn(state, parent)) lookAtRequest(state, partUse);
};

/**
 * Position at which a `new Request(…)` may be changed before a call sends it: `request.headers.set('Accept', …)`.
 * Its other headers may change.
 */
export const examineRequestObject = (
  ctx: Ctx,
  made: ts.CallExpression | ts.NewExpression,
  sending: ts.CallExpression,
  env: Env | undefined,
): ts.Node | undefined => {
  const state = newExamination(ctx, undefined, env);
  const variable = variableHolding(made);
  const name = variable && (declarationOf(variable.text, variable) ?? variable);
  if (name && ts.isIdentifier(name)) bind(state, name, 'request');
  else if (made.parent !== sending) addUse(state, made, 'request');
  examineUses(state, lookAtObject);
  checkWanted(state);
  return state.lost;
};

/** True for a member of the variable, and for a value assigned to it. */
const isOwn = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node.parent) ||
  (ts.isBinaryExpression(node.parent) && node.parent.left === node);
