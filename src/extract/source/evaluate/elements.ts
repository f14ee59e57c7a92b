import type { ts } from '../syntax/tree.ts';
import type { Ctx, Value } from './values.ts';
import { unknown } from './values.ts';

/** Maximum number of distinct elements. */
const MAX_ELEMENTS = 10_000;

/** Elements of a list, or of a list in a response. */
export const elementsOf = (ctx: Ctx, vals: readonly Value[], node: ts.Node): readonly Value[] => {
  // An element may be computed from the list that it is added to: `list.push(...list)`.
  const found = vals.flatMap((val): readonly Value[] => {
    if (val.kind === 'list') return val.items.flatMap((item) => ctx.bounded(item));
    return val.kind === 'response' ? ctx.property(val, '*', node, false) : [];
  });
  return found.length > 0 ? found.slice(0, MAX_ELEMENTS) : unknown();
};
