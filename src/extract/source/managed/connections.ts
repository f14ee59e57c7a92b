import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { type Chain, type Link, upTo } from './chain.ts';
import { spanOf } from './chain-kinds.ts';
import type { RequestKind } from './kinds.ts';
import { type Lowering, textIn } from './lowering.ts';
import { callLibrary } from './names.ts';
import { bodyOfVariable } from './written-streams.ts';

/** Lowers the first call that reads the response of a request in a variable: it sends the request. */
export const responseRead = (
  ctx: Lowering,
  chain: Chain,
  kind: RequestKind,
  link: Link,
  lower: (ctx: Lowering, chain: Chain) => ts.Expression,
): ts.Expression | undefined => {
  const span = spanOf(upTo(chain, chain.links.length));
  const variable = chain.links.length === 1 && chain.root ? textIn(ctx, chain.root) : undefined;
  if (kind.reads?.includes(link.name)) {
    if (variable !== undefined) {
      if (ctx.scope.sent.has(variable)) return build.opaque(span);
      ctx.scope.sent.add(variable);
    }
    const request = lower(ctx, upTo(chain, chain.links.length - 1));
    return callLibrary(ctx, kind.library, 'send', [request], span);
  }
  if (link.name !== 'getOutputStream' || kind.reads === undefined || variable === undefined) return undefined;
  return build.assignTo(bodyOfVariable(variable, build.nowhere(link.dot)), build.opaque(span), span);
};
