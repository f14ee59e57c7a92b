import { ts } from '../syntax/tree.ts';
import { ANY, CLIENT, type Path, propertyName } from '../types/member-path.ts';
import type { State } from './state.ts';

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
