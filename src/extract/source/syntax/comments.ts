import type { SuppressionFact } from '../../../model/index.ts';
import { isSuppression, MARKER, suppressionAt } from '../../comments.ts';
import { loweredFile, type LoweredFile } from './dialect.ts';
import { syntaxErrors, ts } from './tree.ts';
import { tokenAt } from './tokens.ts';

/** Comments before a token that contain the marker, ascending; none where the offset is in code or text. */
const commentsFrom = (file: ts.SourceFile, at: number): readonly ts.CommentRange[] => {
  const token = tokenAt(file, at);
  if (ts.isJsxText(token) || at >= token.getStart(file)) return [];
  const around = [
    ...(ts.getTrailingCommentRanges(file.text, token.pos) ?? []),
    ...(ts.getLeadingCommentRanges(file.text, token.pos) ?? []),
  ];
  return around.filter(({ end }) => end > at);
};

/** Span of a comment; in JSX it includes the enclosing braces. */
const withBraces = (file: ts.SourceFile, { pos, end }: { pos: number; end: number }) => {
  const token = tokenAt(file, pos);
  const { parent } = token;
  const alone = parent !== undefined && ts.isJsxExpression(parent) && parent.expression === undefined;
  return alone ? { pos: parent.getStart(file), end: parent.end } : { pos, end };
};

/** Suppressions among the comments of a file of another language. */
const suppressionsIn = (file: ts.SourceFile, { comments }: LoweredFile): readonly SuppressionFact[] => {
  const { text, fileName: path } = file;
  const source = { path, text, form: 'typescript', origin: 'authored' } as const;
  return comments
    .filter(({ start, end }) => isSuppression(text.slice(start, end)))
    .map(({ start, end }) => ({
      ...suppressionAt(source, start, end),
      parses: syntaxErrors(file).length === 0,
    }));
};

/** Suppression comments of a file. */
export const suppressionFacts = (file: ts.SourceFile): readonly SuppressionFact[] => {
  const { text, fileName: path } = file;
  const lowered = loweredFile(file);
  if (lowered) return suppressionsIn(file, lowered);
  const found = new Map<number, SuppressionFact>();
  const source = { path, text, form: 'typescript', origin: 'authored' } as const;
  let past = 0;
  for (let at = text.indexOf(MARKER); at !== -1; at = text.indexOf(MARKER, Math.max(past, at + 1))) {
    // All comments at a position at once: a thousand of them are not read a thousand times.
    for (const comment of commentsFrom(file, at)) {
      past = Math.max(past, comment.end);
      if (!isSuppression(text.slice(comment.pos, comment.end))) continue;
      const fact = suppressionAt(source, comment.pos, comment.end);
      const { pos, end } = withBraces(file, comment);
      found.set(pos, { ...fact, span: { start: pos, end }, parses: syntaxErrors(file).length === 0 });
    }
  }
  return [...found.values()];
};

/** True where the offset is in a comment of another language than TypeScript or JavaScript. */
export const isInOwnComment = (file: ts.SourceFile, at: number): boolean =>
  loweredFile(file)?.comments.some(({ start, end }) => start <= at && at < end) ?? false;

/** True where the offset, before a token, is in a comment. */
export const isInComment = (file: ts.SourceFile, token: ts.Node, at: number): boolean =>
  [
    ...(ts.getTrailingCommentRanges(file.text, token.pos) ?? []),
    ...(ts.getLeadingCommentRanges(file.text, token.pos) ?? []),
  ].some(({ pos, end }) => pos <= at && at < end);
