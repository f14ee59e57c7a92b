import type { Cst } from '../tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

/** `os.environ`, and `environ` that was imported. */
export const isEnvironment = (ctx: Lowering, node: Cst): boolean => {
  const text = textIn(ctx, node);
  return text === 'os.environ' || (text === 'environ' && !ctx.scope.declared.has('environ'));
};

/** `os.getenv`, and `getenv` that was imported. */
export const readsEnvironment = (ctx: Lowering, node: Cst): boolean =>
  /^(?:os\.)?getenv$/.test(textIn(ctx, node));
