import type { ts } from '../syntax/tree.ts';
import { documentAs, documentOfText } from '../managed/documents.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';

/** Functions of mappers that fill the class of their type argument. */
const FILLS = /(?:^|\.)(?:readValue|decodeFromString|fromJson)$/;

const hasOperator = (node: Cst, operator: string): boolean =>
  node.type === 'binary_expression' && node.children.some(({ type }) => type === operator);

/** `mapper.readValue<Cluster>(text)`, which the grammar takes for two comparisons. */
export const filledByMapper = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const [compared, given] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!compared || given?.type !== 'parenthesized_expression' || !hasOperator(node, '>')) return undefined;
  const [called, type] = [childIn(compared, 'left'), childIn(compared, 'right')];
  const [text] = namedIn(given);
  if (!hasOperator(compared, '<') || !called || !type || !text || !FILLS.test(textIn(ctx, called)))
    return undefined;
  return documentAs(ctx, textIn(ctx, type), documentOfText(ctx.expression(text), node));
};
