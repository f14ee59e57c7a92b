import * as build from '../languages/build.ts';
import { markRequest } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import type { Chain, Link } from './chain.ts';
import { argumentsOf, kindOfType, spanOf } from './chain-kinds.ts';
import { isTypeOf, type Lowering } from './lowering.ts';
import { callLibrary } from './names.ts';
import { entryNamed } from '../../../model/index.ts';

// Spring's RestTemplate: a call sends a URL and an entity, which holds the headers.

const LIBRARY = 'org.springframework.web.client';
/** One that is made elsewhere may have interceptors that change headers. */
const INJECTED = 'RestTemplate';
const CHANGES = /Interceptor|setRequestFactory|setClientHttpRequestInitializers|UriTemplateHandler/;
const TYPES = /^(?:RestTemplate|RestOperations|TestRestTemplate)$/;

/** HTTP method by name of the call; `exchange` takes it as an argument. */
const METHODS: Readonly<Record<string, string>> = {
  getForObject: 'GET',
  getForEntity: 'GET',
  headForHeaders: 'HEAD',
  optionsForAllow: 'OPTIONS',
  postForObject: 'POST',
  postForEntity: 'POST',
  postForLocation: 'POST',
  patchForObject: 'PATCH',
  put: 'PUT',
  delete: 'DELETE',
};

/** Argument index of the entity. */
const ENTITY: Readonly<Record<string, number>> = {
  postForObject: 1,
  postForEntity: 1,
  postForLocation: 1,
  patchForObject: 1,
  put: 1,
  exchange: 2,
};

const isEntity = (ctx: Lowering, node: Cst): boolean =>
  kindOfType(ctx, ctx.typeOf(node))?.library === 'org.springframework.http';

/** Members that an argument adds to the request: those of an entity, or a plain body. */
const entityMembers = (ctx: Lowering, node: Cst | undefined): readonly ts.ObjectLiteralElementLike[] => {
  if (!node || node.type === 'null_literal') return [];
  const value = ctx.expression(node);
  if (isEntity(ctx, node)) return [build.spreadMember(value, node)];
  return [build.property(build.nameAt('body', build.nowhere(node.start)), value, node)];
};

const methodOf = (ctx: Lowering, { name, args, at }: Link): ts.Expression => {
  const method = entryNamed(METHODS, name);
  if (method !== undefined) return build.textAt(method, build.nowhere(at.start));
  return args[1] ? ctx.expression(args[1]) : build.opaque(build.nowhere(at.end));
};

const requestOf = (ctx: Lowering, chain: Chain, link: Link): ts.Expression | undefined => {
  const [url] = link.args;
  if (!url) return undefined;
  // `exchange(entity, type)`: the entity has the method and the URL.
  if (isEntity(ctx, url)) return link.name === 'exchange' ? ctx.expression(url) : undefined;
  const at = build.nowhere(link.at.end);
  const entity = entryNamed(ENTITY, link.name);
  const span = spanOf(chain);
  const members = [
    build.property(build.nameAt('headers', at), build.object([], at), at),
    ...entityMembers(ctx, entity === undefined ? undefined : link.args[entity]),
    build.property(build.nameAt('method', at), methodOf(ctx, link), at),
    build.property(build.nameAt('url', build.nowhere(url.start)), ctx.expression(url), url),
  ];
  return markRequest(build.object(members, span));
};

/** True where the template is known to be unmodified: one `new RestTemplate()`, and nothing is added to it. */
const isPlain = ({ text }: Lowering, { root, made }: Chain): boolean => {
  if (CHANGES.test(text)) return false;
  if (made) return made.args.length === 0;
  const name = root && /^(?:this\.)?(\w+)$/.exec(text.slice(root.start, root.end))?.[1];
  if (name === undefined) return false;
  const given =
    text.match(new RegExp(`\\b${name}\\s*=(?!=)\\s*(?:new\\s+RestTemplate\\(\\s*\\))?`, 'g')) ?? [];
  return given.length === 1 && given[0].endsWith(')');
};

/**
 * `template.exchange(url, HttpMethod.GET, entity, String.class)`: the request that is sent, and the other arguments.
 */
export const templateCall = (ctx: Lowering, chain: Chain, link: Link): ts.Expression | undefined => {
  if (entryNamed(METHODS, link.name) === undefined && link.name !== 'exchange') return undefined;
  const { root, made, links } = chain;
  const type = links.length > 1 ? undefined : (made?.type ?? (root && ctx.typeOf(root)));
  if (type === undefined || !TYPES.test(type) || !isTypeOf(ctx, type, LIBRARY)) return undefined;
  const request = requestOf(ctx, chain, link);
  if (!request) return undefined;
  const rest = link.args.slice((entryNamed(ENTITY, link.name) ?? 0) + 1);
  const library = isPlain(ctx, chain) ? LIBRARY : INJECTED;
  return callLibrary(ctx, library, 'send', [request, ...argumentsOf(ctx, rest)], spanOf(chain));
};
