import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { literalText } from './literal.ts';
import { MASK, redactText } from './redact.ts';

/**
 * Strings; comments; regular expressions, which stand where no value ends before them; text between tags of JSX.
 */
const LITERAL =
  /(["'`])((?:\\.|(?!\1)[^\\])*)(\1|$)|(?<!:)\/\/.*$|\/\*.*?(?:\*\/|$)|(?<=(?:^|[(,=:[!&|?{};])\s{0,4})\/((?:\\.|\[(?:\\.|[^\]\\]){0,200}\]|[^/\\[])+)\/|(?<=>)[^<>{}=;()'"`]+(?=<\/)/g;
/** What an ignore comment says to the tool itself. */
const DIRECTIVE = /^(?:\/[/*]|\*)\s*migrate-ignore[a-z-]*(?:\s+[a-z-]+(?:\s*,\s*[a-z-]+)*)?/;

/** A comment: people note keys there. */
const commentText = (comment: string): string => {
  const directive = DIRECTIVE.exec(comment)?.[0] ?? comment.slice(0, comment.startsWith('*') ? 1 : 2);
  if (comment.slice(directive.length).trim() === '') return comment;
  return `${directive} ${MASK}${comment.endsWith('*/') ? ' */' : ''}`;
};
const IMPORT = /^\s*(?:import\b|export\b.*\bfrom\b|.*\brequire\(|\}\s*from\b)/;

const COLON = /\s{0,40}:/y;

/** True when a key follows: `'name':`, `"name" :`. */
const isKey = (line: string, end: number): boolean => {
  COLON.lastIndex = end;
  return COLON.test(line);
};

/** How a line is read: whether it begins inside a template literal, and words that a finding is about. */
export interface LineContext {
  readonly insideTemplate: boolean;
  /** True for a line that begins inside a comment. */
  readonly insideComment?: boolean;
  readonly trusted: ReadonlySet<string>;
}

/**
 * A line of source as a code frame prints it. String literals are masked unless they are addresses, media types,
 * keys, module names or words known to be harmless, because one call-site file in eight holds a key near its URL.
 * The length of a line may change.
 */
export const redactLine = (
  line: string,
  { insideTemplate, insideComment, trusted }: LineContext,
): Redacted => {
  if (insideComment === true) return masked(line.replace(/\S.*$/, (text) => commentText(text)));
  const shapes = redactText(line);
  if (insideTemplate) return masked(redactLiterals('`' + shapes, trusted).slice(1));
  return IMPORT.test(line) ? shapes : masked(redactLiterals(shapes, trusted));
};

/** What `LITERAL` takes apart: a string, or a regular expression, and where it stands. */
type Literal = readonly [
  quote: string | undefined,
  value: string | undefined,
  close: string | undefined,
  expression: string | undefined,
  at: number,
];

/** A regular expression over paths of the API is an address; any other may hold a key. */
const expressionText = (expression: string, trusted: ReadonlySet<string>): string => {
  const value = expression.replaceAll(/\\(.)/g, '$1');
  return literalText(value, trusted) === value ? expression : MASK;
};

const redactLiterals = (line: string, trusted: ReadonlySet<string>): string =>
  line.replace(LITERAL, (all, ...found) => {
    const [quote, value = '', close = '', expression, at] = found as unknown as Literal;
    if (expression !== undefined) return `/${expressionText(expression, trusted)}/`;
    if (quote === undefined) return /^\/[/*]/.test(all) ? commentText(all) : MASK;
    return isKey(line, at + all.length) && /^[\w$.-]{1,40}$/.test(value)
      ? all
      : quote + literalText(value, trusted) + close;
  });

const QUOTED_WORDS = /(["'`])((?:\\.|(?!\1)[^\\])*)(\1|$)/g;

/** A sentence about code: what stands in quotes in it is masked as in a line of code. */
export const redactSentence = (says: string): Redacted =>
  masked(
    redactText(says).replace(
      QUOTED_WORDS,
      (_, quote: string, value: string, close: string) => quote + literalText(value, NOTHING) + close,
    ),
  );

const NOTHING: ReadonlySet<string> = new Set();

const ASSIGNMENT = /^(\s*(?:- +)*(?:export +)?["']?[\w.-]+["']?\s*[:=]\s*)(["']?)(.*?)(["']?,?\s*)$/;
const PLAIN_VALUE = /^(?:true|false|null|[|>][+-]?|-?\d{1,5}(?:\.\d+)?|)$/;

/** A line of a form whose values stand without quotes (YAML, `.env`): the key, and the value where it is harmless. */
export const redactAssignment = (line: string, trusted: ReadonlySet<string>): Redacted => {
  const [, key, open = '', value = '', close = ''] = ASSIGNMENT.exec(line) ?? [];
  if (key === undefined)
    return redactText(line.replace(/[^\s[\]{}:,#-]+/g, (word) => literalText(word, trusted)));
  const shown = PLAIN_VALUE.test(value) ? value : literalText(redactText(value), trusted);
  return masked(redactText(key) + open + shown + close);
};
