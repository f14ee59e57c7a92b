import type { Text, UrlFact } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import { followsCode } from './test-addresses.ts';
import { isMention } from './mentions.ts';
import { topBy } from '../syntax/climb.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { isRoute } from './server-routes.ts';
import { placeOf } from '../syntax/slots.ts';
import { textOf } from '../evaluate/texts.ts';
import type { Ctx } from '../evaluate/values.ts';

const isWrapper = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node) ||
  ts.isSatisfiesExpression(node);

/** The whole string expression that a literal is a piece of. */
export const wholeExpression = topBy(({ parent }) => {
  if (ts.isTemplateSpan(parent)) return parent.parent;
  const isPiece =
    ts.isTemplateExpression(parent) ||
    isWrapper(parent) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken);
  return isPiece ? parent : undefined;
});

const factOf = (ctx: Ctx, whole: ts.Node, text: Text): UrlFact => {
  const follows = followsCode(ctx, whole);
  const mention = isMention(whole) || (!follows && isRoute(ctx, whole));
  return {
    kind: 'url',
    origin: 'authored',
    text,
    use: mention ? 'mention' : 'value',
    follows,
    ...placeOf(whole),
  };
};

/** The URLs and bases written in a file, one per whole string expression and alternative. */
export const urlFacts = (
  ctx: Ctx,
  file: ts.SourceFile,
  interest: (flat: string) => boolean,
): readonly UrlFact[] => {
  const found: UrlFact[] = [];
  const seen = new Set<ts.Node>();
  for (const node of nodesOf(file).texts) {
    if (!interest(rawText(node))) continue;
    const whole = wholeExpression(node);
    if (seen.has(whole)) continue;
    seen.add(whole);
    for (const val of ctx.evaluate(whole, undefined))
      if (val.kind === 'text' && interest(flatten(val.text))) found.push(factOf(ctx, whole, textOf(val)));
  }
  return found;
};

/** What is written of a literal; a zero character stands for each hole. */
export const rawText = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('\0')
    : node.text;
