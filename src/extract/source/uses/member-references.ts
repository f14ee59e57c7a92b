import { nameReferences } from '../syntax/name-references.ts';
import { oncePerNode } from '../syntax/memo.ts';
import type { Declaration } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { ANY, CLIENT, NEW_ITEM, type Path, propertyName, RESULT, TEXT } from '../types/member-path.ts';
import { PROMISE } from './members.ts';

/** Steps of a path that are no names: they follow whatever member is accessed. */
const UNNAMED: ReadonlySet<string> = new Set([ANY, CLIENT, NEW_ITEM, RESULT, TEXT]);

/** Name of the one member that is read of a reference; `undefined` where it is used otherwise. */
const memberRead = (reference: ts.Node): string | undefined => {
  const { parent } = reference;
  const name =
    ts.isPropertyAccessExpression(parent) && parent.expression === reference
      ? parent.name.text
      : ts.isElementAccessExpression(parent) && parent.expression === reference
        ? propertyName(parent.argumentExpression)
        : undefined;
  return name === ANY || (name !== undefined && PROMISE.test(name)) ? undefined : name;
};

/** References by the member that is read of them, and those that are used otherwise. */
const byMember = oncePerNode((node: Declaration): ReadonlyMap<string | undefined, readonly ts.Node[]> => {
  const found = new Map<string | undefined, ts.Node[]>();
  for (const reference of nameReferences(node)) {
    const name = memberRead(reference);
    const list = found.get(name);
    if (list) list.push(reference);
    else found.set(name, [reference]);
  }
  return found;
});

/** References to a name, without those that read a member which cannot lead to the path. */
export const referencesWith = (node: Declaration, [first]: Path): readonly ts.Node[] => {
  if (first === undefined || UNNAMED.has(first)) return nameReferences(node);
  const known = byMember(node);
  const [named, others] = [known.get(first) ?? [], known.get(undefined) ?? []];
  return others.length === 0 ? named : [...named, ...others].toSorted((a, b) => a.pos - b.pos);
};
