import type { TypedFact } from '../../../model/index.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { TypeMembers } from '../types/type-members.ts';
import type { Ctx } from '../evaluate/values.ts';
import { WrittenTypes } from './written-types.ts';

type TypedPart = Pick<TypedFact, 'path' | 'type'>;

/** Type that a function is written to return, for the value that it returns here. */
const returnedAs = (node: ts.Node): ts.TypeNode | undefined => {
  const { parent } = node;
  if (ts.isArrowFunction(parent)) return parent.body === node ? parent.type : undefined;
  if (!ts.isReturnStatement(parent)) return undefined;
  const fn = ts.findAncestor(parent, ts.isFunctionLike);
  const isGenerator = fn && 'asteriskToken' in fn && fn.asteriskToken !== undefined;
  return isGenerator ? undefined : fn?.type;
};

/** Types that are written for an expression: of what it is returned as, and its own. */
const typesFor = (ctx: Ctx, node: ts.Node): readonly ts.TypeNode[] => {
  const own = ts.isExpression(node) ? new WrittenTypes(ctx).typeOf(node) : undefined;
  return [returnedAs(node), own].flatMap((type) => (type && ts.isTypeNode(type) ? type : []));
};

/** Names under which a response holds a list. */
const LISTS = ['results'];

/**
 * Declarations of the types that are written for a part of a response, and for the elements of a list in it, each with
 * its path from the root of the body.
 */
export const typedParts = (ctx: Ctx, node: ts.Node, path: readonly string[]): readonly TypedPart[] => {
  const types = new TypeMembers(ctx);
  const partOf = (type: ts.TypeNode, at: readonly string[]): readonly TypedPart[] => {
    const shape = types.shapeOf(type);
    if (!shape) return [];
    const isList = types.elementOf(type) !== undefined;
    return [{ type: placeOf(shape), path: isList ? [...at, '*'] : at }];
  };
  return typesFor(ctx, node).flatMap((type) => [
    ...partOf(type, path),
    ...LISTS.flatMap((name) => {
      const member = types.memberOf(type, name, 0);
      return member && member !== 'unseen' && member.type ? partOf(member.type, [...path, name]) : [];
    }),
  ]);
};
