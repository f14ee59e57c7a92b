import type { InsertionPoint, Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { addedAs, markRequest, markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { addsOf } from './chain-kinds.ts';
import { type ChainPlace, insertionPointInChain } from './insertion-points.ts';
import { type Adds, addsHeader, type RequestKind, type Start } from './kinds.ts';
import {
  addedBy,
  type ChainCall,
  givenParts,
  joinedParts,
  type Members,
  spanOfNode,
  withPaths,
} from './request-parts.ts';
import { entryNamed } from '../../../model/index.ts';

// Lowers a request that is built by calls to an object of its URL, method, headers and body.

const isKept = (adds: Adds | undefined): boolean =>
  addsHeader(adds) ||
  adds === 'pairs' ||
  adds === 'url' ||
  adds === 'members' ||
  adds === 'Accept' ||
  adds === 'path';

const roomOf = (
  place: ChainPlace,
  kind: RequestKind,
  steps: readonly ChainCall[],
  rootEnd: number,
): InsertionPoint | undefined => {
  const [own, ownWrites] = [kind.steps, kind.writes];
  if (ownWrites === undefined || !Object.hasOwn(own, ownWrites)) return undefined;
  const last = steps.findLast(({ name }) => isKept(entryNamed(own, name)));
  const next = steps[0];
  return last
    ? insertionPointInChain(place, last.end, last.dot, ownWrites)
    : insertionPointInChain(place, rootEnd, next?.dot ?? rootEnd, ownWrites);
};

const headersIn = (
  members: Members,
  span: Span,
  room: InsertionPoint | undefined,
): ts.ObjectLiteralExpression => {
  const literal = build.object(members, span);
  return room ? markInsertionPoint(literal, room) : literal;
};

/** Request from its start: `new Request.Builder().url(x).header(…)`. */
export const requestBegun = (
  place: ChainPlace,
  kind: RequestKind,
  { given, method, closed }: Start,
  args: readonly ts.Expression[],
  root: Span,
  steps: readonly ChainCall[],
  span: Span,
): ts.ObjectLiteralExpression => {
  const begun = givenParts(given, args);
  const added = joinedParts(steps.map((step) => addedBy(addsOf(kind, step.name), step)));
  const at = steps.findLast(({ name }) => isKept(addsOf(kind, name)))?.end ?? root.end;
  const isClosed = closed === true || (kind.byStatements && steps.length === 0);
  const room = isClosed ? undefined : roomOf(place, kind, steps, root.end);
  const first =
    method === undefined
      ? []
      : [build.namedProperty('method', build.textAt(method, build.nowhere(root.start)))];
  const headers = [...begun.headers, ...added.headers];
  const own = closed ? soleObject(headers) : undefined;
  const literal = own ?? headersIn(headers, { start: root.start, end: at }, room);
  const members = withPaths([...first, ...begun.members, ...added.members]);
  return markRequest(build.object([...members, build.namedProperty('headers', literal)], span));
};

/** The only object that all members are taken from: headers can be inserted into it. */
const soleObject = ([only, ...others]: Members): ts.Expression | undefined =>
  only && others.length === 0 && ts.isSpreadAssignment(only) ? only.expression : undefined;

/** Request that was started elsewhere, with what more calls add: `builder("/groups").header(…).build()`. */
export const requestContinued = (
  place: ChainPlace,
  kind: RequestKind,
  begun: ts.Expression,
  steps: readonly ChainCall[],
  span: Span,
): ts.Expression => {
  const { members: all, headers } = joinedParts(steps.map((step) => addedBy(addsOf(kind, step.name), step)));
  const here = build.nowhere(begun.end);
  const name = (): ts.Identifier => build.nameAt('$begun', here);
  const members = withPaths(all, build.member(name(), build.nameAt('url', here), here));
  if (members.length === 0 && headers.length === 0) return begun;
  const room = roomOf(place, kind, steps, begun.end);
  const added =
    headers.length === 0
      ? []
      : [
          build.namedProperty(
            'headers',
            headersIn(
              [
                build.spreadMember(build.member(name(), build.nameAt('headers', here), here), here),
                ...headers,
              ],
              { start: begun.end, end: steps.at(-1)!.end },
              room,
            ),
          ),
        ];
  const whole = markRequest(build.object([build.spreadMember(name(), here), ...members, ...added], here));
  const make = build.arrow([build.parameter({ name: name() }, here)], build.parenthesized(whole, here), here);
  return build.call(build.parenthesized(make, here), [begun], span);
};

/** Lowers statements that change a request in a variable: `connection.setRequestProperty(name, value);`. */
export const requestChanged = (
  kind: RequestKind,
  variable: () => ts.Expression,
  steps: readonly ChainCall[],
  span: Span,
): readonly ts.Statement[] =>
  steps.flatMap((step) => {
    const { members, headers } = addedBy(addsOf(kind, step.name), step);
    const at = build.nowhere(step.dot);
    const set = (target: ts.Expression, each: ts.ObjectLiteralElementLike): ts.Statement => {
      if (ts.isPropertyAssignment(each)) {
        const { name, initializer } = each;
        const key = ts.isComputedPropertyName(name) ? name.expression : (name as ts.Expression);
        if (addedAs(each)) {
          const append = build.member(target, build.nameAt('append', at), at);
          return build.asStatement(build.call(append, [key, initializer], span), span);
        }
        const left = ts.isIdentifier(name)
          ? build.member(target, build.nameAt(name.text, spanOfNode(name)), at)
          : build.element(target, key, spanOfNode(name));
        return build.asStatement(build.assignTo(left, initializer, span), span);
      }
      return build.asStatement(mergedInto(target, (each as ts.SpreadAssignment).expression, span), span);
    };
    return [
      ...members.map((each) => set(variable(), each)),
      ...headers.map((each) => set(build.member(variable(), build.nameAt('headers', at), at), each)),
    ];
  });

/** `Object.assign(target, value)`. */
export const mergedInto = (target: ts.Expression, value: ts.Expression, span: Span): ts.Expression => {
  const at = build.nowhere(span.start);
  return build.call(
    build.member(build.nameAt('Object', at), build.nameAt('assign', at), at),
    [target, value],
    span,
  );
};

/** Object literal with the headers of a request. */
export const headersLiteral = (request: ts.Expression): ts.ObjectLiteralExpression | undefined => {
  if (!ts.isObjectLiteralExpression(request)) return undefined;
  const last = request.properties.at(-1);
  return last && ts.isPropertyAssignment(last) && ts.isObjectLiteralExpression(last.initializer)
    ? last.initializer
    : undefined;
};
