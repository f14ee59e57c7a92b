import type { Chain, Link } from '../managed/chain.ts';
import { typeOfChain } from '../managed/chain-kinds.ts';
import { lowerChain } from '../managed/chains.ts';
import { type Lowering, plainType, textIn, typeOfName, typeWritten } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';

const argsIn = (node: Cst | undefined): readonly Cst[] =>
  node ? namedIn(node).filter(({ type }) => !type.endsWith('comment')) : [];

const linkOf = (ctx: Lowering, node: Cst, name: Cst): Link => ({
  name: textIn(ctx, name),
  at: name,
  dot: node.children.find(({ type }) => type === '.')?.start ?? name.start,
  end: node.end,
  args: argsIn(childIn(node, 'arguments')),
});

/** Splits chained calls into a chain. */
export const chainOf = (ctx: Lowering, node: Cst): Chain => {
  const links: Link[] = [];
  let at: Cst | undefined = node;
  while (at?.type === 'method_invocation') {
    const name = childIn(at, 'name');
    if (!name) break;
    links.push(linkOf(ctx, at, name));
    at = childIn(at, 'object');
  }
  const making =
    at?.type === 'object_creation_expression' && !at.children.some(({ type }) => type === 'class_body')
      ? { type: typeWritten(ctx, at), args: argsIn(childIn(at, 'arguments')) }
      : undefined;
  return { root: at, made: making, links: links.toReversed() };
};

export const callOrMade = (ctx: Lowering, node: Cst): ts.Expression => lowerChain(ctx, chainOf(ctx, node));

/** Static type of an expression. */
export const typeOf = (ctx: Lowering, node: Cst): string | undefined => {
  if (node.type === 'identifier') {
    const type = typeOfName(ctx, textIn(ctx, node));
    return type === undefined ? undefined : plainType(type);
  }
  if (node.type === 'field_access') {
    const name = childIn(node, 'field');
    return childIn(node, 'object')?.type === 'this' && name ? typeOf(ctx, name) : undefined;
  }
  if (node.type === 'cast_expression') return typeWritten(ctx, node);
  if (node.type === 'parenthesized_expression') {
    const [inner] = namedIn(node);
    return inner && typeOf(ctx, inner);
  }
  if (node.type === 'method_invocation' || node.type === 'object_creation_expression')
    return typeOfChain(ctx, chainOf(ctx, node));
  return undefined;
};
