import type { Redacted, Span } from '../model/index.ts';
import { masked } from './gate.ts';
import { literalText, MEDIA_TYPE } from './literal.ts';
import { MASK, redactNames, redactText, SECRET_NAME } from './redact.ts';

/** A comment or a string of Python, its quotes included. */
interface PythonLiteral extends Span {
  readonly kind: 'comment' | 'string';
  /** Length of its quotes. */
  readonly quote: number;
  readonly isFormatted: boolean;
  /** True behind a name that secrets have, in the same statement. */
  readonly isSecret: boolean;
}

const NEXT = /#[^\n]*|(?:\b([rbuf]{1,2}))?("""|'''|"|')|[()[\]{}\n]/gi;

const endOfString = (text: string, from: number, quote: string): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length;
    else if (quote.length === 1 && text[at] === '\n') return at;
  }
  return text.length;
};

/** The comments and strings of a program, ascending. */
const literalsIn = (text: string): readonly PythonLiteral[] => {
  const found: PythonLiteral[] = [];
  let [depth, statement] = [0, 0];
  const next = new RegExp(NEXT);
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const [token, prefix = '', quote] = match;
    if (quote !== undefined) {
      const start = match.index + prefix.length;
      const end = endOfString(text, start + quote.length, quote);
      const isSecret = SECRET_NAME.test(text.slice(Math.max(statement, start - 400), start));
      found.push({
        kind: 'string',
        start,
        end,
        quote: quote.length,
        isFormatted: /f/i.test(prefix),
        isSecret,
      });
      next.lastIndex = end;
    } else if (token.startsWith('#'))
      found.push({
        kind: 'comment',
        start: match.index,
        end: next.lastIndex,
        quote: 0,
        isFormatted: false,
        isSecret: false,
      });
    else if ('([{'.includes(token)) depth += 1;
    else if (token === '\n' && depth === 0) statement = next.lastIndex;
    else if (token !== '\n') depth = Math.max(0, depth - 1);
  }
  return found;
};

const NAME = /^[\w$.-]{1,40}$/;
const FIELD = /\{([^{}]*)\}/g;

/** A formatted string, whose fields are shown where they are names. */
const formattedText = (value: string, trusted: ReadonlySet<string>): string => {
  const plain = value.replaceAll(
    FIELD,
    (_, field: string) => `\${${/^[\w.]{1,80}$/.test(field) ? field : 'h'}}`,
  );
  const shown = literalText(redactText(plain), trusted);
  return shown.replaceAll(/\$\{([\w.]*)\}/g, '{$1}');
};

const isAddressLike = (value: string): boolean => /^(?:https?:\/\/|\/|\{\w+\}\/)/.test(value);

const contentText = (
  literal: PythonLiteral,
  value: string,
  { text, trusted }: { readonly text: string; readonly trusted: ReadonlySet<string> },
): string => {
  const behind = text.slice(literal.end, literal.end + 20);
  const isKey = /^\s*:/.test(behind) || (text[literal.start - 1] === '[' && behind.startsWith(']'));
  if (isKey) return NAME.test(value) ? redactText(value) : MASK;
  if (literal.isSecret && !MEDIA_TYPE.test(value) && !isAddressLike(value)) return value === '' ? '' : MASK;
  return literal.isFormatted ? formattedText(value, trusted) : literalText(redactText(value), trusted);
};

const LONG_NUMBER = /\b\d{5,}\b/g;

const codeText = (code: string): string => redactNames(code).replaceAll(LONG_NUMBER, MASK);

let reading: { readonly text: string; readonly literals: readonly PythonLiteral[] } | undefined;

/** A line of a Python program: names and signs as they are, every comment and string masked but for what may be seen. */
export const redactPythonLine = (text: string, line: Span, trusted: ReadonlySet<string>): Redacted => {
  if (reading?.text !== text) reading = { text, literals: literalsIn(text) };
  let [shown, at] = ['', line.start];
  for (const literal of reading.literals) {
    if (literal.end <= line.start || literal.start >= line.end) continue;
    const [from, to] = [Math.max(literal.start, line.start), Math.min(literal.end, line.end)];
    shown += codeText(text.slice(at, from));
    at = to;
    const raw = text.slice(from, to);
    const isWhole = literal.start >= line.start && literal.end <= line.end;
    if (literal.kind === 'comment') shown += `# ${MASK}`;
    else if (!isWhole) shown += raw.trim() === '' ? raw : MASK;
    else {
      const { quote } = literal;
      const isClosed = raw.length >= quote * 2 && raw.endsWith(raw.slice(0, quote));
      const value = raw.slice(quote, isClosed ? -quote : undefined);
      shown +=
        raw.slice(0, quote) +
        contentText(literal, value, { text, trusted }) +
        (isClosed ? raw.slice(0, quote) : '');
    }
  }
  return masked(shown + codeText(text.slice(at, line.end)));
};
