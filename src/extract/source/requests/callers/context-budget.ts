import { BUDGETS } from '../../../../model/index.ts';
import type { CallGraph } from './call-graph.ts';

/** Maximum number of call paths of one query. */
const MAX_CONTEXTS = 400;
/** Few queries follow more call paths; once such queries have used up `MAX_EXTRA`, none follows more. */
const USUAL_CONTEXTS = 24;
const MAX_EXTRA = BUDGETS.callPaths.max;

/** Call paths beyond the usual number that the queries on a call graph have followed. */
const extra = new WeakMap<CallGraph, number>();

/** Maximum number of call paths of the next query on a call graph. */
export const mostContexts = (graph: CallGraph): number =>
  (extra.get(graph) ?? 0) < MAX_EXTRA ? MAX_CONTEXTS : USUAL_CONTEXTS;

/** Counts the call paths that a query has followed. */
export const countContexts = (graph: CallGraph, count: number): void => {
  if (count > USUAL_CONTEXTS) extra.set(graph, (extra.get(graph) ?? 0) + count - USUAL_CONTEXTS);
};

/** Gives the queries on a call graph a full budget: its completion must not use up that of the search for requests. */
export const forgetContexts = (graph: CallGraph): void => void extra.delete(graph);
