import { pointerOf, valueAt } from '../scope.ts';
import type { VerbScope } from '../scope.ts';
import { madeScalar } from '../shape.ts';
import type { Shape } from '../shape.ts';
import type { MakeOf, MakePart } from './verb.ts';
import { entryNamed } from '../../model/index.ts';

/** The first of several parts that can be made. */
export const first = (verb: MakeOf<'first'>, scope: VerbScope, make: MakePart): Shape | undefined => {
  for (const part of verb.first) {
    const made = make(part, scope);
    if (made !== undefined) return made;
  }
  return undefined;
};

/** A part only where a path has a value. */
export const when = (verb: MakeOf<'when'>, scope: VerbScope, make: MakePart): Shape | undefined => {
  const value = valueAt(verb.when, scope);
  if (value === undefined || (value.kind === 'scalar' && (value.value === 0 || value.value === false)))
    return undefined;
  const made = make(verb.make, scope);
  if (value.kind === 'opaque' && made !== undefined && verb.unseen !== undefined)
    scope.reviews.add(pointerOf(value, scope), verb.unseen);
  return made;
};

const known = (value: Shape | undefined): string | undefined =>
  value?.kind === 'scalar' ? String(value.value) : undefined;

/** A part by the value at a path. */
export const cases = (verb: MakeOf<'cases'>, scope: VerbScope, make: MakePart): Shape | undefined => {
  const value = known(valueAt(verb.cases, scope));
  const part = value !== undefined && Object.hasOwn(verb.of, value) ? verb.of[value] : verb.else;
  return part === null || part === undefined ? undefined : make(part, scope);
};

/** A value from a table. */
export const lookup = (verb: MakeOf<'lookup'>, scope: VerbScope): Shape | undefined => {
  const shape = valueAt(verb.lookup, scope);
  const value = known(shape);
  if (value !== undefined && Object.hasOwn(verb.in, value)) return madeScalar(entryNamed(verb.in, value)!);
  const names = Object.keys(verb.in).join(', ');
  scope.refusals.add(pointerOf(shape, scope), `its value must be known and one of ${names}.`);
  return undefined;
};

/** A part only where a list has more than one item. */
export const several = (verb: MakeOf<'several'>, scope: VerbScope, make: MakePart): Shape | undefined => {
  const list = valueAt(verb.several, scope);
  return list?.kind === 'list' && list.items.length > 1 ? make(verb.make, scope) : undefined;
};

/** A part only where a number is above a limit. */
export const above = (verb: MakeOf<'above'>, scope: VerbScope, make: MakePart): Shape | undefined => {
  const value = valueAt(verb.above, scope);
  if (value?.kind === 'opaque')
    scope.refusals.add(
      pointerOf(value, scope),
      'its value must be known: the type of the cluster depends on it.',
    );
  return value?.kind === 'scalar' && Number(value.value) > verb.limit ? make(verb.make, scope) : undefined;
};
