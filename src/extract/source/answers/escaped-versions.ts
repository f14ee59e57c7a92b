import type { Span } from '../../../model/index.ts';
import { HOLE } from '../../../model/index.ts';
import { isInOwnComment } from '../syntax/comments.ts';
import { ts } from '../syntax/tree.ts';
import { tokenAt } from '../syntax/tokens.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { searchesWith } from './searches.ts';
import { isOfOwnServer } from './server-handlers.ts';
import { wholeExpression } from '../syntax/literals.ts';

/** A version whose dot is escaped: `v1\.0`, and `v1\\.0` of a text in quotes. */
const ESCAPED = /(?<![\w.])v\d+\\{1,2}\.\d+(?![\w.])/g;
/** More of a pattern on either side of its version says no more. */
const LONGEST = 300;
const BEFORE = /[\w./:\\-]*$/;
const BEHIND = /^[^\s"'`#~%]*/;

/** The text that a regular expression is made of, holes in place of what may be anything. */
export const textOfPattern = (source: string): string =>
  source
    .replaceAll(/\\([/.\-:])/g, (_, plain: string) => (plain === '.' ? '\u0001' : plain))
    .replaceAll(/\[[^\]]*\]|\([^()]*\)|\\\w|[\^$.*+?()|{}\\]+/g, HOLE)
    .replaceAll('\u0001', '.');

/** True for what is searched for in the requests that an own server gets, and for comments. */
const isElsewhere = (file: ts.SourceFile, at: number): boolean => {
  if (isInOwnComment(file, at)) return true;
  const token = tokenAt(file, at);
  if (!loweredFile(file) && at < token.getStart(file)) return true;
  const subject = ts.isStringLiteralLike(token) ? searchesWith(wholeExpression(token))?.subject : undefined;
  return subject !== undefined && isOfOwnServer(subject);
};

/** Patterns of a file that hold a version beside a slash, in whatever way its language writes them. */
export const escapedVersions = (
  file: ts.SourceFile,
): readonly { readonly span: Span; readonly pattern: string }[] =>
  [...file.text.matchAll(ESCAPED)].flatMap(({ 0: version, index }) => {
    const end = index + version.length;
    const before = BEFORE.exec(file.text.slice(Math.max(0, index - LONGEST), index))![0];
    const behind = BEHIND.exec(file.text.slice(end, end + LONGEST))![0];
    if (!before.endsWith('/') && !/^\\{0,2}\//.test(behind)) return [];
    if (isElsewhere(file, index)) return [];
    // A literal of Ruby begins with a slash of its own.
    const pattern = `${before.replace(/^\/(?=\\+\/)/, '')}${version}${behind}`.replaceAll('\\\\', '\\');
    return [{ span: { start: index, end }, pattern }];
  });
