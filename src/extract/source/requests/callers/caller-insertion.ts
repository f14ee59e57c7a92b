import type { CallerInsertion } from '../../../../model/index.ts';
import { gapInObject } from '../../syntax/insertion-points.ts';
import { placeOf } from '../../syntax/slots.ts';
import { functionAround } from '../../evaluate/paths/leaving.ts';
import { ts } from '../../syntax/tree.ts';
import { closedType } from '../../types/index.ts';
import type { ObjectValue } from '../../evaluate/values.ts';
import { headersOption } from '../options.ts';
import type { Sending } from '../sending.ts';
import type { CallPath } from './call-graph.ts';
import { insertionAtLink, namesAccept } from './caller-arguments.ts';

/** Wrappers around a call that are checked, from the innermost. */
const MAX_LINKS = 3;

/** Objects that the headers of a call come from. */
const headerObjects = ({ args: { headers, options }, match, call }: Sending): readonly ObjectValue[] => {
  const vals =
    headers ??
    (options?.vals ?? []).flatMap((val) =>
      val.kind === 'object' ? headersOption(val, match.row, call) : [],
    );
  return vals.filter((val) => val.kind === 'object');
};

/** True for a node inside another, also where a language made nodes without parents. */
const isWithin = (node: ts.Node, outer: ts.Node): boolean =>
  node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;

/**
 * Literals behind the last Accept whose members reach the headers: `super(BASE, { Authorization })`,
 * `send(url, { headers: { Authorization } })`.
 */
const literalsIn = (object: ObjectValue): readonly ts.ObjectLiteralExpression[] => {
  const last = object.members.findLastIndex(({ name }) => namesAccept(name));
  const owners = object.members.slice(last + 1).map(({ node }) => node.parent);
  const own = new Set(object.members.filter(({ name }) => namesAccept(name)).map(({ node }) => node.parent));
  return [...new Set(owners)].filter(
    (owner) => ts.isObjectLiteralExpression(owner) && !own.has(owner),
  ) as ts.ObjectLiteralExpression[];
};

const insertionIn = (sending: Sending, literal: ts.ObjectLiteralExpression): readonly CallerInsertion[] => {
  const point = gapInObject(literal, sending.match.row.listValues);
  const closed = sending.ctx.apart(() => closedType(sending.ctx, literal, ['Accept']));
  return point && !closed ? [{ point, at: placeOf(literal) }] : [];
};

/**
 * Insertion points for a header of this call path alone, in the calls of the project's own wrappers, innermost
 * first: a wrapper that also calls other services does not get the header itself.
 */
export const callerInsertions = (sending: Sending, chain: CallPath['chain']): readonly CallerInsertion[] => {
  const { call, match } = sending;
  if (match.row.heuristic || match.row.configured || match.row.opened || match.row.chained) return [];
  const inner = functionAround(call);
  const objects = headerObjects(sending);
  const isSent = objects.some(({ members }) => members.some(({ name }) => namesAccept(name)));
  const literals = [...new Set(objects.flatMap(literalsIn))]
    .filter((literal) => !isWithin(literal, inner))
    .flatMap((literal) => insertionIn(sending, literal));
  const calls = chain.slice(0, MAX_LINKS).flatMap((link) => insertionAtLink(sending, link, isSent));
  return [...literals, ...calls];
};
