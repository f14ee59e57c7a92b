import { didYouMean, UsageError } from '../../model/index.ts';

/** An argument of a tool, as its JSON Schema says it. */
export interface ArgumentSchema {
  readonly type: 'string' | 'boolean' | 'integer' | 'array';
  readonly description: string;
  readonly items?: { readonly type: 'string' };
  readonly enum?: readonly string[];
}

/** The arguments of a tool. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** Arguments as a client gave them, checked. */
export type GivenArguments = Readonly<Record<string, unknown>>;

const fits = (value: unknown, { type }: ArgumentSchema): boolean => {
  if (type === 'array') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
};

const NOUNS: Readonly<Record<ArgumentSchema['type'], string>> = {
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  array: 'a list of strings',
};

/** The arguments, where they are those of the schema. Throws UsageError that says which one is wrong. */
export const checkedArguments = (
  given: unknown,
  { properties, required = [] }: InputSchema,
): GivenArguments => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UsageError('arguments are an object.');
  for (const [name, value] of Object.entries(given)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const names = Object.keys(properties);
    if (schema === undefined)
      throw new UsageError(
        `there is no argument "${name}".${didYouMean(name, names)} Arguments: ${names.join(', ')}.`,
      );
    if (!fits(value, schema)) throw new UsageError(`"${name}" takes ${NOUNS[schema.type]}.`);
    if (schema.enum !== undefined && !schema.enum.includes(String(value)))
      throw new UsageError(`"${name}" takes one of ${schema.enum.join(', ')}.`);
  }
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) throw new UsageError(`"${missing}" is needed.`);
  return given as GivenArguments;
};
