import { ts } from './tree.ts';

/** `==`, `===`, `!=`, `!==`. */
export const EQUALITY: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** Equality, and `in`. */
export const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([...EQUALITY, ts.SyntaxKind.InKeyword]);

/** Operators whose right operand is evaluated under a condition: `&&`, `||`, `??`, and their assignments. */
export const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);
