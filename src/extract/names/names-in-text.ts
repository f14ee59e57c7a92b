import type { NameFact } from '../../model/index.ts';
import { lineStart } from '../lines.ts';

/** More places than this of one file say no more. */
const MOST_PLACES = 50;

/** A description of an API, or what a recorder, a linter or a lock of packages wrote. */
const DESCRIPTION = /"?(?:openapi|swagger|asyncapi|lockfileVersion|creator)"?\s*:/;
/** Deeper indented comments are taken for code. */
const INDENT = 200;
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|;|<!--|%|rem\b)/i;

/** What stands behind a name that is given a value here: a key, an assignment. */
const GIVEN = /^\\?["'`]?\s*(?::(?!:)|=>|=(?!=|~))/;
/** A key of a pattern that is compared: `case {"name": str(uri)}`. */
const IN_PATTERN = /^\s*case\s*[{([]/;
/** What stands before a name that is taken from something: `.name`, `['name']`, `"name"`, `{name`. */
const TAKEN = /[.[{("'`]\s*$|->\s*$/;

/** What a line has before a comment behind code: no quote is open there. */
const CODE_THEN_COMMENT =
  /^(?:[^"'`#/]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\/(?!\/)|\S#)*\s(?:#|\/\/)\s/;

/** Scripts of a shell, in which a bare word is a text: `for field in name srvAddress`. */
const SHELL = /\.(?:sh|bash|zsh|ksh)$|(?:^|\/)[^./]+$/;
const WORD_IN_SHELL = /[\s=*|:,-]$/;

const isRead = (text: string, start: number, end: number, isShell: boolean): boolean => {
  const before = text.slice(Math.max(0, start - 20), start).replace(/^[^]*[\r\n]/, '');
  const line = lineStart(text, start);
  const isKey = IN_PATTERN.test(text.slice(Math.max(line, start - INDENT), start));
  const isTaken = TAKEN.test(before) || (isShell && WORD_IN_SHELL.test(before));
  if (!isTaken || (!isKey && GIVEN.test(text.slice(end, end + 20)))) return false;
  const ahead = text.slice(line, Math.min(start, line + INDENT));
  return !COMMENT.test(ahead) && !CODE_THEN_COMMENT.test(ahead);
};

/** Where a text that is no source code of TypeScript or JavaScript takes one of the names from something. */
export const namesInText = (file: string, text: string, names: readonly string[]): readonly NameFact[] => {
  if (DESCRIPTION.test(text.slice(0, 4000))) return [];
  const pattern = new RegExp(String.raw`\b(?:${names.join('|')})\b`, 'g');
  const isShell = SHELL.test(file);
  const found: NameFact[] = [];
  for (const match of text.matchAll(pattern)) {
    const [name] = match;
    const span = { start: match.index, end: match.index + name.length };
    if (!isRead(text, span.start, span.end, isShell)) continue;
    found.push({ kind: 'name', origin: 'authored', file, span, name, as: 'read' });
    if (found.length >= MOST_PLACES) break;
  }
  return found;
};
