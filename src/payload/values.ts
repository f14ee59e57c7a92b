import type { Json, JsonObject } from '../model/index.ts';
import { make } from './verbs/index.ts';
import type { BackStep, PayloadUse, VersionStep } from './mapping.ts';
import { Remarks } from './outcome.ts';
import type { Remark } from './outcome.ts';
import { withName } from './scope.ts';
import { madeList, madeObject, madeScalar } from './shape.ts';
import type { ObjectShape, Shape } from './shape.ts';
import { advance, reviewOld } from './step.ts';
import { violations } from './validate.ts';
import type { Validators } from './validate.ts';

/** Payload in another version, or the reason why there is none. */
export type Moved =
  | {
      readonly ok: true;
      readonly value: JsonObject;
      /** Remarks for a person, for a conversion to a newer version. */
      readonly reviews?: readonly Remark[];
    }
  | { readonly ok: false; readonly reasons: readonly Remark[] };

const shapeOfObject = (value: JsonObject): ObjectShape =>
  madeObject(
    Object.entries(value).map(([key, part]) => ({ key, value: shapeOfValue(part), from: undefined })),
  );

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const shapeOfValue = (value: Json): Shape => {
  if (isList(value)) return madeList(value.map(shapeOfValue));
  return typeof value === 'object' && value !== null ? shapeOfObject(value) : madeScalar(value);
};

const valueOfShape = (shape: Shape): Json => {
  switch (shape.kind) {
    case 'object':
      return Object.fromEntries(shape.members.map(({ key, value }) => [key, valueOfShape(value)]));
    case 'list':
      return shape.items.map(valueOfShape);
    case 'scalar':
      return shape.value;
    case 'opaque':
      throw new TypeError('a value of JSON holds no expression');
  }
};

const movedTo = (made: Shape | undefined, refusals: Remarks, reviews: Remarks): Moved =>
  made?.kind !== 'object' || refusals.all.length > 0
    ? { ok: false, reasons: refusals.all }
    : { ok: true, value: valueOfShape(made) as JsonObject, reviews: reviews.all };

const nowhere = { text: '', pointers: () => new Map<never, string>() };

/** Violations by a payload of the schema of a version, as it is sent or returned. */
export const mistakesIn = (
  value: JsonObject,
  schema: string,
  use: PayloadUse,
  validators: Validators,
): readonly Remark[] => violations(shapeOfObject(value), schema, use, validators);

/** Payload after a step to a newer version, with what needs review. */
export const forward = (
  value: JsonObject,
  step: VersionStep,
  use: PayloadUse,
  validators: Validators,
): Moved => {
  const refusals = new Remarks();
  const reviews = new Remarks();
  const context = { ...nowhere, use, refusals, reviews };
  return movedTo(advance(shapeOfObject(value), step, context, validators), refusals, reviews);
};

/** Parts to review in a payload that was sent to the version before a step, though nothing in it may change. */
export const reviewsOf = (value: JsonObject, step: VersionStep, use: PayloadUse): readonly Remark[] => {
  const reviews = new Remarks();
  reviewOld(shapeOfObject(value), step, { ...nowhere, use, refusals: new Remarks(), reviews });
  return reviews.all;
};

/** Payload converted to an older version. */
export const backward = (value: JsonObject, step: BackStep): Moved => {
  const refusals = new Remarks();
  const reviews = new Remarks();
  const context = { ...nowhere, use: 'answer' as const, refusals, reviews };
  const scope = withName({ ...context, define: step.define, names: undefined }, 'root', shapeOfObject(value));
  return movedTo(make(step.make, scope), refusals, reviews);
};
