import type { SuppressionFact } from '../../model/index.ts';
import { isSuppression, MARKER, suppressionAt } from '../comments.ts';
import { syntaxErrors, ts } from './parse.ts';

/** The token whose text or leading trivia holds the offset. */
const tokenAt = (file: ts.SourceFile, at: number): ts.Node => {
  let node: ts.Node = file;
  for (;;) {
    const child: ts.Node | undefined = node.getChildren(file).find(({ pos, end }) => pos <= at && at < end);
    if (child === undefined) return node;
    node = child;
  }
};

/** The comment around an offset; `undefined` where the offset lies in code or text. */
const commentAt = (file: ts.SourceFile, at: number): { pos: number; end: number } | undefined => {
  const token = tokenAt(file, at);
  if (ts.isJsxText(token) || at >= token.getStart(file)) return undefined;
  const around = [
    ...(ts.getLeadingCommentRanges(file.text, token.pos) ?? []),
    ...(ts.getTrailingCommentRanges(file.text, token.pos) ?? []),
  ];
  return around.find(({ pos, end }) => pos <= at && at < end);
};

/** In JSX a comment stands in braces of its own, which go with it. */
const withBraces = (file: ts.SourceFile, { pos, end }: { pos: number; end: number }) => {
  const token = tokenAt(file, pos);
  const { parent } = token;
  const alone = parent !== undefined && ts.isJsxExpression(parent) && parent.expression === undefined;
  return alone ? { pos: parent.getStart(file), end: parent.end } : { pos, end };
};

/** The comments of a file that ask the rules for silence. */
export const suppressionFacts = (file: ts.SourceFile): readonly SuppressionFact[] => {
  const { text, fileName: path } = file;
  const found = new Map<number, SuppressionFact>();
  for (let at = text.indexOf(MARKER); at !== -1; at = text.indexOf(MARKER, at + 1)) {
    const comment = commentAt(file, at);
    if (comment === undefined || !isSuppression(text.slice(comment.pos, comment.end))) continue;
    const source = { path, text, form: 'typescript', origin: 'authored' } as const;
    const fact = suppressionAt(source, comment.pos, comment.end);
    const { pos, end } = withBraces(file, comment);
    found.set(pos, { ...fact, span: { start: pos, end }, parses: syntaxErrors(file).length === 0 });
  }
  return [...found.values()];
};
