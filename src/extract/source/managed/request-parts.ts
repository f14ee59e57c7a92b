import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { PLUS } from '../languages/operators.ts';
import { markAdded } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { type Adds, type Given, addsHeader } from './kinds.ts';

// What the calls of a chain add to a request, as members of the object that it is lowered to.

/** One call of a chain: `.header("Accept", type)`. */
export interface ChainCall {
  readonly name: string;
  /** Position of the dot before the name. */
  readonly dot: number;
  /** The end of the call. */
  readonly end: number;
  readonly args: readonly ts.Expression[];
}

export type Members = readonly ts.ObjectLiteralElementLike[];

export interface Parts {
  readonly members: Members;
  readonly headers: Members;
}

export const spanOfNode = (node: ts.Node): Span => ({ start: node.pos, end: node.end });

const headerOf = (name: ts.Expression, value: ts.Expression): ts.PropertyAssignment =>
  build.property(build.propertyKey(name), value, { start: name.pos, end: value.end });

const unseenMember = (span: Span, args: readonly ts.Expression[] = []): ts.SpreadAssignment =>
  build.spreadMember(build.opaque(span, args), span);

const pairsIn = (args: readonly ts.Expression[]): Members =>
  args.flatMap((name, at) => (at % 2 === 0 && args[at + 1] ? [headerOf(name, args[at + 1]!)] : []));

const NOTHING: Parts = { members: [], headers: [] };
const withMembers = (...members: Members): Parts => ({ members, headers: [] });
const withHeaders = (...headers: Members): Parts => ({ members: [], headers });

const others = (args: readonly ts.Expression[], span: Span): Members =>
  args.length === 0 ? [] : [build.namedProperty('other', build.opaque(span, args))];

const methodParts = (method: ts.Expression, [body]: readonly ts.Expression[]): Parts =>
  withMembers(build.namedProperty('method', method), ...(body ? [build.namedProperty('body', body)] : []));

/** Header with a fixed name whose value is an argument. */
const oneHeader = (name: string, value: ts.Expression | undefined, span: Span): Parts =>
  withHeaders(headerOf(build.textAt(name, build.nowhere(span.start)), value ?? build.opaque(span)));

const TAKES_BODY = /^(?:POST|PUT|PATCH)$/;

/** Member for a path behind the URL, until it is joinedParts with the URL. */
const PATH = '$path';

const isNamed = (each: ts.ObjectLiteralElementLike, name: string): boolean =>
  ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && each.name.text === name;

const stripped = (text: ts.Expression, method: string): ts.Expression => {
  const at = build.nowhere(text.end);
  return build.call(
    build.member(text, build.nameAt(method, at), spanOfNode(text)),
    [build.textAt('/', at)],
    spanOfNode(text),
  );
};

/** `base/path`, with one slash between them. */
const behind = (url: ts.Expression, path: ts.Expression): ts.Expression => {
  const span = { start: Math.min(url.pos, path.pos), end: path.end };
  const start = build.binary(stripped(url, 'rstrip'), PLUS, build.textAt('/', build.nowhere(path.pos)), span);
  return build.binary(start, PLUS, stripped(path, 'lstrip'), span);
};

/** Members of a request with paths joinedParts to its URL. */
export const withPaths = (members: Members, before?: ts.Expression): Members => {
  if (!members.some((each) => isNamed(each, PATH))) return members;
  let url = before;
  for (const each of members)
    if (isNamed(each, 'url') || isNamed(each, PATH)) {
      const value = (each as ts.PropertyAssignment).initializer;
      url = isNamed(each, PATH) && url ? behind(url, value) : value;
    }
  const rest = members.filter((each) => !isNamed(each, PATH) && !isNamed(each, 'url'));
  return url ? [...rest, build.namedProperty('url', url)] : rest;
};

/** Members that one call adds; an unknown call may add any header. */
export const addedBy = (adds: Adds | undefined, { args, dot, end }: ChainCall): Parts => {
  const span = { start: dot, end };
  const [first, second, ...rest] = args;
  if (adds === undefined) return { members: [unseenMember(span, args)], headers: [unseenMember(span)] };
  if (adds === 'nothing') return withMembers(...others(args, span));
  const [, sends, method] = /^(method|send) (\w+)$/.exec(adds) ?? [];
  if (method !== undefined)
    return methodParts(
      build.textAt(method, build.nowhere(dot)),
      sends === 'send' && !TAKES_BODY.test(method) ? [] : args,
    );
  if (adds === 'path') return { members: args.map((arg) => build.namedProperty(PATH, arg)), headers: [] };
  if (adds === 'send') return withMembers(...others(args, span));
  if (adds === 'pairs') return withHeaders(...pairsIn(args));
  if (adds === 'Authorization') return oneHeader(adds, build.opaque(span, args), span);
  if (!first) return NOTHING;
  if (adds === 'url') return withMembers(build.namedProperty('url', first), ...others(args.slice(1), span));
  if (adds === 'method') return methodParts(first, second ? [second] : []);
  if (adds === 'body') return withMembers(build.namedProperty('body', first), ...others(args.slice(1), span));
  if (adds === 'JSON body')
    return {
      members: [build.namedProperty('body', first), ...others(args.slice(1), span)],
      headers: oneHeader('Content-Type', build.textAt('application/json', build.nowhere(end)), span).headers,
    };
  if (adds === 'members') return withHeaders(build.spreadMember(first, spanOfNode(first)));
  if (addsHeader(adds)) {
    if (!second || rest.length > 0) return withHeaders(unseenMember(span, args));
    const header = headerOf(first, second);
    return withHeaders(adds === 'header' ? header : markAdded(header));
  }
  return second ? withHeaders(unseenMember(span, args)) : oneHeader(adds, first, span);
};

export const joinedParts = (all: readonly Parts[]): Parts => ({
  members: all.flatMap(({ members }) => members),
  headers: all.flatMap(({ headers }) => headers),
});

export const givenParts = (given: readonly Given[], args: readonly ts.Expression[]): Parts =>
  joinedParts(
    args.map((arg, at) => {
      const role = given[at] ?? 'other';
      return role === 'headers'
        ? withHeaders(build.spreadMember(arg, spanOfNode(arg)))
        : withMembers(build.namedProperty(role, arg));
    }),
  );
