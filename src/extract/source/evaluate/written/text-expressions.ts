import { textOfSlot } from '../../../../model/index.ts';
import { loweredFile } from '../../syntax/dialect.ts';
import { fixedText, slotOfString, slotOfTemplatePiece } from '../../syntax/slots.ts';
import { ts } from '../../syntax/tree.ts';
import { asText, concatenate } from '../texts.ts';
import type { Ctx, Env, ListValue, Value } from '../values.ts';

/** Result of an object's `toString`; `undefined` where it has none of its own. */
const writtenBy = (
  ctx: Ctx,
  val: Value,
  node: ts.Node,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const mayHave =
    val.kind === 'instance' || (val.kind === 'object' && val.members.some(({ name }) => name === 'toString'));
  if (!mayHave) return undefined;
  const results = ctx
    .property(val, 'toString', node, false)
    .flatMap((fn) => (fn.kind === 'function' ? ctx.call(fn, undefined, () => undefined, env) : []));
  return results.length > 0 ? results : undefined;
};

/** Values converted to text: an object by its own `toString`. */
export const objectsAsTexts = (
  ctx: Ctx,
  vals: readonly Value[],
  node: ts.Node,
  env: Env | undefined,
): readonly Value[] =>
  vals.every(({ kind }) => kind !== 'instance' && kind !== 'object') || loweredFile(node)
    ? vals
    : vals.flatMap((val) => writtenBy(ctx, val, node, env) ?? [val]);

/** A string literal or a template without holes. */
export const evaluateString = (node: ts.StringLiteralLike): readonly Value[] => {
  const slot = slotOfString(node);
  return [asText({ parts: [{ kind: 'known', slot, from: 0, to: slot.value.length }] }, node)];
};

const pieceOf = (part: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): readonly Value[] => [
  asText(textOfSlot(slotOfTemplatePiece(part)), part),
];

/** `…${x}…`, with a text around each value in it, if any. */
export const evaluateTemplate = (
  ctx: Ctx,
  node: ts.TemplateExpression,
  env: Env | undefined,
  around = '',
): readonly Value[] => {
  const mark = around === '' ? [] : [[asText(fixedText(node, around), node)]];
  const columns = [pieceOf(node.head)];
  for (const span of node.templateSpans) {
    const vals = objectsAsTexts(ctx, ctx.evaluate(span.expression, env), span, env);
    const marks = vals.some(({ kind }) => kind === 'list') ? [] : mark;
    columns.push(...marks, vals, ...marks, pieceOf(span.literal));
  }
  return concatenate(columns, node);
};

/** `a + b + c`, however deep to the left. Numbers are not added: sums are not needed here. */
/** `CURL + [url]` of Python and Ruby: the items of both lists. */
const joinedLists = (values: readonly (readonly Value[])[], node: ts.Node): ListValue | undefined => {
  const lists = values.map(([only, more]) =>
    only?.kind === 'list' && more === undefined ? only : undefined,
  );
  const isText = values.some((vals) => vals.some(({ kind }) => kind === 'text'));
  if (isText || lists.every((list) => list === undefined)) return undefined;
  return {
    kind: 'list',
    node,
    items: lists.flatMap((list) => list?.items ?? []),
    complete: lists.every((list) => list?.complete === true),
  };
};

/** `a + b + c`. */
export const evaluateSum = (ctx: Ctx, node: ts.BinaryExpression, env: Env | undefined): readonly Value[] => {
  const operands: ts.Expression[] = [];
  let left: ts.Expression = node;
  while (ts.isBinaryExpression(left) && left.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    operands.push(left.right);
    left = left.left;
  }
  operands.push(left);
  const values = operands.toReversed().map((operand) => ctx.evaluate(operand, env));
  const list = loweredFile(node) && joinedLists(values, node);
  if (list) return [list];
  return concatenate(
    operands.toReversed().map((operand) => objectsAsTexts(ctx, ctx.evaluate(operand, env), operand, env)),
    node,
  );
};
