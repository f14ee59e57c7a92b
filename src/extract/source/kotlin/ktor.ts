import type { InsertionPoint, Span } from '../../../model/index.ts';
import { insertionPoint, pairMember } from '../../insertion.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import * as build from '../languages/build.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Chain, upTo } from '../managed/chain.ts';
import { argumentsOf, spanOf } from '../managed/chain-kinds.ts';
import { lowerChain } from '../managed/chains.ts';
import { transportOf } from '../managed/client-chains.ts';
import { isTypeOf, type Lowering, textIn } from '../managed/lowering.ts';
import { contentTypeConstant } from '../managed/constants.ts';
import { callLibrary } from '../managed/names.ts';
import { markAdded, markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { chainOf } from './chain-of-calls.ts';

// Clients of Ktor: `HttpClient(CIO) { defaultRequest { url("…") } }`, and `client.get("groups") { header("a", "b") }`.

const KTOR = 'io.ktor.client';
const REQUESTS = 'io.ktor.client.request';

/** `request`, whose block names the method, and statements that are executed later: `prepareGet`, `prepareRequest`. */
const SENDS = /^(?:prepare)?(get|post|put|patch|delete|head|options|request)$/i;
/** Settings of a client that add no header and change no URL; every other plugin may. */
const INERT_PLUGIN = /^(?:HttpTimeout|HttpRequestRetry|Auth|HttpCache|WebSockets|Logging|HttpCallValidator)$/;
const INERT_SETTING =
  /^(?:engine|expectSuccess|followRedirects|useDefaultTransformers|HttpResponseValidator)$/;
/** Calls on a request that add only headers other than Accept. */
const INERT_STEP = /^(?:bearerAuth|basicAuth|timeout|parameter|userAgent|cookie)$/;

type Members = readonly ts.ObjectLiteralElementLike[];

/** What a block of a request sets: `{ url("…"); header("a", "b") }`. */
interface Settings {
  readonly url: readonly ts.Expression[];
  readonly method: readonly ts.Expression[];
  readonly headers: Members;
  readonly body: readonly ts.Expression[];
  readonly others: readonly ts.Expression[];
}

const headerOf = (name: ts.Expression, value: ts.Expression): ts.PropertyAssignment =>
  build.property(build.propertyKey(name), value, {
    start: name.pos,
    end: value.end,
  });

/** A header by the name of the call that gives it: all but `set` add it beside others of its name, also to a default. */
const headerBy = (
  call: string | undefined,
  name: ts.Expression,
  value: ts.Expression,
): ts.PropertyAssignment =>
  call === 'set' ? headerOf(name, value) : markAdded(headerOf(name, value), 'append');

const NO_SETTINGS: Settings = { url: [], method: [], headers: [], body: [], others: [] };

const NO_CHAIN: Chain = { root: undefined, links: [] };

const joined = (all: readonly Settings[]): Settings => ({
  url: all.flatMap(({ url }) => url),
  method: all.flatMap(({ method }) => method),
  headers: all.flatMap(({ headers }) => headers),
  body: all.flatMap(({ body }) => body),
  others: all.flatMap(({ others }) => others),
});

/** A step that is not known may set any header. */
const unknownStep = (ctx: Lowering, node: Cst): Settings => ({
  ...NO_SETTINGS,
  headers: [build.spreadMember(build.opaque(node, [ctx.expression(node)]), node)],
});

/** `HttpHeaders.UserAgent` is `User-Agent`. */
const nameAt = (ctx: Lowering, node: Cst): ts.Expression => {
  const [, constant] = /^HttpHeaders\.([A-Z]\w*)$/.exec(textIn(ctx, node)) ?? [];
  return constant === undefined
    ? ctx.expression(node)
    : build.textAt(constant.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-'), node);
};

/** `append("a", "b")` in `headers { … }`. */
const appendedIn = (ctx: Lowering, node: Cst): Settings => {
  const { root, links } = node.type === 'call_expression' ? chainOf(ctx, node) : NO_CHAIN;
  const [link, ...more] = links;
  const [name, value, ...others] = link?.args ?? [];
  const isPair = !root && more.length === 0 && value !== undefined && others.length === 0;
  if (!isPair || !name || !/^(?:append|set)$/.test(link?.name ?? '')) return unknownStep(ctx, node);
  return { ...NO_SETTINGS, headers: [headerBy(link?.name, nameAt(ctx, name), ctx.expression(value))] };
};

/** `method = HttpMethod.Patch`; `undefined` for another statement. */
const methodSetting = (ctx: Lowering, node: Cst): Settings | undefined => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (node.type !== 'assignment' || !left || !right || !/^(?:this\.)?method$/.test(textIn(ctx, left)))
    return undefined;
  const [, constant] = /^HttpMethod\.(\w+)$/.exec(textIn(ctx, right)) ?? [];
  const method = constant === undefined ? ctx.expression(right) : build.textAt(constant.toUpperCase(), right);
  return { ...NO_SETTINGS, method: [method] };
};

/** `isDefault`: in the block of a client, whose media types are sent beside those of a request. */
const settingOf = (ctx: Lowering, node: Cst, isDefault: boolean): Settings => {
  const method = methodSetting(ctx, node);
  if (method) return method;
  const { root, links, made } = node.type === 'call_expression' ? chainOf(ctx, node) : NO_CHAIN;
  const [link, ...more] = links;
  if (!link || made || more.length > 0) return unknownStep(ctx, node);
  const path = `${root ? `${textIn(ctx, root)}.` : ''}${link.name}`;
  const [inner] = link.args;
  if (path === 'headers' && inner?.type === 'lambda_literal')
    return joined(namedIn(inner).map((each) => appendedIn(ctx, each)));
  const args = argumentsOf(ctx, link.args);
  const [first, second] = args;
  const isText = link.args[0]?.type !== 'lambda_literal';
  if (path === 'url' && first && isText && args.length === 1) return { ...NO_SETTINGS, url: [first] };
  if (/^(?:header|headers\.(?:append|set))$/.test(path) && inner && second && args.length === 2)
    return { ...NO_SETTINGS, headers: [headerBy(link.name, nameAt(ctx, inner), second)] };
  const typed = path === 'accept' ? 'Accept' : path === 'contentType' ? 'Content-Type' : undefined;
  if (typed !== undefined) {
    const name = build.textAt(typed, build.nowhere(node.start));
    const known = inner && !isDefault ? contentTypeConstant(textIn(ctx, inner), inner) : undefined;
    const value = known ?? build.opaque(node, args);
    return { ...NO_SETTINGS, headers: [headerBy(path === 'accept' ? path : 'set', name, value)] };
  }
  if (path === 'setBody' && first) return { ...NO_SETTINGS, body: [first] };
  if (INERT_STEP.test(path)) return { ...NO_SETTINGS, others: args };
  return unknownStep(ctx, node);
};

const settingsIn = (ctx: Lowering, block: Cst | undefined, isDefault = false): Settings =>
  joined((block ? namedIn(block) : []).map((node) => settingOf(ctx, node, isDefault)));

/** Insertion point for one more header: behind the last statement of a block, or in a block of its own. */
const insertionIn = ({ file, text }: Lowering, block: Cst | undefined, end: number): InsertionPoint => {
  const last = block && namedIn(block).at(-1);
  const call = 'headers.append(';
  if (!last)
    return insertionPoint(file, { at: end, before: ` { ${call}`, after: ') }' }, pairMember('double'));
  const lead = startsLine(text, last.start) ? eolOf(text) + indentAt(text, last.start) : '; ';
  return insertionPoint(file, { at: last.end, before: lead + call, after: ')' }, pairMember('double'));
};

const headersFrom = (
  ctx: Lowering,
  { headers }: Settings,
  block: Cst | undefined,
  end: number,
): ts.Expression => {
  const literal = build.object(headers, build.nowhere(block?.end ?? end));
  const isEmpty = block !== undefined && namedIn(block).length === 0;
  return isEmpty ? literal : markInsertionPoint(literal, insertionIn(ctx, block, end));
};

/** Block that a setting of the client gives to the default request. */
const defaultBlock = (ctx: Lowering, node: Cst): Cst | undefined => {
  const { root, links } = node.type === 'call_expression' ? chainOf(ctx, node) : NO_CHAIN;
  const [link] = links;
  const block = link?.args.at(-1);
  if (root || !link || links.length > 1 || block?.type !== 'lambda_literal') return undefined;
  const plugin = link.args.length === 2 ? textIn(ctx, link.args[0]!) : '';
  return link.name === 'defaultRequest' || (link.name === 'install' && plugin === 'DefaultRequest')
    ? block
    : undefined;
};

const isInert = (ctx: Lowering, node: Cst): boolean => {
  const { links } = node.type === 'call_expression' ? chainOf(ctx, node) : NO_CHAIN;
  const [link] = links;
  const [plugin] = link?.args ?? [];
  const set = node.type === 'assignment' ? childIn(node, 'left') : undefined;
  if (set) return INERT_SETTING.test(textIn(ctx, set));
  if (!link || links.length > 1) return false;
  return link.name === 'install'
    ? plugin !== undefined && INERT_PLUGIN.test(textIn(ctx, plugin))
    : INERT_SETTING.test(link.name);
};

/** Lowers `HttpClient(CIO) { … }` to a client with its base URL and its headers; `undefined` for other calls. */
export const ktorClient = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const { made, links } = chain;
  if (made?.type !== 'HttpClient' || links.length > 0 || !isTypeOf(ctx, made.type, KTOR)) return undefined;
  const span = spanOf(chain);
  const settings = made.args.find(({ type }) => type === 'lambda_literal');
  const all = settings ? namedIn(settings) : [];
  const blocks = all.flatMap((node) => defaultBlock(ctx, node) ?? []);
  const unknown = all.find((node) => !defaultBlock(ctx, node) && !isInert(ctx, node));
  const [block, ...others] = blocks;
  const set = settingsIn(ctx, block, true);
  const passed = [...set.others, ...others.map((each) => ctx.expression(each))];
  const headers = block ? headersFrom(ctx, set, block, block.end) : build.object([], build.nowhere(span.end));
  const options = build.object(
    [
      ...set.url.slice(-1).map((url) => build.namedProperty('base', url)),
      ...(passed.length > 0 ? [build.namedProperty('other', build.opaque(span, passed))] : []),
      build.namedProperty('headers', headers),
    ],
    span,
  );
  const engine = made.args.find(({ type }) => type !== 'lambda_literal' && type !== 'identifier');
  const unseen = others[0] ?? unknown ?? engine;
  const transport = transportOf(unseen && { start: unseen.start, end: unseen.end }, span);
  return callLibrary(ctx, KTOR, 'client', [options, transport], span);
};

/** Verb of a call that Ktor sends, lower case, or `request`. */
const verbOf = ({ outside }: Lowering, name: string): string | undefined => {
  const isKtors = outside.named.get(name) === `${REQUESTS}.${name}` || outside.packages.includes(REQUESTS);
  return isKtors ? SENDS.exec(name)?.[1]?.toLowerCase() : undefined;
};

/** Method of a request; that of `request` is GET unless its block names one. */
const methodOf = (verb: string, { method }: Settings, at: number): ts.Expression =>
  method.at(-1) ?? build.textAt(verb === 'request' ? 'GET' : verb.toUpperCase(), build.nowhere(at));

/** Lowers `client.get("groups") { … }` to a request that the client sends; `undefined` for other calls. */
export const ktorCall = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const link = chain.links.at(-1);
  const before = upTo(chain, chain.links.length - 1);
  const verb = link && verbOf(ctx, link.name);
  if (!verb || (!before.root && before.links.length === 0)) return undefined;
  const type = before.links.length === 0 && before.root ? (ctx.typeOf(before.root) ?? '') : '';
  if (type !== '' && type !== 'HttpClient') return undefined;
  const block = link.args.find(({ type: kind }) => kind === 'lambda_literal');
  const [address, ...rest] = link.args.filter((each) => each !== block);
  if (!address && !block) return undefined;
  const span = spanOf(chain);
  const set = settingsIn(ctx, block);
  const urls = address ? [ctx.expression(address), ...set.url] : set.url;
  const others = [...set.others, ...argumentsOf(ctx, rest)];
  const request = build.object(
    [
      build.namedProperty('method', methodOf(verb, set, link.dot)),
      ...urls.slice(-1).map((url) => build.namedProperty('url', url)),
      ...set.body.slice(-1).map((body) => build.namedProperty('body', body)),
      ...(others.length > 0 ? [build.namedProperty('other', build.opaque(span, others))] : []),
      build.namedProperty('headers', headersFrom(ctx, set, block, span.end)),
    ],
    { start: link.at.start, end: span.end },
  );
  const send = build.member(
    ktorClient(ctx, before) ?? lowerChain(ctx, before),
    build.nameAt(verb, link.at),
    span,
  );
  return build.call(send, [request], { start: span.start, end: span.end } satisfies Span);
};
