import type { Export } from './export-table.ts';
import { ts } from './tree.ts';

/** Export table under construction. */
export interface ExportTableDraft {
  readonly named: Map<string, Export>;
  readonly stars: string[];
  whole: ts.Expression | undefined;
}

/** `module.exports`. */
export const isModuleExports = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === 'exports' &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'module';

const isExports = (node: ts.Expression): boolean =>
  isModuleExports(node) || (ts.isIdentifier(node) && node.text === 'exports');

/** `exports.x = …`, `module.exports = …`, `exports = …`, also chained. */
export const addAssignment = (draft: ExportTableDraft, { left, right }: ts.BinaryExpression): void => {
  if (ts.isPropertyAccessExpression(left) && isExports(left.expression) && !isModuleExports(left))
    draft.named.set(left.name.text, { kind: 'node', node: right });
  // App Services functions are written `exports = async function …`.
  else if (isExports(left)) draft.whole = right;
  if (ts.isBinaryExpression(right) && right.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    addAssignment(draft, right);
    if (isExports(left)) draft.whole = innermostRight(right);
  }
};

const innermostRight = (node: ts.BinaryExpression): ts.Expression =>
  ts.isBinaryExpression(node.right) && node.right.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? innermostRight(node.right)
    : node.right;
