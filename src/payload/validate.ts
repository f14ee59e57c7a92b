import type { PayloadUse } from './mapping.ts';
import type { Remark } from './outcome.ts';
import { pointerStep } from './pointers.ts';
import type { ObjectShape, Shape } from './shape.ts';

/** What a precompiled validator says of one mistake. */
interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

interface Validator {
  (data: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** Validators by schema and use, from `src/generated/payload-validators.ts`. */
export type Validators = Readonly<Record<string, Readonly<Record<PayloadUse, Validator>>>>;

/** What cannot be seen while validating: places that may hold anything, and objects that may hold more. */
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
// `if` only says which branch failed; the branch's own error stands beside it.
const SILENT = new Set(['if']);

const concernsUnknown = (error: ValidationError, unknown: Unknown): boolean =>
  unknown.values.has(error.instancePath) ||
  (COMPLETENESS.has(error.keyword) && unknown.open.has(error.instancePath));

const detail = ({ keyword, params, message }: ValidationError): string => {
  const extra = params['additionalProperty'] ?? params['allowedValues'];
  const what = keyword === 'false schema' ? 'is not allowed here' : (message ?? 'is not valid');
  return extra === undefined ? what : `${what} (${[extra].flat().map(String).join(', ')})`;
};

/** The mistakes of the known part of a payload. */
const errorsOf = (shape: Shape, validator: Validator): readonly ValidationError[] => {
  const unknown: Unknown = { values: new Set(), open: new Set() };
  if (validator(plain(shape, '', unknown))) return [];
  return (validator.errors ?? []).filter(
    (error) => !SILENT.has(error.keyword) && !concernsUnknown(error, unknown),
  );
};

/**
 * What the known part of a payload breaks in a schema: one remark a mistake, with the keyword and the pointer in
 * the payload. What cannot be seen counts as right.
 */
export const violations = (
  shape: Shape,
  schema: string,
  use: PayloadUse,
  validators: Validators,
): readonly Remark[] => {
  const validator = validators[schema]?.[use];
  if (validator === undefined) throw new TypeError(`there is no payload schema ${schema} for ${use}`);
  return errorsOf(shape, validator).map((error) => ({
    pointer: error.instancePath,
    message: `${detail(error)} (${error.keyword}, schema ${schema}).`,
  }));
};

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
