import { ts } from './parse.ts';
import { declarationOf } from './scope.ts';
import { walk } from './walk.ts';

/** What happens to a variable after its declaration, in source order. */
export type Change =
  | { readonly kind: 'assign'; readonly node: ts.BinaryExpression; readonly path: readonly ts.Node[] }
  | { readonly kind: 'set'; readonly node: ts.CallExpression; readonly path: readonly ts.Node[] }
  | { readonly kind: 'merge'; readonly node: ts.CallExpression; readonly path: readonly ts.Node[] };

const SETTERS = new Set(['set', 'append', 'setHeader']);
const changesByFile = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly Change[]>>();

/** `a.b['c']` → root `a`, path of the written names; `undefined` when a step is computed or the root is no name. */
const accessPath = (node: ts.Expression): { root: ts.Identifier; path: ts.Node[] } | undefined => {
  const path: ts.Node[] = [];
  let at: ts.Expression = node;
  while (!ts.isIdentifier(at)) {
    if (ts.isPropertyAccessExpression(at)) path.unshift(at.name);
    else if (ts.isElementAccessExpression(at)) path.unshift(at.argumentExpression);
    else if (!ts.isNonNullExpression(at) && !ts.isParenthesizedExpression(at) && !ts.isAsExpression(at))
      return undefined;
    at = at.expression;
  }
  return { root: at, path };
};

const changeOf = (node: ts.Node): { root: ts.Identifier; change: Change } | undefined => {
  if (ts.isBinaryExpression(node) && isAssignment(node)) {
    const target = accessPath(node.left as ts.Expression);
    return target && { root: target.root, change: { kind: 'assign', node, path: target.path } };
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (SETTERS.has(name.text) && node.arguments.length === 2) {
    const target = accessPath(expression);
    return target && { root: target.root, change: { kind: 'set', node, path: target.path } };
  }
  const first = node.arguments[0];
  if (name.text !== 'assign' || !first || expression.getText() !== 'Object') return undefined;
  const target = accessPath(first);
  return target && { root: target.root, change: { kind: 'merge', node, path: target.path } };
};

const isAssignment = (node: ts.BinaryExpression): boolean =>
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken ||
  node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken ||
  node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionEqualsToken ||
  node.operatorToken.kind === ts.SyntaxKind.BarBarEqualsToken;

const changesIn = (file: ts.SourceFile): ReadonlyMap<string, readonly Change[]> => {
  const known = changesByFile.get(file);
  if (known) return known;
  const found = new Map<string, Change[]>();
  const visit = (node: ts.Node): boolean | void => {
    const hit = changeOf(node);
    if (hit) (found.get(hit.root.text) ?? found.set(hit.root.text, []).get(hit.root.text)!).push(hit.change);
  };
  walk(file, visit);
  changesByFile.set(file, found);
  return found;
};

const rootOf = (change: Change): ts.Identifier => {
  const expression =
    change.kind === 'assign'
      ? (change.node.left as ts.Expression)
      : change.kind === 'set'
        ? (change.node.expression as ts.PropertyAccessExpression).expression
        : change.node.arguments[0]!;
  return accessPath(expression)!.root;
};

const changesByName = new WeakMap<ts.Identifier, readonly Change[]>();

/** Changes of the variable that `name` declares. */
export const changesOf = (name: ts.Identifier): readonly Change[] => {
  const known = changesByName.get(name);
  if (known) return known;
  const sameName = changesIn(name.getSourceFile()).get(name.text) ?? [];
  const own = sameName.filter((change) => declarationOf(name.text, rootOf(change)) === name);
  changesByName.set(name, own);
  return own;
};

const blockOf = (node: ts.Node): ts.Node | undefined =>
  ts.findAncestor(node.parent, (at) => ts.isBlock(at) || ts.isSourceFile(at));

/** True when the change happens whenever the declaration does: it stands as a statement of the same block. */
export const isUnconditional = (change: Change, name: ts.Identifier): boolean =>
  ts.isExpressionStatement(change.node.parent) &&
  blockOf(change.node) === (blockOfParameter(name) ?? blockOf(name));

const blockOfParameter = (name: ts.Identifier): ts.Node | undefined => {
  const fn = ts.isParameter(name.parent) ? name.parent.parent : undefined;
  return fn && 'body' in fn ? fn.body : undefined;
};

/** `x = …` and `x += …` after the declaration: whether they surely happen, and the new value. */
export const reassignmentsOf = (
  name: ts.Identifier,
): readonly { readonly node: ts.BinaryExpression; readonly appends: boolean; readonly certain: boolean }[] =>
  changesOf(name).flatMap((change) =>
    change.kind === 'assign' && change.path.length === 0
      ? [
          {
            node: change.node,
            appends: change.node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken,
            certain: isUnconditional(change, name),
          },
        ]
      : [],
  );
