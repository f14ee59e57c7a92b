import type { Type } from './named-types.ts';
import type { Ctx } from '../evaluate/values.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { ANY, CLIENT, type Path, RESULT } from './member-path.ts';
import { admitsText, typeMembersNamed, type TypeShape, typeShapeOf } from './shapes.ts';

/** Shapes of a type at a path of members; nothing where it does not reach that far. */
const shapesAt = (ctx: Ctx, type: Type, path: Path): readonly TypeShape[] => {
  let shapes: readonly TypeShape[] = [typeShapeOf(ctx, type)];
  for (const step of path) {
    if (step === RESULT || step === CLIENT) return [];
    shapes = shapes.flatMap((shape) => typeMembersNamed(ctx, shape, step));
  }
  return shapes.filter(({ kind }) => kind !== 'none');
};

/**
 * True where the declared type accepts another text at a path of members. A member of an enumeration stays
 * the same whatever its value.
 */
export const takesText = (ctx: Ctx, type: Type, path: Path, ofEnum: boolean): boolean => {
  // Other languages have no string literal types.
  if (loweredFile(type)) return true;
  const shapes = shapesAt(ctx, type, path);
  return (
    shapes.length === 0 || shapes.some((shape) => (ofEnum && shape.kind === 'enum') || admitsText(ctx, shape))
  );
};

/** True for a shape that accepts a text, or a list of texts. */
const takesTexts = (ctx: Ctx, shape: TypeShape): boolean =>
  admitsText(ctx, shape) ||
  (shape.kind === 'list' && typeMembersNamed(ctx, shape, ANY).some((item) => admitsText(ctx, item))) ||
  (shape.kind === 'union' && shape.parts.some((part) => takesTexts(ctx, typeShapeOf(ctx, part))));

const takesNamed = (ctx: Ctx, shape: TypeShape, name: string): boolean => {
  if (shape.kind === 'members' && shape.others) return true;
  return typeMembersNamed(ctx, shape, name).some(
    (member) => takesTexts(ctx, member) || member.kind === 'members' || member.kind === 'record',
  );
};

/** True where the object at a path of members accepts another member with one of these names. */
export const takesMember = (ctx: Ctx, type: Type, path: Path, names: readonly string[]): boolean => {
  const shapes = shapesAt(ctx, type, path);
  return shapes.length === 0 || shapes.some((shape) => names.some((name) => takesNamed(ctx, shape, name)));
};

const isFree = (ctx: Ctx, shape: TypeShape): boolean => {
  if (shape.kind === 'open') return true;
  if (shape.kind === 'record') return typeMembersNamed(ctx, shape, ANY).some(({ kind }) => kind === 'open');
  if (shape.kind === 'members')
    return shape.others && typeMembersNamed(ctx, shape, ANY).some(({ kind }) => kind === 'open');
  return shape.kind === 'union' && shape.parts.some((part) => isFree(ctx, typeShapeOf(ctx, part)));
};

/** True where any object is accepted at a path of members. */
export const takesAnyShape = (ctx: Ctx, type: Type, path: Path): boolean => {
  const shapes = shapesAt(ctx, type, path);
  return shapes.length === 0 || shapes.some((shape) => isFree(ctx, shape));
};
