import type { LegacyText, MentionFact, SilenceReason } from '../../../model/index.ts';
import { isInComment, isInOwnComment } from '../syntax/comments.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { tokenAt } from '../syntax/tokens.ts';
import type { Ctx } from '../evaluate/values.ts';
import { mentionReason } from '../syntax/mentions.ts';
import { isRoute } from './server-routes.ts';
import { rawText, wholeExpression } from '../syntax/literals.ts';

/** Matches a text that runs a program, or is a raw HTTP request: a URL in it may well be used. */
const COMMAND = /\b(?:curl|wget|httpie?|xh|Invoke-(?:RestMethod|WebRequest)|fetch)\b|\bHTTP\/\d/;

/** Matches a method and URL in one text, which some clients take: `request('GET /groups')`. */
const METHOD_AND_PATH = /^\s*[A-Z]{3,7} [^\s]+\s*$/;

/** True for prose: words separated by spaces. */
const isProse = (text: string): boolean =>
  /\S\s+\S/.test(text) && !COMMAND.test(text) && !METHOD_AND_PATH.test(text);

/** True where a text joined from several starts with the name of a program: `'curl -u ' + key + ' -X GET https://…'`. */
const isOfCommand = (whole: ts.Node): boolean => {
  const first = firstLiteral(whole);
  return first !== undefined && COMMAND.test(rawText(first));
};

const firstLiteral = (node: ts.Node): ts.StringLiteralLike | ts.TemplateExpression | undefined => {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return node;
  if (ts.isParenthesizedExpression(node)) return firstLiteral(node.expression);
  return ts.isBinaryExpression(node) ? firstLiteral(node.left) : undefined;
};

const literalReason = (
  ctx: Ctx,
  node: ts.StringLiteralLike | ts.TemplateExpression,
): SilenceReason | undefined => {
  const whole = wholeExpression(node);
  const reason = mentionReason(whole);
  if (reason !== undefined) return reason;
  if (isRoute(ctx, whole)) return 'route';
  return isProse(rawText(node)) && !isOfCommand(whole) ? 'prose' : undefined;
};

/** Template that a piece belongs to. */
const templateOf = (token: ts.Node): ts.TemplateExpression | ts.TemplateLiteralTypeNode | undefined => {
  if (ts.isTemplateHead(token)) return token.parent;
  return ts.isTemplateMiddleOrTemplateTail(token) ? token.parent.parent : undefined;
};

/** Reason why the text at an offset is not a URL; `undefined` where it may be one. */
const reasonAt = (ctx: Ctx, file: ts.SourceFile, at: number): SilenceReason | undefined => {
  if (isInOwnComment(file, at)) return 'comment';
  const token = tokenAt(file, at);
  if (ts.isJsxText(token)) return 'prose';
  if (at < token.getStart(file)) return isInComment(file, token, at) ? 'comment' : undefined;
  if (token.kind === ts.SyntaxKind.RegularExpressionLiteral) return 'comparison';
  const written = templateOf(token) ?? token;
  if (ts.isTemplateLiteralTypeNode(written)) return 'type';
  return ts.isStringLiteralLike(written) || ts.isTemplateExpression(written)
    ? literalReason(ctx, written)
    : undefined;
};

/** Texts of a file that look like URLs of the legacy API but are not used as such, with the reason. */
export const mentionFacts = (
  ctx: Ctx,
  file: ts.SourceFile,
  legacyTexts: ((text: string) => readonly LegacyText[]) | undefined,
): readonly MentionFact[] => {
  const texts = legacyTexts?.(file.text) ?? [];
  if (texts.length === 0) return [];
  // Sets the parent of every node.
  nodesOf(file);
  return texts.flatMap(({ span }): readonly MentionFact[] => {
    const by = reasonAt(ctx, file, span.start);
    return by === undefined ? [] : [{ kind: 'mention', file: file.fileName, span, origin: 'authored', by }];
  });
};
