import { textOfSlot } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import type { Ctx, Value } from './values.ts';

/** Values that an environment variable may have; none where no file sets it to a URL. */
export const environmentValues = (ctx: Ctx, name: string, node: ts.Node): readonly Value[] =>
  ctx.program.environment(node, name).map((slot) => ({ kind: 'text', text: textOfSlot(slot), node }));
