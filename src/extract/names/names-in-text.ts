import type { NameFact } from '../../model/index.ts';
import { lineStart } from '../lines.ts';

/** Maximum number of positions per file. */
const MAX_PLACES = 50;

/** Matches an API description, or a file written by a recorder, a linter or a package manager. */
const DESCRIPTION = /"?(?:openapi|swagger|asyncapi|lockfileVersion|creator)"?\s*:/;
/** Maximum indentation of comments; deeper ones are treated as code. */
const INDENT = 200;
const COMMENT = /^\s*(?:#|\/\/|\/\*|\*|--|;|<!--|%|rem\b)/i;

/** Matches the text after a name that is assigned: a key, `\"name\":` and `""name"":` inside a text too, an assignment. */
const GIVEN = /^[\\`]?["'`]{0,2}\s*(?::(?!:)|=>|=(?!=|~))/;
/** Matches a key of a match pattern: `case {"name": str(uri)}`. */
const IN_PATTERN = /^\s*case\s*[{([]/;
/** Matches the text before a name that is read: `.name`, `['name']`, `"name"`, `{name`. */
const TAKEN = /[.[{("'`]\s*$|->\s*$/;

/** Matches the text before a trailing comment: no quote is open there. */
const CODE_THEN_COMMENT =
  /^(?:[^"'`#/]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\/(?!\/)|\S#)*\s(?:#|\/\/)\s/;

/** Matches shell scripts, in which a bare word is a text: `for field in name srvAddress`. */
const SHELL = /\.(?:sh|bash|zsh|ksh)$|(?:^|\/)[^./]+$/;
const WORD_IN_SHELL = /[\s=*|:,-]$/;

/** Matches the text before the first key of a list that is appended to a path: `region + ['name', …]`. */
const BEHIND_PATH = /[\w\])]\s*\+\s*\[\s*["'`]$/;

const isRead = (text: string, start: number, end: number, isShell: boolean): boolean => {
  const before = text.slice(Math.max(0, start - 20), start).replace(/^[^]*[\r\n]/, '');
  const line = lineStart(text, start);
  const isKey = IN_PATTERN.test(text.slice(Math.max(line, start - INDENT), start));
  const isTaken = TAKEN.test(before) || (isShell && WORD_IN_SHELL.test(before));
  if (!isTaken || BEHIND_PATH.test(before) || (!isKey && GIVEN.test(text.slice(end, end + 20)))) return false;
  const ahead = text.slice(line, Math.min(start, line + INDENT));
  return !COMMENT.test(ahead) && !CODE_THEN_COMMENT.test(ahead);
};

/** Reads of one of the names in a text that is not TypeScript or JavaScript. */
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
    if (found.length >= MAX_PLACES) break;
  }
  return found;
};
