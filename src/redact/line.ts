import type { Redacted, Span } from '../model/index.ts';
import { redactCode } from './code-line.ts';
import { redactCommand } from './command.ts';
import { masked } from './gate.ts';
import { redactLexedLine } from './lexed-line.ts';
import { lexisOf } from './lexis.ts';
import { withIds } from './ids.ts';
import { CodeLexer } from './literals.ts';
import { regionAt } from './regions.ts';
import { redactAssignment } from './source-line.ts';

/** The lexer of the text whose lines are shown; those of one file are shown one after the other. */
let reading: { readonly text: string; readonly file: string; readonly lexer: CodeLexer } | undefined;

/** JSX is possible in scripts; in TypeScript without it, `<T>` is a type. */
const lexerOf = (text: string, file: string): CodeLexer => {
  if (reading?.text !== text || reading.file !== file)
    reading = { text, file, lexer: new CodeLexer(text, /\.(?:[cm]?js|[jt]sx)$/i.test(file)) };
  return reading.lexer;
};

/** Files in which all texts are quoted, so that text and code can be distinguished. */
export const isQuoted = (file: string): boolean => /\.(?:[cm]?[jt]s|[jt]sx|jsonc?)$/i.test(file);

const isCommands = (file: string): boolean =>
  /\.(?:sh|bash|zsh|ksh|mk)$|(?:^|\/)[^./]+$|(?:^|\/)(?:Dockerfile|Makefile)\.[\w.]+$/i.test(file);

const CELL_LINE = /^(\s*(?:"source":\s*)?)("(?:\\.|[^"\\])*")(,?\s*)$/;

const parsed = (literal: string): string | undefined => {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
};

/** True for a line of a cell that another line names a program for: `%%bash`. */
const isOtherCell = (text: string, start: number): boolean => {
  const before = text.slice(Math.max(0, start - 4000), start);
  return /"%%[^"]*"[^\]]*$/.test(before.slice(before.lastIndexOf('"source"')));
};

/** A line of a notebook: a string of JSON that holds lines of Python, or of a shell. */
const cellText = (text: string, line: Span, trusted: ReadonlySet<string>): Redacted | undefined => {
  const [, before = '', literal = '', behind = ''] = CELL_LINE.exec(text.slice(line.start, line.end)) ?? [];
  const code = literal === '' ? undefined : parsed(literal);
  if (code === undefined) return undefined;
  const isOther = isOtherCell(text, line.start);
  const shown = code
    .split('\n')
    .map((each) =>
      isOther || /^\s*[!%]/.test(each)
        ? redactCommand(each, trusted)
        : lineOf(each, { start: 0, end: each.length }, 'python', trusted),
    );
  return masked(before + JSON.stringify(shown.join('\n')) + behind);
};

const SCRIPTS: ReadonlySet<string> = new Set(
  'js javascript jsx ts typescript tsx mjs json jsonc json5'.split(' '),
);
const SHELLS: ReadonlySet<string> = new Set(
  'sh bash shell zsh console shellsession shell-session terminal curl'.split(' '),
);

/** A line of a text in a language: the name of its file, or what Markdown calls it. */
const lineOf = (text: string, line: Span, file: string, trusted: ReadonlySet<string>): Redacted => {
  if (isQuoted(file) || SCRIPTS.has(file))
    return redactCode(
      { text, trusted },
      lexerOf(text, SCRIPTS.has(file) ? 'a.tsx' : file).upTo(line.end),
      line,
    );
  const lexis = lexisOf(file);
  if (lexis !== undefined) return redactLexedLine({ text, lexis, trusted }, line);
  const raw = text.slice(line.start, line.end);
  return SHELLS.has(file) || isCommands(file) ? redactCommand(raw, trusted) : redactAssignment(raw, trusted);
};

const fileLine = (text: string, line: Span, file: string, trusted: ReadonlySet<string>): Redacted => {
  if (/\.ipynb$/i.test(file))
    return cellText(text, line, trusted) ?? redactAssignment(text.slice(line.start, line.end), trusted);
  const region = regionAt(text, file, line);
  if (region === undefined) return lineOf(text, line, file, trusted);
  const inside = { start: line.start - region.start, end: line.end - region.start };
  return lineOf(region.text, inside, region.language === '' ? 'sh' : region.language, trusted);
};

/** Redacts a line of a file, without its line ending; callers request the lines of a file in order. */
export const redactLine = (text: string, line: Span, file: string, trusted: ReadonlySet<string>): Redacted =>
  withIds(text, line, (whole) => fileLine(whole, line, file, trusted));
