import type { Span } from '../../../model/index.ts';

/** String of Groovy; `content` is what stands between its quotes. */
export interface GroovyString {
  readonly span: Span;
  readonly content: Span;
  /** True in double quotes, where `${name}` is an expression. */
  readonly interpolates: boolean;
  readonly isLong: boolean;
}

/** Strings and comments of a Groovy file. */
export interface Groovy {
  readonly strings: readonly GroovyString[];
  readonly comments: readonly Span[];
  /** Text of the file with spaces for comments and the contents of strings. */
  readonly code: string;
}

const HOLE = String.raw`\$\{(?:[^{}]|\{[^{}]*\})*\}`;

/**
 * Comments and strings. One that is not closed ends with its line, or with the file: otherwise each quote in it would be
 * tried as the start of another one, to the end of the file.
 */
const TOKEN = new RegExp(
  [
    String.raw`\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)`,
    String.raw`'''(?:\\[^]|(?!''')[^\\])*(?:'''|\\?$)`,
    String.raw`"""(?:\\[^]|${HOLE}|(?!""")[^\\])*(?:"""|\\?$)`,
    String.raw`'(?:\\[^\r\n]|[^'\\\r\n])*(?:'|\\?(?=[\r\n])|\\?$)`,
    String.raw`"(?:\\[^\r\n]|${HOLE}|[^"\\\r\n])*(?:"|\\?(?=[\r\n])|\\?$)`,
  ].join('|'),
  'g',
);

const blank = (text: string): string => text.replaceAll(/[^\r\n]/g, ' ');

/** Finds the strings and comments of a Groovy file. */
export const groovyIn = (text: string): Groovy => {
  const strings: GroovyString[] = [];
  const comments: Span[] = [];
  const code: string[] = [];
  let done = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length;
    code.push(text.slice(done, index));
    done = end;
    if (token.startsWith('/')) {
      comments.push({ start: index, end });
      code.push(blank(token));
      continue;
    }
    const isLong = /^(?:'''|""")/.test(token) && token.length >= 6;
    const width = isLong ? 3 : 1;
    if (token.length < 2 * width || !token.endsWith(token.slice(0, width))) {
      code.push(token);
      continue;
    }
    const content = { start: index + width, end: end - width };
    strings.push({
      span: { start: index, end },
      content,
      interpolates: token.startsWith('"'),
      isLong,
    });
    code.push(token.slice(0, width), blank(text.slice(content.start, content.end)), token.slice(-width));
  }
  return { strings, comments, code: [...code, text.slice(done)].join('') };
};
