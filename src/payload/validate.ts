import type { PayloadUse } from './mapping.ts';
import type { Remark } from './outcome.ts';
import { pointerStep } from './pointers.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** One error as a precompiled validator reports it. */
interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Validator {
  (data: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** Validators by schema and use, from `src/generated/payload-validators.ts`. */
export type Validators = Readonly<Record<string, Readonly<Record<PayloadUse, Validator>>>>;

/** Unknown parts of a payload during validation: values that may be anything, and objects that may have more members. */
interface Unknown {
  readonly values: Set<string>;
  readonly open: Set<string>;
}

/** A key like any other, where an assignment would set the prototype. An object without one is several times slower. */
const defineOwn = (object: object, key: string, value: unknown): void => {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
};

const plainObject = (shape: ObjectShape, pointer: string, unknown: Unknown): object => {
  if (!shape.complete) unknown.open.add(pointer);
  const object: Record<string, unknown> = {};
  for (const { key, value } of shape.members) {
    const known = plain(value, `${pointer}/${pointerStep(key)}`, unknown);
    if (key === '__proto__') defineOwn(object, key, known);
    else object[key] = known;
  }
  return object;
};

const plain = (shape: Shape, pointer: string, unknown: Unknown): unknown => {
  switch (shape.kind) {
    case 'object':
      return plainObject(shape, pointer, unknown);
    case 'list':
      if (!shape.complete) unknown.open.add(pointer);
      return shape.items.map((item, at) => plain(item, `${pointer}/${at}`, unknown));
    case 'scalar':
      return shape.value;
    case 'opaque':
      unknown.values.add(pointer);
      return {};
  }
};

const COMPLETENESS = new Set(['required', 'dependentRequired', 'minProperties', 'minItems']);
// `if` only says which branch failed; the branch's own error is reported beside it.
const SILENT = new Set(['if']);

const concernsUnknown = (error: ValidationError, unknown: Unknown): boolean =>
  unknown.values.has(error.instancePath) ||
  (COMPLETENESS.has(error.keyword) && unknown.open.has(error.instancePath));

const JSON_TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

const typeNames = (type: unknown): string =>
  [type]
    .flat()
    .map((name) => JSON_TYPES[String(name)] ?? String(name))
    .join(' or ');

type Params = ValidationError['params'];

/** Sentence about an error in the payload, by the schema keyword that it violates. */
const SENTENCES: Readonly<Record<string, (params: Params) => string>> = {
  required: ({ missingProperty }) => `the field ${String(missingProperty)} is missing`,
  additionalProperties: ({ additionalProperty }) => `there is no field ${String(additionalProperty)} here`,
  type: ({ type }) => `this must be ${typeNames(type)}`,
  enum: ({ allowedValues }) => `this must be one of ${[allowedValues].flat().map(String).join(', ')}`,
  const: ({ allowedValue }) => `this must be ${JSON.stringify(allowedValue)}`,
  minimum: ({ limit }) => `this must be at least ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `this must be more than ${String(limit)}`,
  maximum: ({ limit }) => `this must be at most ${String(limit)}`,
  minItems: ({ limit }) => `this list must have at least ${String(limit)} entries`,
  maxItems: ({ limit }) => `this list may have at most ${String(limit)} entries`,
  minLength: ({ limit }) => `this must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `this may have at most ${String(limit)} characters`,
  minProperties: ({ limit }) => `this must have at least ${String(limit)} fields`,
  dependentRequired: ({ missingProperty, property }) =>
    `the field ${String(missingProperty)} is missing, which ${String(property)} needs`,
  pattern: () => 'this text has the wrong form',
  'false schema': () => 'this field is not allowed here',
};

const detail = ({ keyword, params }: ValidationError): string =>
  SENTENCES[keyword]?.(params) ?? 'this is not valid here';

/** Name of a version's payload in messages. */
const versionName = (schema: string): string => (schema === 'legacy' ? 'a legacy' : `a ${schema}`);

/** The mistakes of the known part of a payload. */
const errorsOf = (shape: Shape, validator: Validator): readonly ValidationError[] => {
  const unknown: Unknown = { values: new Set(), open: new Set() };
  if (validator(plain(shape, '', unknown))) return [];
  return (validator.errors ?? []).filter(
    (error) => !SILENT.has(error.keyword) && !concernsUnknown(error, unknown),
  );
};

/**
 * Schema violations of the known part of a payload: one remark per mistake, with keyword and pointer. Unknown
 * parts count as valid.
 */
export const violations = (
  shape: Shape,
  schema: string,
  use: PayloadUse,
  validators: Validators,
): readonly Remark[] => remarksOn(errorsIn(shape, schema, use, validators), schema);

/** Schema violations of a payload that may be a template: its name may be added before it is sent. */
export const templateViolations: typeof violations = (shape, schema, use, validators) =>
  remarksOn(
    errorsIn(shape, schema, use, validators).filter(
      ({ keyword, instancePath, params }) =>
        keyword !== 'required' || instancePath !== '' || params['missingProperty'] !== 'name',
    ),
    schema,
  );

const errorsIn = (
  shape: Shape,
  schema: string,
  use: PayloadUse,
  validators: Validators,
): readonly ValidationError[] => {
  const validator = validators[schema]?.[use];
  if (validator === undefined) throw new TypeError(`there is no payload schema ${schema} for ${use}`);
  return errorsOf(shape, validator);
};

const remarksOn = (errors: readonly ValidationError[], schema: string): readonly Remark[] =>
  errors.map((error) => ({
    pointer: error.instancePath,
    message: `${detail(error)}, in ${versionName(schema)} cluster payload.`,
  }));

const isForeign = ({ keyword, instancePath }: ValidationError): boolean =>
  keyword === 'type' || (keyword === 'additionalProperties' && instancePath === '');

/**
 * True where a payload can be one of some version and use, if not a valid one: it has no member that none of them
 * has, and no value of another type. Documents of other programs have members of the same names.
 */
export const fitsSome = (shape: Shape, validators: Validators): boolean =>
  Object.values(validators).some((uses) =>
    Object.values(uses).some((validator) => !errorsOf(shape, validator).some(isForeign)),
  );
