import { exportAll } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';
import { specifiersIn } from './modules.ts';

/** Lowers `require_relative '…'`; `undefined` for all other calls. */
export const importOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] | undefined => {
  if (node.type !== 'call') return undefined;
  const [specifier] = specifiersIn(textIn(ctx, node));
  return specifier === undefined ? undefined : [exportAll(specifier, node)];
};
