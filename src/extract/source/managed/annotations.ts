import * as build from '../languages/build.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import type { ts } from '../syntax/tree.ts';
import { type Lowering, textIn } from './lowering.ts';

const ADDRESS = /^"[^"\s]*:\/\/[^"\s]*"$/;

const textsIn = (node: Cst): readonly Cst[] =>
  node.type.endsWith('string_literal') ? [node] : node.children.flatMap(textsIn);

/**
 * URLs in the annotations of a class, which a framework uses: `@FeignClient(url = "https://…")`,
 * `@RegisterRestClient(baseUri = "https://…")`.
 */
export const annotatedAddresses = (ctx: Lowering, node: Cst): readonly ts.Statement[] =>
  node.children
    .filter(({ type }) => type === 'modifiers')
    .flatMap(textsIn)
    .filter((each) => ADDRESS.test(textIn(ctx, each)))
    .map((each) => build.asStatement(build.opaque(each, [ctx.expression(each)]), each));
