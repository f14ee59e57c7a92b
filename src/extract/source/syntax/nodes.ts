import { oncePerNode } from './memo.ts';
import { ts } from './tree.ts';
import { depthBelow } from './depth.ts';
import { walkDown } from './walk.ts';

/** Nodes of a file by kind for whole-file queries, each list in source order. */
export interface Nodes {
  readonly calls: readonly (ts.CallExpression | ts.NewExpression)[];
  readonly classes: readonly ts.ClassLikeDeclaration[];
  readonly methods: readonly ts.MethodDeclaration[];
  /** Nodes that may hold a named function: methods, properties of literals and classes. */
  readonly members: readonly (
    | ts.MethodDeclaration
    | ts.GetAccessorDeclaration
    | ts.PropertyDeclaration
    | ts.PropertyAssignment
    | ts.ShorthandPropertyAssignment
  )[];
  /** Nodes that may change a variable: assignments and other binary operations, calls and `delete`. */
  readonly changing: readonly (ts.BinaryExpression | ts.CallExpression | ts.DeleteExpression)[];
  readonly variables: readonly ts.VariableDeclaration[];
  /** String literals and templates. */
  readonly texts: readonly (ts.StringLiteralLike | ts.TemplateExpression)[];
  /** Regular expressions: `/v1\.0/`. */
  readonly patterns: readonly ts.RegularExpressionLiteral[];
  /** Property reads: `a.b`, `a[b]`, `{ b }` of a pattern. */
  readonly accesses: readonly (
    | ts.PropertyAccessExpression
    | ts.ElementAccessExpression
    | ts.BindingElement
  )[];
}

type Lists = { -readonly [List in keyof Nodes]: Nodes[List][number][] };

const LISTS = new Map<ts.SyntaxKind, readonly (keyof Nodes)[]>([
  [ts.SyntaxKind.CallExpression, ['calls', 'changing']],
  [ts.SyntaxKind.BinaryExpression, ['changing']],
  [ts.SyntaxKind.DeleteExpression, ['changing']],
  [ts.SyntaxKind.NewExpression, ['calls']],
  [ts.SyntaxKind.VariableDeclaration, ['variables']],
  [ts.SyntaxKind.ClassDeclaration, ['classes']],
  [ts.SyntaxKind.ClassExpression, ['classes']],
  [ts.SyntaxKind.MethodDeclaration, ['methods', 'members']],
  [ts.SyntaxKind.GetAccessor, ['members']],
  [ts.SyntaxKind.PropertyDeclaration, ['members']],
  [ts.SyntaxKind.PropertyAssignment, ['members']],
  [ts.SyntaxKind.ShorthandPropertyAssignment, ['members']],
  [ts.SyntaxKind.StringLiteral, ['texts']],
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral, ['texts']],
  [ts.SyntaxKind.TemplateExpression, ['texts']],
  [ts.SyntaxKind.RegularExpressionLiteral, ['patterns']],
  [ts.SyntaxKind.PropertyAccessExpression, ['accesses']],
  [ts.SyntaxKind.ElementAccessExpression, ['accesses']],
  [ts.SyntaxKind.BindingElement, ['accesses']],
]);

/** Sets the parent of every node, which the parser would do in a separate walk, and fills the lists. Throws TooMuch. */
const collect = (file: ts.SourceFile): Lists => {
  const lists: Lists = {
    calls: [],
    classes: [],
    methods: [],
    members: [],
    changing: [],
    variables: [],
    texts: [],
    patterns: [],
    accesses: [],
  };
  const visit = (node: ts.Node): void => {
    for (const list of LISTS.get(node.kind) ?? []) (lists[list] as ts.Node[]).push(node);
  };
  walkDown(file, visit, (child, parent, depth) => {
    (child as { parent: ts.Node }).parent = parent;
    return depthBelow(child, parent, depth);
  });
  return lists;
};

/** Nodes of a file by kind; the first call sets the parents of all its nodes. */
export const nodesOf = oncePerNode<ts.SourceFile, Nodes>(collect);
