import { isRequestObject } from '../../syntax/dialect.ts';
import type { ts } from '../../syntax/tree.ts';
import { functionAround, isWithin } from './leaving.ts';
import { isRepeated } from './conditions.ts';
import type { Value } from '../values.ts';

/** Values created by an assignment, with that assignment: `options = { … }`, `req = newRequest()`. */
export type Assigned = Map<Value, ts.Node>;

const isMadeBy = (val: Value, { right }: ts.BinaryExpression): boolean =>
  val.kind === 'object' && (isWithin(val.node, right) || isRequestObject(val.node));

/** Records the values that an assignment gives a variable, except those that it may have held before. */
export const noteAssigned = (
  assigned: Assigned,
  before: readonly Value[],
  given: readonly Value[],
  by: ts.BinaryExpression,
): void => {
  for (const val of given)
    if (isMadeBy(val, by) && !before.includes(val) && !assigned.has(val)) assigned.set(val, by);
};

/** True for a change before the value was assigned: `req.Header.Set(…)` before `req = newRequest()`. */
export const isBeforeAssigned = (change: ts.Node, by: ts.Node | undefined, declared: ts.Node): boolean =>
  by !== undefined &&
  functionAround(change) === functionAround(by) &&
  change.getEnd() <= by.getStart() &&
  !isRepeated(change, by, declared);
