import { pointerOf, valueAt, valuesAt } from '../scope.ts';
import type { VerbScope } from '../scope.ts';
import { madeScalar } from '../shape.ts';
import type { ScalarShape, Shape } from '../shape.ts';
import type { MakeOf } from './verb.ts';

const isGiven = (shape: Shape): shape is ScalarShape => shape.kind === 'scalar' && shape.value !== null;

/** The value that several paths share. */
export const same = ({ same: paths, differing }: MakeOf<'same'>, scope: VerbScope): Shape | undefined => {
  const values = paths.flatMap((path) => valuesAt(path, scope)).filter(isGiven);
  const [first] = values;
  const other = values.find(({ value }) => value !== first?.value);
  if (other === undefined) return first;
  if (differing !== undefined) scope.refusals.add(pointerOf(other, scope), differing);
  return undefined;
};

/** The sum of the numbers at a path; nothing where there are none. */
export const sum = (verb: MakeOf<'sum'>, scope: VerbScope): Shape | undefined => {
  const values = valuesAt(verb.sum, scope).filter(isGiven);
  return values.length === 0
    ? undefined
    : madeScalar(values.reduce((total, { value }) => total + Number(value), 0));
};

/** The beginning of a string. */
export const before = (verb: MakeOf<'before'>, scope: VerbScope): Shape | undefined => {
  const value = valueAt(verb.of, scope);
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
  return madeScalar(value.value.split(verb.before, 1)[0]!);
};
