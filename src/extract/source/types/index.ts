import type { Place } from '../../../model/index.ts';
import type { Ctx } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf } from '../syntax/slots.ts';
import { takesAnyShape, takesMember } from './admits.ts';
import { typeMembersNamed, typeShapeOf } from './shapes.ts';
import { typeMadeOf, typesGivenTo, writtenFor } from './contexts.ts';

/**
 * Declared type that does not accept a member at a path: `['Accept']` of headers, `['headers', 'Accept']` of
 * options. `undefined` where it does.
 */
export const closedType = (ctx: Ctx, literal: ts.Node, path: readonly string[]): Place | undefined => {
  if (!ts.isObjectLiteralExpression(literal)) return undefined;
  const inner = path.slice(0, -1);
  const name = path.at(-1)!;
  const closed = writtenFor(ctx, literal).find(
    (written) =>
      (inner.length > 0 && !takesMember(ctx, written.type, written.path, inner)) ||
      !takesMember(ctx, written.type, [...written.path, ...inner], [name, name.toLowerCase()]),
  );
  const node = closed?.type ?? typeMadeOf(literal);
  return node && placeOf(node);
};

/** Declared type that fixes an object's shape, so that its members cannot be moved without changing the type. */
export const typeOfShape = (ctx: Ctx, literal: ts.Node): Place | undefined => {
  const closed = [...writtenFor(ctx, literal), ...typesGivenTo(ctx, literal)].find(
    ({ type, path }) => !takesAnyShape(ctx, type, path),
  );
  return closed && placeOf(closed.type);
};

/** True where a declared type has no such member, so that reading it would not compile. */
export const lacksMember = (ctx: Ctx, type: ts.TypeNode | undefined, name: string): boolean =>
  type !== undefined &&
  typeMembersNamed(ctx, typeShapeOf(ctx, type), name).every(({ kind }) => kind === 'none');
