import type { Json, JsonObject } from '../../model/index.ts';

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of a place in all items of a list. */
const itemsOf = (values: readonly Json[]): readonly Json[] =>
  values.flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : []));

const missing = (before: readonly Json[], after: readonly Json[], path: string): readonly string[] => {
  const objects = before.filter(isObject);
  const others = after.filter(isObject);
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  const own = [...names].flatMap((name) => {
    const place = path === '' ? name : `${path}.${name}`;
    const then = objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name]!] : []));
    const now = others.flatMap((object) => (Object.hasOwn(object, name) ? [object[name]!] : []));
    return now.length === 0 && others.length > 0 ? [place] : missing(then, now, place);
  });
  const lists = itemsOf(before).length > 0 ? missing(itemsOf(before), itemsOf(after), `${path}[]`) : [];
  return [...own, ...lists];
};

/**
 * Members of an answer that another one does not have: what a client would read in vain. Places are names only; of
 * what is gone as a whole the parts are not told, and an empty list says nothing of its items.
 */
export const lostIn = (before: Json | undefined, after: Json | undefined): readonly string[] =>
  before === undefined || after === undefined ? [] : missing([before], [after], '');
