import { ts } from '../syntax/tree.ts';

/**
 * Members that lead from a value to the text, outermost first: `['headers', 'Accept']`. `RESULT` is a call's
 * result, `ANY` an element of a list or a member of any name, `CLIENT` a client that was made with the text,
 * `NEW` a member to be inserted.
 */
export type Path = readonly string[];

export const RESULT = '()';
export const ANY = '*';
export const CLIENT = '@';
/** The value of an entry, a pair of a key and a value. */
export const VALUE = '=';
/** Member to be inserted. */
export const NEW = '+';
/** List element to be inserted, such as one more name of `Object.keys(HEADERS)`. */
export const NEW_ITEM = '+*';

/** Text that an object is converted to, as by its `toString`. */
export const TEXT = '"';

/** Path after a value is written into a text. */
export const asWritten = (path: Path): Path => (path[0] === TEXT ? path.slice(1) : path);

/** Maximum length of a path; deeper nesting is not followed. */
export const MAX_PATH_LENGTH = 8;

/** Literal name of a property; `undefined` where it is computed. */
export const propertyName = (name: ts.PropertyName | ts.Expression): string | undefined => {
  if (ts.isComputedPropertyName(name)) return propertyName(name.expression);
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name)) return name.text;
  return ts.isNumericLiteral(name) ? ANY : undefined;
};
