import { ts } from '../syntax/tree.ts';

// Operators of the common syntax tree by meaning.

export const PLUS = ts.SyntaxKind.PlusToken;
export const REMAINDER = ts.SyntaxKind.PercentToken;
export const UNION = ts.SyntaxKind.BarToken;
export const AND = ts.SyntaxKind.AmpersandAmpersandToken;
export const OR = ts.SyntaxKind.BarBarToken;
export const OR_ABSENT = ts.SyntaxKind.QuestionQuestionToken;
export const ASSIGN = ts.SyntaxKind.EqualsToken;
export const OR_ABSENT_ASSIGN = ts.SyntaxKind.QuestionQuestionEqualsToken;
export const ADD = ts.SyntaxKind.PlusEqualsToken;
export const EQUALS = ts.SyntaxKind.EqualsEqualsEqualsToken;
export const DIFFERS = ts.SyntaxKind.ExclamationEqualsEqualsToken;
export const HAS = ts.SyntaxKind.InKeyword;

/** Operators whose result is never a string: comparisons and arithmetic. */
export const CALCULATES: Readonly<Record<string, ts.BinaryOperator>> = {
  '<': ts.SyntaxKind.LessThanToken,
  '>': ts.SyntaxKind.GreaterThanToken,
  '<=': ts.SyntaxKind.LessThanEqualsToken,
  '>=': ts.SyntaxKind.GreaterThanEqualsToken,
  '-': ts.SyntaxKind.MinusToken,
  '*': ts.SyntaxKind.AsteriskToken,
  '/': ts.SyntaxKind.SlashToken,
  '//': ts.SyntaxKind.SlashToken,
  '&': ts.SyntaxKind.AmpersandToken,
  '^': ts.SyntaxKind.CaretToken,
  '<<': ts.SyntaxKind.LessThanLessThanToken,
  '>>': ts.SyntaxKind.GreaterThanGreaterThanToken,
  '**': ts.SyntaxKind.AsteriskAsteriskToken,
};
