import { firstWhere } from '../model/index.ts';
import type { Redacted, Span } from '../model/index.ts';
import type { Literal } from './code-grammar.ts';
import { saidText } from './comment-text.ts';
import { masked } from './gate.ts';
import { maskedJson } from './json-line.ts';
import { MASK, redactNames, redactText } from './redact.ts';
import { writtenText } from './written-text.ts';

/** Comment, or its part on one line; comments may contain keys. */
const commentText = (comment: string, trusted: LineContext['trusted']): string => {
  const sign = /^(?:\/(?:\/|\*{1,2})|\*(?!\/)|)/.exec(comment)![0];
  const close = comment.endsWith('*/') && comment.length > sign.length + 1 ? '*/' : '';
  const said = comment.slice(sign.length, comment.length - close.length);
  const shown = saidText(said, trusted);
  return sign + shown + (close !== '' && shown.endsWith(MASK) ? ` ${close}` : close);
};

/** White space around a text, without the text. */
const blanked = (text: string, shown: (text: string) => string = () => MASK): string => {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  return start >= end ? text : text.slice(0, start) + shown(text.slice(start, end)) + text.slice(end);
};

/** Context by which a line is shown: its text, and words that a finding is about. */
export interface LineContext {
  readonly text: string;
  readonly trusted: ReadonlySet<string>;
}

const NAME = /^:?[\w$.-]{1,40}$/;
const MODULE = /^(?:node:|@|\.{0,2}\/)?[\w./@-]{1,80}$/;
/** The scheme of a header that an expression completes: `'Bearer ' + token`. */
const SCHEME = /^(?:Bearer|Basic|Digest) $/;
/** A template that is made of expressions, and the name of a scheme. */
const NO_LITERAL = /^(?:(?:Bearer|Basic|Digest) )?(?:\$\{\w+\}[:.]?)+$/;

const contentText = ({ kind, secret }: Literal, value: string, trusted: LineContext['trusted']): string => {
  if (kind === 'key') return NAME.test(value) ? redactText(value) : MASK;
  if (kind === 'name') return /^[\w$.,:;()' /-]{1,100}$/.test(value) ? redactText(value) : MASK;
  if (kind === 'module') return MODULE.test(value) ? redactText(value) : MASK;
  if (secret) return value === '' || SCHEME.test(value) ? value : MASK;
  return writtenText(redactText(value), trusted);
};

const stringText = (literal: Literal, raw: string, trusted: LineContext['trusted']): string => {
  const closed = raw.length > 1 && raw.endsWith(raw[0]!);
  const value = raw.slice(1, closed ? -1 : undefined);
  return raw[0]! + contentText(literal, value, trusted) + (closed ? raw[0] : '');
};

/** A regular expression over paths of the API counts as a URL; any other may hold a key. */
const regexText = (raw: string, trusted: LineContext['trusted']): string => {
  const end = raw.lastIndexOf('/');
  const value = raw.slice(1, end).replaceAll(/^\^|\$$|\\(?=.)/g, '');
  return writtenText(redactText(value), trusted) === value ? raw : `/${MASK}${raw.slice(end)}`;
};

/** A template literal: what its chunks say as a whole, and its expressions, each as code. */
const templateText = ({ start, end, secret, inside = [] }: Literal, page: LineContext): string => {
  const chunks = inside.filter(({ kind, start: from }) => kind === 'chunk' && from > start);
  const holes: string[] = [];
  let value = '';
  for (const [index, chunk] of chunks.entries()) {
    value += page.text.slice(chunk.start, chunk.end);
    const next = chunks[index + 1];
    if (next === undefined) break;
    value += `\${h${holes.length}}`;
    holes.push(codeText(page, inside, { start: chunk.end, end: next.start }));
  }
  const shown =
    secret && !NO_LITERAL.test(value) && value !== '' ? MASK : writtenText(redactText(value), page.trusted);
  const whole = shown.replace(/\$\{h(\d+)\}/g, (_, hole: string) => holes[Number(hole)] ?? MASK);
  return `\`${whole}${page.text[end - 1] === '`' ? '`' : ''}`;
};

/** Literal on one line. */
const wholeText = (literal: Literal, raw: string, page: LineContext): string => {
  switch (literal.kind) {
    case 'regex':
      return regexText(raw, page.trusted);
    case 'template':
      return templateText(literal, page);
    case 'number':
      return literal.secret ? MASK : raw;
    default:
      return stringText(literal, raw, page.trusted);
  }
};

/** A line of a body that a template holds. */
const JSON_LINE = /^\s*["{}[\]]/;

const shownText = (literal: Literal, { start, end }: Span, page: LineContext): string => {
  const raw = page.text.slice(start, end);
  if (literal.kind === 'comment') return blanked(raw, (comment) => commentText(comment, page.trusted));
  if (literal.kind === 'chunk')
    return literal.secret || !JSON_LINE.test(raw) ? blanked(raw) : maskedJson(raw, page.trusted);
  const isPart = literal.start < start || literal.end > end;
  return isPart || literal.kind === 'text' ? blanked(raw) : wholeText(literal, raw, page);
};

/** Code between two offsets: names and operators unchanged, literals masked unless harmless. */
const codeText = (page: LineContext, literals: readonly Literal[], { start, end }: Span): string => {
  let [shown, at] = ['', start];
  for (
    let index = firstWhere(literals, (literal) => literal.end >= start);
    index < literals.length;
    index++
  ) {
    const literal = literals[index]!;
    if (literal.start >= end) break;
    if (literal.start < at && literal.end <= at) continue;
    shown += redactNames(page.text.slice(at, Math.max(at, literal.start)), true);
    if (literal.kind === 'doubt') return shown + MASK;
    const part = { start: Math.max(at, literal.start), end: Math.min(end, literal.end) };
    shown += shownText(literal, part, page);
    at = part.end;
  }
  return shown + redactNames(page.text.slice(at, end));
};

/**
 * A line of TypeScript, JavaScript or JSON as a code frame prints it; `literals` are those of its file
 * (`CodeLexer`). Names, signs and small numbers stay. Strings, templates, regular expressions, comments and
 * texts of JSX are masked unless they are URLs, media types, keys, module names or words known to be
 * harmless, because one call-site file in eight holds a key near its URL. The length of a line may change.
 */
export const redactCode = (page: LineContext, literals: readonly Literal[], line: Span): Redacted =>
  masked(codeText(page, literals, line));
