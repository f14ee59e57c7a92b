import { entryNamed, type Span } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { REQUEST_KINDS } from './dotnet-kinds.ts';
import { type Chain, type Link, upTo } from './chain.ts';
import { clientKindOf } from './client-kinds.ts';
import { type Adds, isSending, type RequestKind, type Start } from './kinds.ts';
import { isImported, isTypeOf, type Lowering, textIn, typeOfResult } from './lowering.ts';
import type { ChainCall } from './request-parts.ts';
import { urlTypeOf } from './url-builders.ts';

export interface Begun {
  readonly kind: RequestKind;
  readonly start: Start;
  /** Number of calls that belong to the start. */
  readonly links: number;
  /** Client that the request is started on. */
  readonly client?: Chain;
  /** Text that is its URL. */
  readonly url?: Chain;
}

/** Part that a call of that name adds to a request of the kind. */
export const addsOf = (kind: RequestKind, name: string): Adds | undefined => entryNamed(kind.steps, name);

const isIn = (table: object | undefined, name: string): boolean =>
  table !== undefined && Object.hasOwn(table, name);

export const kindOfType = (ctx: Lowering, type: string | undefined): RequestKind | undefined =>
  type === undefined
    ? undefined
    : REQUEST_KINDS.find((kind) => kind.types.includes(type) && isTypeOf(ctx, type, kind.library));

const isUsed = (ctx: Lowering, { library, clients: [type = '?'] = [] }: RequestKind): boolean =>
  isTypeOf(ctx, type, library) || isImported(ctx, library);

/** Type of the client that a chain is or makes. */
const clientType = (ctx: Lowering, chain: Chain): string | undefined =>
  clientKindOf(ctx, chain)?.types[0] ??
  (chain.links.length === 0 ? chain.root && ctx.typeOf(chain.root) : typeOfChain(ctx, chain));

/** Names of the calls that start a request on a client or on a text. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  REQUEST_KINDS.flatMap(({ begins = {}, ofTexts = {} }) => [...Object.keys(begins), ...Object.keys(ofTexts)]),
);

/** Start of a chain on a client or on a text: `client.get()`, `url.httpGet()`. */
const beginningOn = (ctx: Lowering, chain: Chain): Begun | undefined => {
  for (const [at, { name }] of chain.links.entries()) {
    if (!BEGINNINGS.has(name)) continue;
    const before = upTo(chain, at);
    if (!before.root && at === 0) continue;
    for (const kind of REQUEST_KINDS) {
      const onClient = isIn(kind.begins, name);
      if ((!onClient && !isIn(kind.ofTexts, name)) || !isUsed(ctx, kind)) continue;
      if (!onClient)
        return {
          kind,
          start: entryNamed(kind.ofTexts, name)!,
          links: isIn(kind.steps, name) ? at : at + 1,
          url: before,
        };
      const type = clientType(ctx, before);
      if (type !== undefined && kind.clients?.includes(type) && isTypeOf(ctx, type, kind.library))
        return { kind, start: entryNamed(kind.begins, name)!, links: at + 1, client: before };
    }
  }
  return undefined;
};

/** Start of a chain: a construction, a function of a class, or a call on a client. */
export const beginning = (ctx: Lowering, chain: Chain): Begun | undefined =>
  beginningHere(ctx, chain) ?? beginningOn(ctx, chain);

const beginningHere = (ctx: Lowering, { root, made: making, links }: Chain): Begun | undefined => {
  const [first] = links;
  if (making) {
    const kind = REQUEST_KINDS.find(
      (each) => isIn(each.starts, `new ${making.type}`) && isTypeOf(ctx, making.type, each.library),
    );
    return kind && { kind, start: kind.starts[`new ${making.type}`]!, links: 0 };
  }
  const path = root && textIn(ctx, root);
  if (path === undefined || first === undefined || !/^[A-Z]\w*$/.test(path)) return undefined;
  const name = `${path}.${first.name}`;
  const kind = REQUEST_KINDS.find((each) => isIn(each.starts, name) && isTypeOf(ctx, path, each.library));
  return kind && { kind, start: entryNamed(kind.starts, name)!, links: 1 };
};

/** Kind of request that the chain builds or is called on; `undefined` for all other values. */
export const kindOf = (ctx: Lowering, chain: Chain): RequestKind | undefined => {
  const begun = beginning(ctx, chain);
  const last = chain.links.at(-1);
  if (begun) {
    const isSent = chain.links.slice(begun.links).some(({ name }) => isSending(addsOf(begun.kind, name)));
    return isSent ? undefined : begun.kind;
  }
  if (last && REQUEST_KINDS.some(({ opens }) => opens?.includes(last.name))) return opening(last);
  if (chain.links.length === 0) return chain.root && kindOfType(ctx, ctx.typeOf(chain.root));
  if (!chain.root && chain.links.length === 1) return kindOfType(ctx, typeOfResult(ctx, last!.name));
  const before = kindOf(ctx, upTo(chain, chain.links.length - 1));
  const step = before && addsOf(before, last!.name);
  return step === undefined || isSending(step) ? undefined : before;
};

export const opening = ({ name }: Link): RequestKind | undefined =>
  REQUEST_KINDS.find(({ opens }) => opens?.includes(name));

/** Type of a chain's value, where it is a request, a client or a URL. */
export const typeOfChain = (ctx: Lowering, chain: Chain): string | undefined => {
  if (chain.made && chain.links.length === 0) return chain.made.type;
  const kind = kindOf(ctx, chain);
  if (kind) return kind.types[0];
  const client = clientKindOf(ctx, chain);
  if (client) return client.types[0];
  const url = urlTypeOf(ctx, chain);
  if (url !== undefined) return url;
  const [only, ...more] = chain.links;
  return !chain.root && only && more.length === 0 ? typeOfResult(ctx, only.name) : undefined;
};

export const argumentsOf = (ctx: Lowering, args: readonly Cst[]): readonly ts.Expression[] =>
  args.map((arg) => ctx.expression(arg));

export const stepOf = (ctx: Lowering, { name, dot, end, args }: Link): ChainCall => ({
  name,
  dot,
  end,
  args: argumentsOf(ctx, args),
});

export const startOf = ({ root, links }: Chain): number => root?.start ?? links[0]?.at.start ?? 0;
export const spanOf = (chain: Chain): Span => ({
  start: startOf(chain),
  end: chain.links.at(-1)?.end ?? chain.root?.end ?? startOf(chain),
});
