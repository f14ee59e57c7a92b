import type { LegacyText, MentionFact, SilenceReason } from '../../../model/index.ts';
import { isInComment, isInOwnComment } from '../syntax/comments.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { tokenAt } from '../syntax/tokens.ts';
import type { Ctx } from '../evaluate/values.ts';
import { mentionReason } from './mentions.ts';
import { isRoute } from './server-routes.ts';
import { rawText, wholeExpression } from '../syntax/literals.ts';

/** A text that runs a program, or is a request as it goes over the wire: an address in it may well be used. */
const COMMAND = /\b(?:curl|wget|httpie?|xh|Invoke-(?:RestMethod|WebRequest)|fetch)\b|\bHTTP\/\d/;

/** Some clients take method and address in one text: `request('GET /groups')`. */
const METHOD_AND_PATH = /^\s*[A-Z]{3,7} [^\s]+\s*$/;

/** Words of a language, with spaces between them. */
const isProse = (text: string): boolean =>
  /\S\s+\S/.test(text) && !COMMAND.test(text) && !METHOD_AND_PATH.test(text);

const literalReason = (
  ctx: Ctx,
  node: ts.StringLiteralLike | ts.TemplateExpression,
): SilenceReason | undefined => {
  const whole = wholeExpression(node);
  const reason = mentionReason(whole);
  if (reason !== undefined) return reason;
  if (isRoute(ctx, whole)) return 'route';
  return isProse(rawText(node)) ? 'prose' : undefined;
};

/** The template that a piece of it belongs to. */
const templateOf = (token: ts.Node): ts.TemplateExpression | ts.TemplateLiteralTypeNode | undefined => {
  if (ts.isTemplateHead(token)) return token.parent;
  return ts.isTemplateMiddleOrTemplateTail(token) ? token.parent.parent : undefined;
};

/** What stands at an offset, and why it is no address; `undefined` where it may be one. */
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

/** Of the texts in a file that can be addresses of the legacy API, those that are none, and why. */
export const mentionFacts = (
  ctx: Ctx,
  file: ts.SourceFile,
  legacyTexts: ((text: string) => readonly LegacyText[]) | undefined,
): readonly MentionFact[] => {
  const texts = legacyTexts?.(file.text) ?? [];
  if (texts.length === 0) return [];
  // Gives every node its parent.
  nodesOf(file);
  return texts.flatMap(({ span }): readonly MentionFact[] => {
    const by = reasonAt(ctx, file, span.start);
    return by === undefined ? [] : [{ kind: 'mention', file: file.fileName, span, origin: 'authored', by }];
  });
};
