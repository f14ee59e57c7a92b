import { isInOwnComment } from '../syntax/comments.ts';
import { ts } from '../syntax/tree.ts';
import { tokenAt } from '../syntax/tokens.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { searchesWith } from './searches.ts';
import { isOfOwnServer } from './server-handlers.ts';
import { wholeExpression } from '../syntax/literals.ts';
import { type VersionPattern, versionPatterns } from '../../version-patterns.ts';

/** Matches a version whose dot is escaped: `v1\.0`, and `v1\\.0` of a quoted text. */
const ESCAPED = /(?<![\w.])v\d+\\{1,2}\.\d+(?![\w.])/g;

/** True for text searched in requests to the program's own server, and for comments. */
const isElsewhere = (file: ts.SourceFile, at: number): boolean => {
  if (isInOwnComment(file, at)) return true;
  const token = tokenAt(file, at);
  if (!loweredFile(file) && at < token.getStart(file)) return true;
  const subject = ts.isStringLiteralLike(token) ? searchesWith(wholeExpression(token))?.subject : undefined;
  return subject !== undefined && isOfOwnServer(subject);
};

/** Patterns of a file that contain a version beside a slash, in any spelling of its language. */
export const escapedVersions = (file: ts.SourceFile): readonly VersionPattern[] =>
  versionPatterns(file.text, ESCAPED).filter(
    ({ span, isInPath }) => isInPath && !isElsewhere(file, span.start),
  );
