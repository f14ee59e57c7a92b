import type { Cst } from '../languages/tree-sitter.ts';

/** Wrapper nodes that are around each operand, with or without an operator. */
const AROUND =
  /^(?:(?:logical|bitwise|comparison|additive|multiplicative|format|range|array_literal|unary)(?:_argument)?_expression|argument_expression|expression_with_unary_operator|string_literal|integer_literal|pipeline|pipeline_chain|while_condition|value)$/;

/** Removes wrapper nodes from a tree: a dozen around each operand. */
export const condensed = (node: Cst): Cst => {
  let at = node;
  let { field } = node;
  while (AROUND.test(at.type) && at.children.length === 1) {
    at = at.children[0]!;
    field ??= at.field;
  }
  const type = at.type.replace('_argument_expression', '_expression');
  return { ...at, type, field, children: at.children.map(condensed) };
};
