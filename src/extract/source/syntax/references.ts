import { oncePerNode } from './memo.ts';
import { nodesOf } from './nodes.ts';
import { ts } from './tree.ts';
import { declarationOf, type Declaration } from './scope.ts';
import { walk } from './walk.ts';

/** Identifiers used as values, by text: no property names, no keys. */
const identifiersIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, readonly ts.Identifier[]> => {
  nodesOf(file);
  const found = new Map<string, ts.Identifier[]>();
  walk(file, (node) => {
    if (!ts.isIdentifier(node) || isName(node)) return;
    const list = found.get(node.text);
    if (list) list.push(node);
    else found.set(node.text, [node]);
  });
  return found;
});

const isName = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  return ts.isBindingElement(parent) && parent.propertyName === node;
};

type ByDeclaration = ReadonlyMap<Declaration, readonly ts.Identifier[]>;

/** References by binding, resolved for one name at a time. */
const known = oncePerNode<ts.SourceFile, Map<string, ByDeclaration>>(() => new Map());

const byDeclaration = (name: string, file: ts.SourceFile): ByDeclaration => {
  const found = new Map<Declaration, ts.Identifier[]>();
  for (const reference of identifiersIn(file).get(name) ?? []) {
    const declared = declarationOf(name, reference);
    if (!declared) continue;
    const list = found.get(declared);
    if (list) list.push(reference);
    else found.set(declared, [reference]);
  }
  return found;
};

/** References in a file to a declaration, without the declaration itself. */
export const referencesTo = (declared: Declaration, file: ts.SourceFile): readonly ts.Identifier[] => {
  const name = ts.isIdentifier(declared) ? declared.text : declared.name?.text;
  if (name === undefined) return [];
  const own: ts.Node | undefined = ts.isIdentifier(declared) ? declared : declared.name;
  const names = known(file);
  const all = names.get(name) ?? byDeclaration(name, file);
  names.set(name, all);
  return (all.get(declared) ?? []).filter((reference) => reference !== own);
};

/** True where an assignment or `delete` changes an accessed member, or a member of it. */
export const isChanged = (access: ts.Node): boolean => {
  let at = access;
  while (
    (ts.isPropertyAccessExpression(at.parent) || ts.isElementAccessExpression(at.parent)) &&
    at.parent.expression === at
  )
    at = at.parent;
  const { parent } = at;
  const isAssigned =
    ts.isBinaryExpression(parent) &&
    parent.left === at &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssigned || ts.isDeleteExpression(parent);
};
