import * as build from '../languages/build.ts';
import { insertionPoint, pairMember } from '../../insertion.ts';
import { eolOf, indentAt, startsLine } from '../../lines.ts';
import { markClosed, markRequest, markInsertionPoint } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

/**
 * Insertion point for `req.Header.Set("Accept", "…")` after the statement that makes the request; none where
 * it is part of a larger statement.
 */
const roomBehind = (ctx: Lowering, node: ts.ObjectLiteralExpression): ts.ObjectLiteralExpression => {
  const { target, start, end } = ctx.statement;
  if (target === undefined || !startsLine(ctx.text, start)) return markClosed(node);
  const before = `${eolOf(ctx.text)}${indentAt(ctx.text, start)}${target}.Header.Set(`;
  return markInsertionPoint(
    node,
    insertionPoint(ctx.path, { at: end, before, after: ')' }, pairMember('double')),
  );
};

const named = (name: string, value: ts.Expression): ts.ObjectLiteralElementLike => {
  const key = build.nameAt(name, build.nowhere(value.pos));
  return build.property(key, value, { start: value.pos, end: value.end });
};

/** Lowers a request to an object; its headers are those that later statements set. */
export const requestMade = (
  ctx: Lowering,
  node: Cst,
  [method, url, body]: readonly (Cst | undefined)[],
): ts.Expression => {
  if (!url) return build.opaque(node);
  const headers = roomBehind(ctx, build.object([], { start: node.start, end: node.end }));
  return markRequest(
    build.object(
      [
        ...(method ? [named('method', ctx.expression(method))] : []),
        named('url', ctx.expression(url)),
        ...(body && body.type !== 'nil' ? [named('body', ctx.expression(body))] : []),
        build.property(build.nameAt('headers', build.nowhere(node.end)), headers, node),
      ],
      node,
    ),
  );
};

/**
 * Lowers `http.Request{Method: "GET", URL: u, Header: http.Header{…}}`; one without a header has no map to add one to.
 * `undefined` where it has no URL.
 */
export const requestWritten = (
  ctx: Lowering,
  node: Cst,
  fieldOf: (name: string) => ts.Expression | undefined,
): ts.Expression | undefined => {
  const [url, method, body] = [fieldOf('URL'), fieldOf('Method'), fieldOf('Body')];
  if (!url) return undefined;
  const nowhere = build.nowhere(node.end);
  const given = fieldOf('Header');
  const isMade = given !== undefined && ctx.text.startsWith('make(', given.pos);
  const headers = isMade
    ? roomBehind(ctx, build.object([], node))
    : (given ?? markClosed(build.object([], nowhere)));
  return markRequest(
    build.object(
      [
        named('method', method ?? build.textAt('GET', nowhere)),
        named('url', url),
        ...(body ? [named('body', body)] : []),
        build.property(build.nameAt('headers', nowhere), headers, node),
      ],
      node,
    ),
  );
};

/** True for the path of the digest package whose requests send themselves: `dac.NewRequest(user, key, method, url, body)`. */
export const isDigestClient = (path: string): boolean => path.endsWith('/go-http-digest-auth-client');

/** Lowers `req.Execute()` of the digest package to a transport of it that sends the request. */
export const digestExecuted = (ctx: Lowering, node: Cst, request: Cst): ts.Expression | undefined => {
  const name = [...ctx.packages].find(([, path]) => isDigestClient(path))?.[0];
  if (name === undefined) return undefined;
  const nowhere = build.nowhere(request.start);
  const transport = build.call(
    build.member(build.nameAt(name, nowhere), build.nameAt('NewTransport', nowhere), nowhere),
    [],
    nowhere,
  );
  return build.call(
    build.member(transport, build.nameAt('Do', build.nowhere(request.end)), node),
    [ctx.expression(request)],
    node,
  );
};

/** Lowers `req.SetBasicAuth(user, password)` to a header with an unknown value. */
export const authSet = (ctx: Lowering, node: Cst, owner: Cst, args: readonly Cst[]): ts.Expression => {
  const headers = build.member(
    ctx.expression(owner),
    build.nameAt('headers', build.nowhere(owner.end)),
    owner,
  );
  return build.call(
    build.member(headers, build.nameAt('set', build.nowhere(owner.end)), owner),
    [
      build.textAt('Authorization', build.nowhere(owner.end)),
      build.opaque(
        node,
        args.map((each) => ctx.expression(each)),
      ),
    ],
    node,
  );
};

/** Source text that can be repeated as the target of a statement: `req`, `c.req`. */
export const writtenTarget = (ctx: Lowering, node: Cst): string | undefined => {
  const text = textIn(ctx, node);
  return /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)*$/.test(text) && text !== '_' ? text : undefined;
};
