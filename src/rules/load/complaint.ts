import { didYouMean, isJsonObject, shownName } from '../../model/index.ts';
import { pathError } from './jsonpath.ts';
import type { ValidationError } from './validator.ts';

const MAX_WORD = 80;

const unescape = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** A user's own word in a message, if it reads as a name. */
const quoted = (word: string): string => JSON.stringify(shownName(word));

const steps = (pointer: string): readonly string[] => pointer.split('/').slice(1).map(unescape);

/** `options.properties[2]`: a path as people write it. */
const written = (path: readonly string[]): string =>
  path
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${shownName(step)}`))
    .join('')
    .replace(/^\./, '');

/** The rule that a pointer leads into, by its id where it has one, and the path inside it. */
const locate = (pointer: string, file: unknown): string => {
  const [head, index, ...inside] = steps(pointer);
  const rules = isJsonObject(file) ? file['rules'] : undefined;
  if (head !== 'rules' || index === undefined || !Array.isArray(rules)) return written(steps(pointer));
  const rule: unknown = rules[Number(index)];
  const name = isJsonObject(rule) ? rule['id'] : undefined;
  const isNamed = typeof name === 'string' && shownName(name) === name;
  const id = isNamed ? `rule ${quoted(name)}` : `rules[${index}]`;
  return inside.length === 0 ? id : `${id}, ${written(inside)}`;
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
};

const oneOf = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

const unknownKey = (error: ValidationError): string => {
  const key = String(error.params['additionalProperty']);
  const at = Object.keys(isJsonObject(error.data) ? error.data : {}).indexOf(key) + 1;
  const known = Object.keys(error.parentSchema?.properties ?? {});
  const hint = didYouMean(key.slice(0, MAX_WORD), known) || ` Known keys: ${known.join(', ')}.`;
  const place = shownName(key) === key ? '' : ` (key ${at})`;
  return `unknown key ${quoted(key)}${place}.${hint}`;
};

const notAllowed = (error: ValidationError): string => {
  const allowed = error.params['allowedValues'];
  const values = Array.isArray(allowed) ? allowed : [];
  const word = typeof error.data === 'string' ? error.data.slice(0, MAX_WORD) : '';
  const names = values.filter((value) => typeof value === 'string');
  return `must be one of ${oneOf(values)}.${word === '' ? '' : didYouMean(word, names)}`;
};

/** A key that is there and unknown is most often the missing one, misspelled. */
const missingKey = (error: ValidationError): string => {
  const missing = String(error.params['missingProperty']);
  const known = Object.keys(error.parentSchema?.properties ?? {});
  const others = Object.keys(isJsonObject(error.data) ? error.data : {}).filter(
    (key) => !known.includes(key),
  );
  const near = others.find((key) => didYouMean(key, [missing]) !== '');
  return near === undefined
    ? `misses the key "${missing}".`
    : `unknown key ${quoted(near)}. Did you mean "${missing}"?`;
};

const badPattern = (error: ValidationError): string => {
  const reason = error.schemaPath.includes('jsonPath')
    ? pathError(String(error.data).slice(0, MAX_WORD))
    : undefined;
  return reason ?? `must match ${String(error.params['pattern'])}.`;
};

const MESSAGES: Readonly<Record<string, (error: ValidationError) => string>> = {
  additionalProperties: unknownKey,
  enum: notAllowed,
  pattern: badPattern,
  required: missingKey,
  type: (error) => `must be ${String(error.params['type'])}, not ${kindOf(error.data)}.`,
};

/** Error message for the first mistake in a data file: rule, key, problem and suggestion. */
export const complaint = (error: ValidationError, file: unknown): string => {
  const place = locate(error.instancePath, file);
  const text = MESSAGES[error.keyword]?.(error) ?? `${error.message ?? 'is not valid'}.`;
  return place === '' ? text : `${place}: ${text}`;
};
