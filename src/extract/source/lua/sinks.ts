import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { entryIn } from './facts.ts';
import { type Lowering, textIn } from './lowering.ts';

/** Table that a request of LuaSocket writes its response to: `sink = ltn12.sink.table(chunks)`. */
const sinkOf = (ctx: Lowering, node: Cst): Cst | undefined => {
  const [options] = namedIn(childIn(node, 'arguments') ?? { children: [] });
  const sink = entryIn(options, 'sink', (each) => (each ? textIn(ctx, each) : ''));
  const name = sink?.type === 'function_call' ? childIn(sink, 'name') : undefined;
  if (!sink || !name || !/\bsink\.table$/.test(textIn(ctx, name))) return undefined;
  const [given] = namedIn(childIn(sink, 'arguments') ?? { children: [] });
  return given?.type === 'identifier' ? given : undefined;
};

/** Assigns the response of a request to the table that collects it. */
export const sentInto = (ctx: Lowering, node: Cst): ts.Statement | undefined => {
  const name = node.type === 'function_call' ? childIn(node, 'name') : undefined;
  const sink = name?.type === 'dot_index_expression' ? sinkOf(ctx, node) : undefined;
  return sink && build.asStatement(build.assignTo(ctx.expression(sink), ctx.expression(node), node), node);
};
