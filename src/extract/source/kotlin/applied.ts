import type { Chain, Link } from '../managed/chain.ts';
import { kindOfType } from '../managed/chain-kinds.ts';
import { isWrittenStream } from '../managed/written-streams.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { chainOf } from './chain-of-calls.ts';

/** `x.name { … }`: its receiver, the function, and the block. */
const callWithBlock = (
  ctx: Lowering,
  value: Cst,
): { readonly of: Cst; readonly called: string; readonly block: Cst } | undefined => {
  const [target] = value.type === 'call_expression' ? namedIn(value) : [];
  const [of, name] = target?.type === 'navigation_expression' ? namedIn(target) : [];
  const block = value.children
    .filter(({ type }) => type === 'annotated_lambda')
    .flatMap(namedIn)
    .find(({ type }) => type === 'lambda_literal');
  return of && name && block && { of, called: textIn(ctx, name), block };
};

/** Splits `x.apply { … }` of a request into its receiver and the statements of the block. */
export const applied = (
  ctx: Lowering,
  value: Cst,
): { readonly of: Cst; readonly body: readonly Cst[] } | undefined => {
  const { of, called, block } = callWithBlock(ctx, value) ?? {};
  if (!of || !block || called !== 'apply') return undefined;
  return kindOfType(ctx, ctx.typeOf(of)) ? { of, body: namedIn(block) } : undefined;
};

/** Statements of `connection.outputStream.use { it.write(json) }`, which write the body of a request. */
export const writingBlock = (ctx: Lowering, node: Cst): readonly Cst[] | undefined => {
  const { of, called, block } = callWithBlock(ctx, node) ?? {};
  if (!of || !block || !/^(?:use|let|also)$/.test(called ?? '')) return undefined;
  const parameter = namedIn(block).find(({ type }) => type === 'lambda_parameters');
  const name = parameter ? textIn(ctx, parameter) : 'it';
  if (!/^\w+$/.test(name) || !isWrittenStream(ctx, name, of, block)) return undefined;
  return namedIn(block).filter((child) => child !== parameter);
};

const capital = (name: string): string => (name[0] ?? '').toUpperCase() + name.slice(1);

/** Lowers `connection.requestMethod = "GET"` to the equivalent Java setter. */
export const setterOf = (ctx: Lowering, node: Cst): Chain | undefined => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right || childIn(node, 'operator')?.type !== '=') return undefined;
  const parts = left.type === 'navigation_expression' ? namedIn(left) : [undefined, left];
  const [root, name] = parts;
  if (name?.type !== 'identifier') return undefined;
  const link: Link = {
    name: `set${capital(textIn(ctx, name))}`,
    at: name,
    dot: left.start,
    end: node.end,
    args: [right],
  };
  return { root, links: [link] };
};

/** Lowers a statement inside `apply { … }` to a call on the receiver variable. */
export const appliedChain = (ctx: Lowering, variable: Cst, node: Cst): Chain | undefined => {
  const chain =
    node.type === 'assignment'
      ? setterOf(ctx, node)
      : node.type === 'call_expression'
        ? chainOf(ctx, node)
        : undefined;
  return chain && chain.root === undefined && !chain.made ? { ...chain, root: variable } : undefined;
};
