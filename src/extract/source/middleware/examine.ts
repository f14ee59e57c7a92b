import type { PartGiven, MiddlewareShape } from '../clients/client-middleware.ts';
import type { Ctx, Env, FunctionNode, FunctionValue } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { passedToCall, resend } from './calls.ts';
import { spreadInto } from './literals.ts';
import { atMember } from './members.ts';
import { bind } from './names.ts';
import { checkResults } from './results.ts';
import { partOfRequest } from './parts.ts';
import { USES_BY_NODE } from './uses-by-node.ts';
import { addUse, markUnknown, MAX_USES, type Part, type Examination, type PartUse } from './examination.ts';

/** True for an access that may reach the request in a response or error. */
const leadsToSent = (parent: ts.Node, node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(parent) ||
  ts.isCallExpression(parent) ||
  (ts.isVariableDeclaration(parent) && parent.initializer === node) ||
  ts.isAsExpression(parent) ||
  ts.isParenthesizedExpression(parent) ||
  ts.isNonNullExpression(parent);

/** Examines one use of a part, and adds the uses that it leads to. */
export const examineUse = (state: Examination, partUse: PartUse): void => {
  const { node, part } = partUse;
  const { parent } = node;
  if (part === 'sent' && !leadsToSent(parent, node)) return;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression === node) atMember(state, parent, part);
    return;
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    if (parent.expression !== node) passedToCall(state, parent, partUse);
    else if (part === 'again') resend(state, parent);
    else if (part !== 'next') markUnknown(state, parent);
    return;
  }
  if (ts.isVariableDeclaration(parent)) return bind(state, parent.name, part);
  if (ts.isSpreadAssignment(parent)) return spreadInto(state, parent, part);
  if (ts.isSpreadElement(parent)) {
    const call = parent.parent;
    if (ts.isCallExpression(call) && part === 'arguments') passedToCall(state, call, { node: parent, part });
    else markUnknown(state, parent);
    return;
  }
  const use = USES_BY_NODE.get(parent.kind);
  if (use) use(state, parent as never, partUse);
  else markUnknown(state, parent);
};

const partGiven = (given: PartGiven | undefined): Part | undefined => (given === 'other' ? undefined : given);

/** Checks that values which replace headers or the request are made of them. */
export const checkWanted = (state: Examination): void => {
  for (const { node, part } of state.wanted)
    if (partOfRequest(state, node) !== part) markUnknown(state, node);
};

/** Binds `this` of the function. */
const bindThis = (state: Examination, part: Part): void => {
  const body = state.root?.body;
  if (body)
    walk(body, (at) => {
      if (at.kind === ts.SyntaxKind.ThisKeyword) addUse(state, at as ts.Expression, part);
      return ts.isArrowFunction(at) || !(ts.isFunctionLike(at) || ts.isClassLike(at));
    });
};

/** Empty state. */
export const newExamination = (
  ctx: Ctx,
  root: FunctionNode | undefined,
  env: Env | undefined,
  needed = 0,
): Examination => ({
  ctx,
  env,
  root,
  needed,
  names: new Map(),
  functions: new Set(root ? [root] : []),
  open: [],
  wanted: [],
  accept: false,
  lost: undefined,
});

/** Examines every use of a part, and those that it leads to. */
export const examineUses = (state: Examination, look = examineUse): void => {
  let count = 0;
  for (let partUse = state.open.pop(); partUse && !state.lost; partUse = state.open.pop())
    if (count++ < MAX_USES) look(state, partUse);
    else markUnknown(state, partUse.node);
};

/** Result of examining a middleware function. */
export interface ExaminedFunction {
  /** Position at which the URL or the Accept header may change in an unknown way. */
  readonly lost: ts.Node | undefined;
  /** True where it sets or deletes an Accept in a way that evaluation follows. */
  readonly accept: boolean;
}

/**
 * Examines a function that a request passes through: it is understood if each use of the request in it is
 * known to keep the URL, and to change no headers but others than Accept.
 */
export const examineFunction = (
  ctx: Ctx,
  fn: FunctionValue,
  shape: MiddlewareShape,
  env: Env | undefined,
): ExaminedFunction => {
  const inside: Env = { fn: fn.node, call: undefined, argument: () => undefined, next: fn.env ?? env };
  const state = newExamination(ctx, fn.node, inside, shape.given.lastIndexOf('request') + 1);
  fn.node.parameters.forEach((parameter, index) => {
    const part = parameter.dotDotDotToken ? 'arguments' : partGiven(shape.given[index]);
    if (part) bind(state, parameter.name, part);
  });
  if (shape.self) bindThis(state, shape.self);
  examineUses(state);
  checkWanted(state);
  checkResults(state, shape);
  return { lost: state.lost, accept: state.accept };
};
