import { ts } from '../syntax/tree.ts';
import { ANY, CLIENT, type Path, type State } from './state.ts';

/** Literal name of a property; `undefined` where it is computed. */
export const propertyName = (name: ts.PropertyName | ts.Expression): string | undefined => {
  if (ts.isComputedPropertyName(name)) return propertyName(name.expression);
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name)) return name.text;
  return ts.isNumericLiteral(name) ? ANY : undefined;
};

/** Names that a pattern binds to a part of the value: `{ a, b: { c } }`, `[first]`. */
export const intoPattern = (name: ts.BindingName, path: Path): readonly State[] => {
  if (ts.isIdentifier(name)) return [{ kind: 'name', node: name, path }];
  if (path.length === 0) return [];
  const [first, ...rest] = path;
  return name.elements.flatMap((element): readonly State[] => {
    if (!ts.isBindingElement(element)) return [];
    if (element.dotDotDotToken) return intoPattern(element.name, path);
    if (first === CLIENT) return intoPattern(element.name, path);
    if (ts.isArrayBindingPattern(name)) return first === ANY ? intoPattern(element.name, rest) : [];
    const key = propertyName(element.propertyName ?? (element.name as ts.Identifier));
    const fits = first === ANY || key === undefined || key === ANY || key === first;
    return fits ? intoPattern(element.name, rest) : [];
  });
};
