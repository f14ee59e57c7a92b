import type { Cst } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

/** True for `os.environ`, and for an imported `environ`. */
export const isEnvironment = (ctx: Lowering, node: Cst): boolean => {
  const text = textIn(ctx, node);
  return text === 'os.environ' || (text === 'environ' && !ctx.scope.declared.has('environ'));
};

/** True for `os.getenv`, and for an imported `getenv`. */
export const readsEnvironment = (ctx: Lowering, node: Cst): boolean =>
  /^(?:os\.)?getenv$/.test(textIn(ctx, node));
