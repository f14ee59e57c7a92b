import type { PartGiven, WayShape } from '../clients/client-ways.ts';
import type { Ctx, Env, FunctionNode, FunctionVal } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { givenTo, sentAgain } from './calls.ts';
import { spreadInto } from './literals.ts';
import { atMember } from './members.ts';
import { bind } from './names.ts';
import { checkResults } from './results.ts';
import { partOfRequest } from './parts.ts';
import { USES } from './surroundings.ts';
import { lead, lose, MOST_STANDS, type Part, type Passage, type Stand } from './passage.ts';

/** True for an access that may reach the request in a response or error. */
const leadsToSent = (parent: ts.Node, node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(parent) ||
  ts.isCallExpression(parent) ||
  (ts.isVariableDeclaration(parent) && parent.initializer === node) ||
  ts.isAsExpression(parent) ||
  ts.isParenthesizedExpression(parent) ||
  ts.isNonNullExpression(parent);

/** Examines one use of a part, and adds the uses that it leads to. */
export const lookAt = (passage: Passage, stand: Stand): void => {
  const { node, part } = stand;
  const { parent } = node;
  if (part === 'sent' && !leadsToSent(parent, node)) return;
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) {
    if (parent.expression === node) atMember(passage, parent, part);
    return;
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    if (parent.expression !== node) givenTo(passage, parent, stand);
    else if (part === 'again') sentAgain(passage, parent);
    else if (part !== 'next') lose(passage, parent);
    return;
  }
  if (ts.isVariableDeclaration(parent)) return bind(passage, parent.name, part);
  if (ts.isSpreadAssignment(parent)) return spreadInto(passage, parent, part);
  if (ts.isSpreadElement(parent)) {
    const call = parent.parent;
    if (ts.isCallExpression(call) && part === 'arguments') givenTo(passage, call, { node: parent, part });
    else lose(passage, parent);
    return;
  }
  const use = USES.get(parent.kind);
  if (use) use(passage, parent as never, stand);
  else lose(passage, parent);
};

const partGiven = (given: PartGiven | undefined): Part | undefined => (given === 'other' ? undefined : given);

/** Checks that values which replace headers or the request are made of them. */
export const checkWanted = (passage: Passage): void => {
  for (const { node, part } of passage.wanted) if (partOfRequest(passage, node) !== part) lose(passage, node);
};

/** Binds `this` of the function. */
const bindThis = (passage: Passage, part: Part): void => {
  const body = passage.root?.body;
  if (body)
    walk(body, (at) => {
      if (at.kind === ts.SyntaxKind.ThisKeyword) lead(passage, at as ts.Expression, part);
      return ts.isArrowFunction(at) || !(ts.isFunctionLike(at) || ts.isClassLike(at));
    });
};

/** Empty passage. */
export const newPassage = (ctx: Ctx, root: FunctionNode | undefined, env: Env | undefined): Passage => ({
  ctx,
  env,
  root,
  names: new Map(),
  functions: new Set(root ? [root] : []),
  open: [],
  wanted: [],
  accept: false,
  lost: undefined,
});

/** Examines every use of a part, and those that it leads to. */
export const follow = (passage: Passage, look = lookAt): void => {
  let count = 0;
  for (let stand = passage.open.pop(); stand && !passage.lost; stand = passage.open.pop())
    if (count++ < MOST_STANDS) look(passage, stand);
    else lose(passage, stand.node);
};

/** Result of examining a function on a request's way. */
export interface Judgement {
  /** Position at which the URL or the Accept header may change in an unknown way. */
  readonly lost: ts.Node | undefined;
  /** True where it sets or deletes an Accept in a way that evaluation follows. */
  readonly accept: boolean;
}

/**
 * Examines a function that a request passes through: it is understood if each use of the request in it is
 * known to keep the URL, and to change no headers but others than Accept.
 */
export const judgeFunction = (
  ctx: Ctx,
  fn: FunctionVal,
  shape: WayShape,
  env: Env | undefined,
): Judgement => {
  const passage = newPassage(ctx, fn.node, {
    fn: fn.node,
    call: undefined,
    argument: () => undefined,
    next: fn.env ?? env,
  });
  fn.node.parameters.forEach((parameter, index) => {
    const part = parameter.dotDotDotToken ? 'arguments' : partGiven(shape.given[index]);
    if (part) bind(passage, parameter.name, part);
  });
  if (shape.self) bindThis(passage, shape.self);
  follow(passage);
  checkWanted(passage);
  checkResults(passage, shape);
  return { lost: passage.lost, accept: passage.accept };
};
