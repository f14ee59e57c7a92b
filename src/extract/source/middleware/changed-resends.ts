import type { Ctx, Env } from '../evaluate/values.ts';
import { dottedName, loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { checkWanted, examineUses, examineUse, newExamination } from './examine.ts';
import { bind } from './names.ts';
import { errorsOf, responseOf } from './response-variables.ts';
import type { Examination, PartUse } from './examination.ts';

// Code after a response or error that may send the request again: `catch (e) { axios(e.config) }`.

/** True for a node in a failure report: `throw new HttpError(error.config)`. */
const isTold = (node: ts.Node): boolean =>
  ts.findAncestor(node, (at) =>
    ts.isFunctionLike(at)
      ? 'quit'
      : ts.isThrowStatement(at) ||
        (ts.isCallExpression(at) && dottedName(at.expression) === 'Promise.reject'),
  ) !== undefined;

const lookAtSent = (state: Examination, partUse: PartUse): void => {
  if (!isTold(partUse.node)) examineUse(state, partUse);
};

const judged = new WeakMap<Ctx, Map<ts.Node, ts.Node | undefined>>();

const judgedBy = (ctx: Ctx): Map<ts.Node, ts.Node | undefined> => {
  const known = judged.get(ctx) ?? new Map<ts.Node, ts.Node | undefined>();
  judged.set(ctx, known);
  return known;
};

const judge = (ctx: Ctx, name: ts.BindingName, env: Env | undefined): ts.Node | undefined => {
  const known = judgedBy(ctx);
  if (known.has(name)) return known.get(name);
  const state = newExamination(ctx, undefined, env);
  bind(state, name, 'sent');
  examineUses(state, lookAtSent);
  checkWanted(state);
  known.set(name, state.lost);
  return state.lost;
};

/** Position at which a request may be sent again with other headers, through its response or error. */
export const changedResend = (
  ctx: Ctx,
  call: ts.CallExpression,
  callers: readonly ts.Node[],
  env: Env | undefined,
): ts.Node | undefined => {
  if (loweredFile(call)) return undefined;
  const response = responseOf(ctx, call, env);
  const errors = [call, ...callers].flatMap(errorsOf);
  return [...(response ? [response] : []), ...errors]
    .map((name) => judge(ctx, name, env))
    .find((lost) => lost !== undefined);
};
