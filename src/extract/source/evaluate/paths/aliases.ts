import { dialectOf, isCopy, isReference, loweredFile } from '../../syntax/dialect.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { declarationOf } from '../../syntax/scope.ts';
import { ts } from '../../syntax/tree.ts';
import { type AccessPath, accessPath } from './access-paths.ts';

/** Variable for an object that another variable holds, or a member of it: `const h = options.headers`. */
export interface Alias {
  readonly name: ts.Identifier;
  /** Path from the other variable. */
  readonly path: readonly ts.Node[];
}

/** Operators whose result is their left operand where that is present: `headers || {}`. */
const FALLBACKS = new Set([ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]);
/** Methods of dictionaries that return the member itself. */
const TAKES = /^(?:get|fetch|setdefault)$/;

/** `options.get("headers", {})`: the member. */
const taken = ({ expression: callee, arguments: [key] }: ts.CallExpression): AccessPath | undefined => {
  if (!key || !loweredFile(callee) || !ts.isPropertyAccessExpression(callee)) return undefined;
  const owner = TAKES.test(callee.name.text) ? heldBy(callee.expression) : undefined;
  return owner && { ...owner, path: [...owner.path, key] };
};

/** Path to the object that an expression evaluates to, where it is one that a variable holds. */
const heldBy = (node: ts.Expression): AccessPath | undefined => {
  if (isCopy(node)) return undefined;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return heldBy(node.expression);
  if (ts.isBinaryExpression(node) && FALLBACKS.has(node.operatorToken.kind)) return heldBy(node.left);
  return ts.isCallExpression(node) ? taken(node) : accessPath(node);
};

/** True where the language copies what is assigned, except by reference: PHP's arrays, Go's structs. */
const isCopied = (value: ts.Expression, { path }: AccessPath): boolean => {
  const { copies } = dialectOf(value);
  if (copies === undefined || isReference(value)) return false;
  return copies === 'values' || path.length === 0;
};

interface Bound {
  readonly root: ts.Identifier;
  readonly alias: Alias;
}

const boundIn = ({ name, initializer }: ts.VariableDeclaration): readonly Bound[] => {
  const held = initializer && heldBy(initializer);
  if (!held || isCopied(initializer, held)) return [];
  const { root, path } = held;
  if (ts.isIdentifier(name)) return [{ root, alias: { name, path } }];
  if (!ts.isObjectBindingPattern(name)) return [];
  return name.elements.flatMap((element) =>
    ts.isIdentifier(element.name) && !element.dotDotDotToken
      ? [{ root, alias: { name: element.name, path: [...path, element.propertyName ?? element.name] } }]
      : [],
  );
};

const aliasesIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, readonly Bound[]> => {
  const found = new Map<string, Bound[]>();
  for (const bound of nodesOf(file).variables.flatMap(boundIn)) {
    const list = found.get(bound.root.text);
    if (list) list.push(bound);
    else found.set(bound.root.text, [bound]);
  }
  return found;
});

/** Variables declared later for the object in the variable `name`, or for a member of it. */
export const aliasesOf = (name: ts.Identifier): readonly Alias[] =>
  (aliasesIn(name.getSourceFile()).get(name.text) ?? []).flatMap(({ root, alias }) =>
    alias.name.pos > name.pos && declarationOf(name.text, root) === name ? [alias] : [],
  );
