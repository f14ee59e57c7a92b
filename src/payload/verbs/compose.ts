import { valueAt, withName } from '../scope.ts';
import type { VerbScope } from '../scope.ts';
import { madeList, madeObject, madeScalar } from '../shape.ts';
import type { ListShape, ObjectShape, Shape, ShapeMember } from '../shape.ts';
import type { MakeOf, MakePart } from './verb.ts';

/** The value at a path, or a default. */
export const take = (verb: MakeOf<'take'>, scope: VerbScope): Shape | undefined => {
  const value = valueAt(verb.take, scope);
  if (value !== undefined || verb.default === undefined) return value;
  return madeScalar(verb.default);
};

/** An object of the members that can be made. */
export const objectOf = (
  verb: MakeOf<'object'>,
  scope: VerbScope,
  make: MakePart,
): ObjectShape | undefined => {
  const members: ShapeMember[] = [];
  for (const [key, part] of Object.entries(verb.object)) {
    const value = make(part, scope);
    if (value !== undefined) members.push({ key, value, from: undefined });
  }
  return members.length === 0 ? undefined : madeObject(members);
};

/** A list of the items that can be made. */
export const listOf = (verb: MakeOf<'list'>, scope: VerbScope, make: MakePart): ListShape | undefined => {
  const items = verb.list.map((part) => make(part, scope)).filter((item) => item !== undefined);
  return items.length === 0 ? undefined : madeList(items);
};

/** A definition of the step, with more names in scope. */
export const definition = (verb: MakeOf<'use'>, scope: VerbScope, make: MakePart): Shape | undefined => {
  let inner = scope;
  for (const [name, part] of Object.entries(verb.with ?? {}))
    inner = withName(inner, name, make(part, scope));
  return make(scope.define[verb.use]!, inner);
};
