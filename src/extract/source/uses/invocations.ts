import { functionAround, isWithin } from '../evaluate/paths/leaving.ts';
import { ts } from '../syntax/tree.ts';
import { resultPath } from './results.ts';
import type { Flow } from './flow.ts';
import type { Invocation, KnownState, KnownStates } from './known-states.ts';
import { type State, type StateStep, to, value } from './state.ts';

// A text that a call passes to a function returns as the result of that call: `url('/groups')` does not return what
// `url('/teams')` was given.

/** True for the expression that a function returns. */
const isReturned = (node: ts.Node, fn: ts.SignatureDeclaration): boolean => {
  const { parent } = node;
  if (parent === fn) return ts.isArrowFunction(fn) && fn.body === node;
  return ts.isReturnStatement(parent) && functionAround(node) === fn;
};

/** Step of a text that returns to the call through which it has entered the function; `undefined` for other states. */
export const returnedTo = ({
  state,
  within,
}: KnownState): { readonly step: StateStep; readonly within: Invocation | undefined } | undefined =>
  within !== undefined && state.kind === 'value' && isReturned(state.node, within.fn)
    ? { step: to(value(within.call, resultPath(within.fn, state.path))), within: within.outer }
    : undefined;

/** Function whose parameter a state is, if the call calls just this one by its name. */
const enteredBy = (
  { ctx }: Flow,
  { state }: KnownState,
  next: State,
): Pick<Invocation, 'fn' | 'call'> | undefined => {
  if (state.kind !== 'value' || next.kind !== 'name') return undefined;
  const call = state.node.parent;
  if (!ts.isCallExpression(call) || !call.arguments.some((each) => each === state.node)) return undefined;
  const [only, ...others] = ctx.evaluate(call.expression, undefined);
  if (only?.kind !== 'function' || only.bound || others.length > 0) return undefined;
  return functionAround(next.node) === only.node ? { fn: only.node, call } : undefined;
};

/** Invocation within which a text is after a step; `undefined` where it may return to any caller. */
export const withinAfter = (
  flow: Flow,
  states: KnownStates,
  known: KnownState,
  next: State,
): Invocation | undefined => {
  const { within } = known;
  const entered = enteredBy(flow, known, next);
  if (entered) return states.invocation(entered.fn, entered.call, within);
  const isLocal = within !== undefined && (next.kind === 'value' || next.kind === 'name');
  return isLocal && isWithin(next.node, within.fn) ? within : undefined;
};
