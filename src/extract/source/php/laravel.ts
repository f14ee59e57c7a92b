import type { Span } from '../../../model/index.ts';
import { insertionPoint } from '../../insertion.ts';
import * as build from '../languages/build.ts';
import { markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import { argumentsOf } from './arrays.ts';
import { className, type Lowering, textIn } from './lowering.ts';

// Lowers `Http::withHeaders([…])->baseUrl($base)` to a client with these defaults.

const HTTP = /^(?:Illuminate\\Support\\Facades\\Http|Http)$/;
const VERB = /^(?:get|post|put|patch|delete|head)$/;

interface Link {
  readonly name: string;
  readonly node: Cst;
  readonly at: Cst;
  readonly list: Cst | undefined;
}

interface Chain {
  readonly links: readonly Link[];
  /** Position of the first call's name. */
  readonly start: number;
}

/** Calls of a chain that begins with `Http::`; `undefined` for all others. */
const chainOf = (ctx: Lowering, node: Cst): Chain | undefined => {
  const links: Link[] = [];
  for (let at: Cst | undefined = node; at; at = childIn(at, 'object')) {
    const name = childIn(at, 'name');
    if (!name) return undefined;
    links.unshift({ name: textIn(ctx, name), node: at, at: name, list: childIn(at, 'arguments') });
    if (at.type === 'scoped_call_expression') {
      const scope = childIn(at, 'scope');
      const isHttp = scope && HTTP.test(className(ctx.facts, textIn(ctx, scope)));
      return isHttp ? { links, start: name.start } : undefined;
    }
    if (!/^(?:nullsafe_)?member_call_expression$/.test(at.type)) return undefined;
  }
  return undefined;
};

type Members = readonly ts.ObjectLiteralElementLike[];

interface Adds {
  readonly headers?: Members;
  readonly members?: Members;
  /** Literal that contains all the headers. */
  readonly literal?: ts.ObjectLiteralExpression;
}

const spanOf = ({ pos, end }: ts.Node): Span => ({ start: pos, end });

const header = (name: string, value: ts.Expression, at: number): ts.ObjectLiteralElementLike =>
  build.property(build.textAt(name, build.nowhere(at)), value, spanOf(value));

const unseen = (node: Cst, args: readonly ts.Expression[]): Adds => ({
  headers: [build.spreadMember(build.opaque(node, args), node)],
});

const NOTHING =
  /^(?:timeout|connectTimeout|retry|throw|throwIf|throwUnless|withBasicAuth|withDigestAuth|withToken|withUserAgent|withoutVerifying|withoutRedirecting|maxRedirects|withCookies|sink|async|dump|dd|withQueryParameters|asMultipart|attach|throwIfStatus)$/;

/** Members that one call of a chain adds to the requests. */
const addedBy = (ctx: Lowering, { name, node, at, list }: Link): Adds => {
  const args = argumentsOf(ctx, list);
  const [first, second] = args;
  const whole = { start: at.start, end: list?.end ?? at.end };
  if (NOTHING.test(name)) {
    const authorized = /^with(?:BasicAuth|DigestAuth|Token)$/.test(name);
    return authorized ? { headers: [header('Authorization', build.opaque(whole, args), at.start)] } : {};
  }
  if (name === 'acceptJson')
    return {
      headers: [
        header(
          'Accept',
          build.textAt('application/json', whole, { span: whole, spelling: 'php-accept' }),
          at.start,
        ),
      ],
    };
  if (name === 'asJson')
    return { headers: [header('Content-Type', build.textAt('application/json', whole), at.start)] };
  if (name === 'asForm')
    return {
      headers: [header('Content-Type', build.textAt('application/x-www-form-urlencoded', whole), at.start)],
    };
  if (!first) return unseen(node, []);
  if (name === 'accept') return { headers: [header('Accept', first, at.start)] };
  if (name === 'contentType') return { headers: [header('Content-Type', first, at.start)] };
  if (name === 'baseUrl')
    return {
      members: [build.property(build.nameAt('base', build.nowhere(first.pos)), first, spanOf(first))],
    };
  if (name === 'withHeader' && second && ts.isStringLiteral(first))
    return { headers: [build.property(first, second, { start: first.pos, end: second.end })] };
  if (name === 'withHeaders' || name === 'replaceHeaders')
    return {
      headers: [build.spreadMember(first, spanOf(first))],
      ...(ts.isObjectLiteralExpression(first) && { literal: first }),
    };
  return unseen(node, args);
};

/** Client as the calls of the chain configure it. */
const clientOf = (ctx: Lowering, { links, start }: Chain, span: Span): ts.Expression => {
  const added = links.map((link) => addedBy(ctx, link));
  const headers = added.flatMap((each) => each.headers ?? []);
  const [only, ...others] = added.filter((each) => each.headers);
  // Accept that is set by two calls is sent twice.
  const mayRepeat =
    links.some(({ name }) => name.startsWith('accept')) && links.some(({ name }) => /Headers?$/.test(name));
  if (mayRepeat) headers.push(build.spreadMember(build.opaque(build.nowhere(start)), build.nowhere(start)));
  const at = build.nowhere(start);
  const room = { at: start, before: 'withHeaders([', after: '])->' };
  const notation = { separator: ' => ', key: 'single', value: 'single', list: false } as const;
  const value =
    only?.literal && others.length === 0
      ? only.literal
      : markInsertionPoint(build.object(headers, at), insertionPoint(ctx.path, room, notation));
  const defaults = build.object(
    [
      ...added.flatMap((each) => each.members ?? []),
      build.property(build.nameAt('headers', at), value, spanOf(value)),
    ],
    at,
  );
  return build.call(
    build.member(build.nameAt('Laravel', at), build.nameAt('create', at), at),
    [defaults],
    span,
  );
};

/** Lowers `Http::withHeaders([…])->get($url)`; `undefined` for calls of other clients. */
export const laravelCall = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const chain = chainOf(ctx, node);
  if (!chain) return undefined;
  const sends = chain.links.findIndex(({ name }) => VERB.test(name));
  if (sends < 0) return clientOf(ctx, chain, node);
  if (sends < chain.links.length - 1) return undefined;
  const last = chain.links[sends]!;
  const client = clientOf(ctx, { ...chain, links: chain.links.slice(0, sends) }, build.nowhere(node.start));
  return build.call(
    build.member(client, build.nameAt(last.name, last.at), last.at),
    argumentsOf(ctx, last.list),
    node,
  );
};

/** Lowers `$response->json('results')` to a member of the document; `undefined` for other names. */
export const jsonMember = (
  name: string,
  answer: ts.Expression,
  node: Cst,
  args: readonly ts.Expression[],
) => {
  const [key] = args;
  if (name !== 'json' || !key || !ts.isStringLiteral(key) || key.text.includes('.')) return undefined;
  const at = build.nowhere(node.start);
  return build.element(build.call(build.member(answer, build.nameAt('json', at), at), [], node), key, node);
};
