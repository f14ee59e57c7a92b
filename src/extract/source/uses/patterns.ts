import { ts } from '../syntax/tree.ts';
import { ANY, CLIENT, type Path, propertyName, VALUE } from '../types/member-path.ts';
import type { State } from './state.ts';

/** Names that a pattern binds to a part of the value: `{ a, b: { c } }`, `[first]`. */
export const intoPattern = (name: ts.BindingName, path: Path): readonly State[] => {
  if (ts.isIdentifier(name)) return [{ kind: 'name', node: name, path }];
  const isList = ts.isArrayBindingPattern(name);
  if (path.length === 0 && !isList) return [];
  const [first, ...rest] = path;
  return name.elements.flatMap((element): readonly State[] => {
    if (!ts.isBindingElement(element)) return [];
    if (element.dotDotDotToken) return intoPattern(element.name, path);
    if (first === CLIENT) return intoPattern(element.name, path);
    // A map, and the entries of a list, are iterated as pairs of a key and a value.
    if (first === VALUE)
      return isList && name.elements.indexOf(element) === 1 ? intoPattern(element.name, rest) : [];
    if (isList) return intoPattern(element.name, first === ANY ? rest : path);
    const key = propertyName(element.propertyName ?? (element.name as ts.Identifier));
    const fits = first === ANY || key === undefined || key === ANY || key === first;
    return fits ? intoPattern(element.name, rest) : [];
  });
};
