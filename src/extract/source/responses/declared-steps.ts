import type { ReadStep } from '../../../model/index.ts';
import type { ResponseValue, Ctx } from '../evaluate/values.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { hasTypes } from '../syntax/has-types.ts';
import { TypeMembers } from '../types/type-members.ts';
import { WrittenTypes } from './written-types.ts';

type Property = ts.PropertySignature | ts.PropertyDeclaration;

const isOptional = ({ questionToken, type }: Property): boolean =>
  questionToken !== undefined ||
  (type !== undefined &&
    ts.isUnionTypeNode(type) &&
    type.types.some((part) => /^(?:undefined|null)$/.test(part.getText())));

/** True where what is read by another property is optional only where the property is. */
const isAsCertain = (other: Property, property: Property, types: TypeMembers): boolean => {
  const shape = other.type && types.shapeOf(other.type);
  if (!shape) return !isOptional(other) || isOptional(property);
  const inner = [...shape.members].filter(
    (each) => ts.isPropertySignature(each) || ts.isPropertyDeclaration(each),
  );
  return !isOptional(other) && (isOptional(property) || !inner.some(isOptional));
};

/** Names that reads are searched for: properties of the old shape, and those of the new one. */
interface SearchedNames {
  readonly ctx: Ctx;
  readonly names: ReadonlySet<string>;
  readonly successors: ReadonlySet<string>;
}

/** Declaration of the member that a step reads, in files that a type checker checks. */
export const declaredAt = (
  node: ts.Node,
  path: readonly string[],
  { call }: ResponseValue,
  { ctx, names, successors }: SearchedNames,
): Pick<ReadStep, 'declared' | 'beside'> => {
  const matters = (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && names.has(node.text);
  if (!matters || !hasTypes(node.getSourceFile().fileName)) return {};
  // `client.get<T>(url)`: the type of its document, by the convention of clients.
  const [ofDocument, ...others] = call.typeArguments ?? [];
  const types = new TypeMembers(ctx);
  const member =
    new WrittenTypes(ctx).memberAt(node) ??
    (ofDocument && others.length === 0 ? types.memberOnPath(ofDocument, path) : undefined);
  if (member === undefined || member === 'unseen') return { declared: member ?? 'inferred' };
  const siblings = 'members' in member.parent ? (member.parent.members as ts.NodeArray<ts.Node>) : [];
  const beside = siblings.flatMap((each) => {
    if (!ts.isPropertySignature(each) && !ts.isPropertyDeclaration(each)) return [];
    const name = each.name.getText();
    return successors.has(name) && isAsCertain(each, member, types) ? [name] : [];
  });
  return { declared: placeOf(member.name), ...(beside.length > 0 && { beside }) };
};
