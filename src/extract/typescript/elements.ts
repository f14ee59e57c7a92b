import type { ts } from './parse.ts';
import type { Ctx, Val } from './values.ts';
import { unknown } from './values.ts';

/** The elements of a list, or of an answer's list. */
export const elementsOf = (ctx: Ctx, vals: readonly Val[], node: ts.Node): readonly Val[] => {
  const found = vals.flatMap((val): readonly Val[] => {
    if (val.kind === 'list') return val.items.flatMap((item) => item());
    return val.kind === 'answer' ? ctx.property(val, '*', node, false) : [];
  });
  return found.length > 0 ? found : unknown();
};
