import { ts } from '../syntax/tree.ts';
import { placed } from './builders.ts';
import type { Span } from '../../../model/index.ts';

// Builders for types of the common syntax tree.

const { factory } = ts;

/** Type of a package: `http.Client`. */
export const typeOfPackage = (owner: ts.Identifier, name: ts.Identifier, span: Span): ts.TypeReferenceNode =>
  placed(factory.createTypeReferenceNode(placed(factory.createQualifiedName(owner, name), span)), span);

export const arrayType = (item: ts.TypeNode, span: Span): ts.ArrayTypeNode =>
  placed(factory.createArrayTypeNode(item), span);

/** Property that a type declares. */
export const propertyDeclared = (
  name: ts.PropertyName,
  type: ts.TypeNode | undefined,
  span: Span,
): ts.PropertySignature => placed(factory.createPropertySignature(undefined, name, undefined, type), span);

export const interfaceNamed = (
  name: ts.Identifier,
  members: readonly ts.TypeElement[],
  span: Span,
): ts.InterfaceDeclaration =>
  placed(factory.createInterfaceDeclaration(undefined, name, undefined, undefined, members), span);
