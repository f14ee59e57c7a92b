import type { DeclarationFact, Member, PayloadFact, Tree } from '../../../model/index.ts';
import { isJsonSchema, schemaTree } from './json-schemas.ts';
import { writtenName } from '../syntax/member-names.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf, slotOfName } from '../syntax/slots.ts';
import { fieldsSet, setMember } from './fields-set.ts';
import { isOfTest } from '../test-code/mock-responses.ts';
import { lastNameOf } from '../requests/test-addresses.ts';
import { treeOfExpression } from '../requests/trees.ts';
import { VALIDATORS, validatorTree } from '../evaluate/validators.ts';
import type { Ctx } from '../evaluate/values.ts';
import { some, walk } from '../syntax/walk.ts';
import { TypeMembers } from '../types/type-members.ts';

const holds = (root: ts.Node, names: ReadonlySet<string>): boolean =>
  some(root, (node) => {
    const name =
      (ts.isObjectLiteralElementLike(node) ||
        ts.isPropertySignature(node) ||
        ts.isPropertyDeclaration(node)) &&
      node.name;
    return Boolean(name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && names.has(name.text));
  });

const membersOf = (node: ts.Node): ts.NodeArray<ts.TypeElement | ts.ClassElement> | undefined => {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) return node.members;
  return ts.isClassLike(node) ? node.members : undefined;
};

/** True when a type declares one of the names, directly or in a nested type. */
const declares = (node: ts.Node, names: ReadonlySet<string>): boolean =>
  fieldsSet(node).some(({ name }) => names.has(name.text)) ||
  (membersOf(node) ?? []).some((member) => {
    if (!(ts.isPropertySignature(member) || ts.isPropertyDeclaration(member))) return false;
    const name = ts.isIdentifier(member.name) || ts.isStringLiteralLike(member.name) ? member.name.text : '';
    const inner = literalIn(member.type);
    return names.has(name) || (inner !== undefined && declares(inner, names));
  });

/** Type literal in `T`, `T[]`, `Array<T>`, `T | null`, `Partial<T>`. */
const literalIn = (type: ts.TypeNode | undefined): ts.Node | undefined => {
  if (!type || ts.isTypeLiteralNode(type)) return type;
  if (ts.isArrayTypeNode(type)) return literalIn(type.elementType);
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
    return type.types.map(literalIn).find((found) => found !== undefined);
  return ts.isTypeReferenceNode(type)
    ? type.typeArguments?.map(literalIn).find((found) => found !== undefined)
    : undefined;
};

/** Maximum depth of nested types. */
const MAX_DEPTH = 5;

interface Stated {
  readonly types: TypeMembers;
  /** Properties whose types are followed to other declarations. */
  readonly names: ReadonlySet<string>;
  /** Enclosing types: a recursive one is not followed again. */
  readonly above: readonly ts.Node[];
}

const shapeIn = (
  { name, type }: ts.PropertySignature | ts.PropertyDeclaration,
  { types, names, above }: Stated,
): ts.Node | undefined => {
  const followed = ts.isIdentifier(name) && names.has(name.text) && type && types.shapeOf(type);
  const shape = literalIn(type) ?? (followed || undefined);
  return shape && above.length < MAX_DEPTH && !above.includes(shape) ? shape : undefined;
};

const isList = (type: ts.TypeNode): boolean =>
  ts.isArrayTypeNode(type) ||
  (ts.isTypeReferenceNode(type) && /^(?:Readonly)?Array$/.test(type.typeName.getText()));

const declaredMember = (member: ts.TypeElement | ts.ClassElement, stated: Stated): Member[] => {
  if (!(ts.isPropertySignature(member) || ts.isPropertyDeclaration(member))) return [];
  const inner = shapeIn(member, stated);
  const list = member.type && isList(member.type);
  const value: Tree = inner
    ? typeTree(inner, stated)
    : { kind: 'opaque', ...placeOf(member.type ?? member), pure: true };
  const wrapped: Tree =
    list && inner ? { kind: 'list', ...placeOf(member.type), items: [value], complete: true } : value;
  return [
    {
      key: slotOfName(member.name),
      value: wrapped,
      place: placeOf(member),
      removal: undefined,
      certain: member.questionToken === undefined,
    },
  ];
};

const typeTree = (node: ts.Node, stated: Stated): Tree => ({
  kind: 'object',
  ...placeOf(node),
  members: [
    ...(membersOf(node) ?? []).flatMap((member) =>
      declaredMember(member, { ...stated, above: [...stated.above, node] }),
    ),
    ...fieldsSet(node).map(setMember),
  ],
  complete: true,
  gap: undefined,
});

/** Package that a callee belongs to. */
const packageOf = (ctx: Ctx, callee: ts.Expression): string | undefined => {
  const val = ctx.evaluate(callee, undefined)[0];
  return val?.kind === 'external' ? val.module : undefined;
};

const isClient = (ctx: Ctx, callee: ts.Expression): boolean => {
  const owner = packageOf(ctx, callee);
  return owner !== undefined && owner !== '' && ctx.clients.rowsOf(owner).length > 0;
};

/** Package of the outermost call around a literal, if it sends nothing: `z.object({ … })` belongs to zod. */
const calleePackage = (ctx: Ctx, node: ts.Node): string | undefined => {
  const { parent } = node;
  const isArgument =
    (ts.isCallExpression(parent) || ts.isNewExpression(parent)) &&
    parent.arguments?.includes(node as ts.Expression);
  return isArgument && !isClient(ctx, parent.expression) ? packageOf(ctx, parent.expression) : undefined;
};

/** The members of `t.partial({ … })` may be absent. */
const validatorOf = (node: ts.ObjectLiteralExpression, owner: string): Tree => {
  const call = node.parent;
  const isWhole = ts.isCallExpression(call) && call.arguments.length === 1;
  return isWhole ? validatorTree(call, owner) : validatorTree(node, owner);
};

/** Shape that a literal declares as a JSON Schema, or as an argument of a validator's package. */
const statedTree = (node: ts.ObjectLiteralExpression, owner: string | undefined): Tree | undefined => {
  if (isJsonSchema(node)) return schemaTree(node);
  return owner !== undefined && VALIDATORS.test(owner) ? validatorOf(node, owner) : undefined;
};

/** Names under which a client takes a body. */
const BODIES = /^(?:body|content|data|json|payload)$/;

const isSending = (ctx: Ctx, { expression: callee }: ts.CallExpression): boolean =>
  ctx.clients.sendingNames.has(lastNameOf(callee)) || isClient(ctx, callee);

/** True for the arguments of a sending call that contain a body: `{ method: 'POST', body: … }`, `json={…}`. */
const holdsBody = (ctx: Ctx, node: ts.Node): boolean =>
  ts.isObjectLiteralExpression(node) &&
  ts.isCallExpression(node.parent) &&
  node.properties.some((property) => BODIES.test(writtenName(property) ?? '')) &&
  isSending(ctx, node.parent);

const isInsideLiteral = (ctx: Ctx, { parent }: ts.Node): boolean => {
  const member = ts.isArrayLiteralExpression(parent) ? parent.parent : parent;
  return ts.isPropertyAssignment(member) && !holdsBody(ctx, member.parent);
};

/** Type declaration with a property of interest. */
const declarationOf = (ctx: Ctx, node: ts.Node, names: ReadonlySet<string>): DeclarationFact => {
  const named = ts.isTypeLiteralNode(node) ? node.parent : node;
  const name = 'name' in named && named.name ? (named.name as ts.Node).getText() : undefined;
  return {
    kind: 'declaration',
    origin: 'authored',
    name,
    tree: typeTree(node, { types: new TypeMembers(ctx), names, above: [] }),
    used: false,
    isType: true,
    ...placeOf(node),
  };
};

/** True when a property of interest gets a value that is read from a response. */
const copies = (ctx: Ctx, node: ts.Node, names: ReadonlySet<string>): boolean =>
  some(
    node,
    (inner) =>
      ts.isPropertyAssignment(inner) &&
      names.has(writtenName(inner) ?? '') &&
      ctx.evaluate(inner.initializer, undefined).some((val) => val.kind === 'response'),
  );

/**
 * Types, validators and object literals of a file that contain a property of interest. Literals passed to
 * other packages (infrastructure as code) are excluded. Whether types are used and literals are sent depends
 * on all files together.
 */
export const shapeFacts = (
  ctx: Ctx,
  file: ts.SourceFile,
  names: ReadonlySet<string>,
): readonly (DeclarationFact | PayloadFact)[] => {
  const found: (DeclarationFact | PayloadFact)[] = [];
  const visit = (node: ts.Node): boolean | void => {
    if (declares(node, names)) {
      found.push(declarationOf(ctx, node, names));
      if (!ts.isClassLike(node)) return false;
    }
    if (holdsBody(ctx, node)) return;
    if (ts.isObjectLiteralExpression(node) && !isInsideLiteral(ctx, node) && holds(node, names)) {
      const owner = calleePackage(ctx, node);
      const tree = statedTree(node, owner);
      if (tree)
        found.push({
          kind: 'declaration',
          origin: 'authored',
          name: undefined,
          tree,
          used: false,
          isType: false,
          ...placeOf(node),
        });
      else if (!owner)
        found.push({
          kind: 'payload',
          origin: 'authored',
          tree: treeOfExpression(ctx, node, undefined),
          operation: undefined,
          ...(isOfTest(ctx, node) ? { usedAs: 'test' } : copies(ctx, node, names) && { usedAs: 'view' }),
          ...placeOf(node),
        });
      return false;
    }
  };
  walk(file, visit);
  return found;
};
