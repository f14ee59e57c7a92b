import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { type Chain, upTo } from './chain.ts';
import { addsOf, kindOfType, stepOf } from './chain-kinds.ts';
import { lowerChain } from './chains.ts';
import { addsHeader, type RequestKind } from './kinds.ts';
import { changeOfHolder } from './holders.ts';
import { type Lowering, plainType, textIn, typeOfName } from './lowering.ts';
import { nameOf } from './names.ts';
import { mergedInto, requestChanged } from './requests.ts';
import type { ChainCall } from './request-parts.ts';
import { isLogger } from './text-calls.ts';
import { changedUrl } from './url-builders.ts';

/** Lowers calls on a variable that add to the request it holds, one statement at a time. */
const changeOf = (
  ctx: Lowering,
  chain: Chain,
):
  | { readonly kind: RequestKind; readonly steps: readonly ChainCall[]; readonly variable: string }
  | undefined => {
  const { root, links, made: making } = chain;
  if (!root || making || links.length === 0) return undefined;
  const variable = textIn(ctx, root);
  if (!/^\w+$/.test(variable)) return undefined;
  const kind = kindOfType(ctx, plainType(typeOfName(ctx, variable) ?? ''));
  const isKnown =
    kind && links.every(({ name }) => addsOf(kind, name) !== undefined && addsOf(kind, name) !== 'send');
  return isKnown ? { kind, variable, steps: links.map((link) => stepOf(ctx, link)) } : undefined;
};

const changeOfUrl = (ctx: Lowering, chain: Chain, span: Span): readonly ts.Statement[] | undefined => {
  const variable = changedUrl(ctx, chain);
  if (!variable) return undefined;
  const name = nameOf(ctx, textIn(ctx, variable), variable);
  return [build.asStatement(build.assignTo(name, lowerChain(ctx, chain), span), span)];
};

/** `headers.forEach(builder::header)`: adds all pairs of a map to the request; another method may add any header. */
const pairsAdded = (ctx: Lowering, chain: Chain, span: Span): readonly ts.Statement[] | undefined => {
  const link = chain.links.at(-1);
  const [given] = link?.name === 'forEach' ? link.args : [];
  const [, variable = '', method = ''] = (given && /^(\w+)::(\w+)$/.exec(textIn(ctx, given))) || [];
  const kind = kindOfType(ctx, plainType(typeOfName(ctx, variable) ?? ''));
  if (!given || !kind) return undefined;
  const pairs = lowerChain(ctx, upTo(chain, chain.links.length - 1));
  const added = addsHeader(addsOf(kind, method)) ? pairs : build.opaque(span, [pairs]);
  const headers = build.member(nameOf(ctx, variable, given), build.nameAt('headers', given), given);
  return [build.asStatement(mergedInto(headers, added, span), span)];
};

/** True for a function of this class, whose code is followed. */
const isOwnMethod = ({ scope }: Lowering, { root, links }: Chain): boolean =>
  root === undefined && links.length === 1 && scope.owner?.methods.has(links[0]!.name) === true;

/** `Tracing.decorate(request)`: code that is not followed may add any header to a request that it is given. */
const passedOn = (ctx: Lowering, chain: Chain, span: Span): readonly ts.Statement[] | undefined => {
  const link = chain.links.at(-1);
  if (!link || isOwnMethod(ctx, chain) || isLogger(chain.root ? textIn(ctx, chain.root) : ''))
    return undefined;
  const given = link.args.filter((arg) => {
    const kind = /^\w+$/.test(textIn(ctx, arg)) ? kindOfType(ctx, ctx.typeOf(arg)) : undefined;
    return kind !== undefined && !kind.sends.includes(link.name);
  });
  if (given.length === 0) return undefined;
  const here = build.nowhere(span.end);
  const opened = given.map((arg) => {
    const headers = build.member(ctx.expression(arg), build.nameAt('headers', here), here);
    return build.asStatement(mergedInto(headers, build.opaque(here), here), here);
  });
  return [build.asStatement(lowerChain(ctx, chain), span), ...opened];
};

/** Lowers a statement that adds to a request, to a URL or to headers in a variable; `undefined` for all others. */
export const changeOfRequest = (
  ctx: Lowering,
  chain: Chain,
  span: Span,
): readonly ts.Statement[] | undefined => {
  const change = changeOf(ctx, chain);
  if (!change)
    return (
      pairsAdded(ctx, chain, span) ??
      changeOfHolder(ctx, chain, span) ??
      changeOfUrl(ctx, chain, span) ??
      passedOn(ctx, chain, span)
    );
  const { kind, steps, variable } = change;
  return requestChanged(kind, () => nameOf(ctx, variable, chain.root!), steps, span);
};

/** Lowers a call that adds to a request in a variable and is the result of a lambda: `(k, v) -> builder.header(k, v)`. */
export const changeAsResult = (
  ctx: Lowering,
  chain: Chain,
  span: Span,
): readonly ts.Statement[] | undefined => {
  const change = chain.root && changeOfRequest(ctx, chain, span);
  return change && [...change, build.giveBack(ctx.expression(chain.root), build.nowhere(span.end))];
};
