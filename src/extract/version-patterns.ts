import type { Span } from '../model/index.ts';
import { HOLE } from '../model/index.ts';

/** Maximum length of a pattern on either side of its version. */
const MAX_LENGTH = 300;
const BEFORE = /[\w./:\\-]*$/;
const BEHIND = /^[^\s"'`#~%]*/;

/** Text of a regular expression, with holes in place of what may be anything. */
export const textOfPattern = (source: string): string =>
  source
    .replaceAll(/\\([/.\-:])/g, (_, plain: string) => (plain === '.' ? '\u0001' : plain))
    .replaceAll(/\[[^\]]*\]|\([^()]*\)|\\\w|[\^$.*+?()|{}\\]+/g, HOLE)
    .replaceAll('\u0001', '.');

/** Version of a path in a text, with its context as a pattern. */
export interface VersionPattern {
  readonly span: Span;
  readonly pattern: string;
  /** True where a slash is adjacent, as in paths. */
  readonly isInPath: boolean;
}

/** Versions that a regular expression matches in a text: `/v1\.0/groups`. */
export const versionPatterns = (text: string, version: RegExp): readonly VersionPattern[] =>
  [...text.matchAll(version)].map(({ 0: found, index }) => {
    const end = index + found.length;
    const before = BEFORE.exec(text.slice(Math.max(0, index - MAX_LENGTH), index))![0];
    const behind = BEHIND.exec(text.slice(end, end + MAX_LENGTH))![0];
    // A literal of Ruby begins with a slash of its own.
    const pattern = `${before.replace(/^\/(?=\\+\/)/, '')}${found.replace(/(?<!\\)\./, String.raw`\.`)}${behind}`;
    return {
      span: { start: index, end },
      pattern: pattern.replaceAll('\\\\', '\\'),
      isInPath: before.endsWith('/') || /^\\{0,2}\//.test(behind),
    };
  });
