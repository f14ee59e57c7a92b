import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from './tree-sitter.ts';
import { binary, conditional, opaque } from './builders.ts';

/** Lowers a node of a tree-sitter grammar to an expression of the common syntax tree. */
export type ExpressionRule<C> = (ctx: C, node: Cst) => ts.Expression;

interface LowersExpressions {
  expression(node: Cst): ts.Expression;
}

/** Lowers the child in a field: of an `if` its `condition`. */
export const part = (ctx: LowersExpressions, node: Cst, field: string): ts.Expression => {
  const child = childIn(node, field);
  return child ? ctx.expression(child) : opaque(node);
};

/** `a ? b : c`, for grammars whose fields are `condition`, `consequence` and `alternative`. */
export const ternary: ExpressionRule<LowersExpressions> = (ctx, node) =>
  conditional(
    part(ctx, node, 'condition'),
    part(ctx, node, 'consequence'),
    part(ctx, node, 'alternative'),
    node,
  );

/**
 * Rules that all grammars share. `isValue` separates values from types, modifiers and comments among the
 * named children.
 */
export const expressionRules = <C extends LowersExpressions>(
  isValue: (node: Cst) => boolean = () => true,
) => {
  type Rule = ExpressionRule<C>;

  const inner = (ctx: C, node: Cst): readonly ts.Expression[] =>
    namedIn(node)
      .filter(isValue)
      .map((child) => ctx.expression(child));

  const unseen: Rule = (ctx, node) => opaque(node, inner(ctx, node));

  const first: Rule = (ctx, node) => inner(ctx, node)[0] ?? opaque(node);
  const last: Rule = (ctx, node) => inner(ctx, node).at(-1) ?? opaque(node);

  /** Lowers the only child; a node with more than one is opaque. */
  const sole: Rule = (ctx, node) => {
    const [child, ...others] = namedIn(node);
    return child && others.length === 0 ? ctx.expression(child) : unseen(ctx, node);
  };

  /** Lowers `a + b` by the kind of its operator, for grammars whose fields are `left`, `operator` and `right`. */
  const binaryBy =
    (kinds: Readonly<Record<string, ts.BinaryOperator>>): Rule =>
    (ctx, node) => {
      const kind = kinds[childIn(node, 'operator')?.type ?? ''];
      if (kind === undefined) return unseen(ctx, node);
      return binary(part(ctx, node, 'left'), kind, part(ctx, node, 'right'), node);
    };

  /** Dispatches to the rule for a node's type; nodes without a rule are opaque. */
  const byType =
    (rules: Readonly<Record<string, Rule>>): Rule =>
    (ctx, node) =>
      (Object.hasOwn(rules, node.type) ? rules[node.type]! : unseen)(ctx, node);

  return { inner, unseen, first, last, sole, binaryBy, byType };
};
