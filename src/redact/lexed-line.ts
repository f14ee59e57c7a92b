import { firstWhere } from '../model/index.ts';
import type { Redacted, Span } from '../model/index.ts';
import { bareWordsText } from './bare-words.ts';
import { saidText } from './comment-text.ts';
import { splitExpressions } from './expressions.ts';
import { masked } from './gate.ts';
import { maskedJson } from './json-line.ts';
import { tokensOf } from './lexer.ts';
import type { Token } from './lexer.ts';
import type { Lexis, Quote } from './lexis.ts';
import { literalText, MEDIA_TYPE } from './literal.ts';
import { withPlaceholders } from './placeholders.ts';
import { MASK, redactNames, redactText } from './redact.ts';
import { isEnumValue, isHarmless } from './vocabulary.ts';
import { writtenText } from './written-text.ts';

/** A program whose lines are shown, and words that a finding is about. */
interface Program {
  readonly text: string;
  readonly lexis: Lexis;
  readonly trusted: ReadonlySet<string>;
}

const NAME = /^[\w$.-]{1,40}$/;
const MODULE = /^(?:node:|@|\.{0,2}\/)?[\w./@-]{1,80}$/;
/** Tags of a field in Go: `json:"name,omitempty"`. */
const FIELD_TAGS = /^(?:[a-z]{1,20}:"[\w.,=-]{0,60}"\s?){1,6}$/;
const ADDRESS = /^(?:https?:\/\/|\/|\$\{\w+\}\/)/;
const VARIABLE_NAME = /^[A-Z]{2,14}(?:_[A-Z]{2,14}){1,6}$/;
/** A template that is made of expressions, and the name of a scheme. */
const NO_LITERAL = /^(?:(?:Bearer|Basic|Digest) )?(?:\$\{\w+\}[:./ ]?)+$/;
const JSON_LINE = /^\s*["{}[\]]/;
const LONG_NUMBER = /\b\d{5,}\b/g;
/** True for a value assigned to a credential name that is not a credential: a URL, a media type, a variable. */
const isNoCredential = (value: string): boolean =>
  value === '' ||
  isEnumValue(value) ||
  MEDIA_TYPE.test(value) ||
  VARIABLE_NAME.test(value) ||
  /^(?:Bearer|Basic|Digest) ?$/.test(value) ||
  (value.length > 4 && isHarmless(value) && /^[A-Z]/.test(value) && value.includes('-'));

const isKey = ({ mayBeKey, start, end }: Token, { text, lexis }: Program): boolean => {
  const behind = text.slice(end, end + 20);
  return (text[start - 1] === '[' && behind.startsWith(']')) || (mayBeKey && lexis.key.test(behind));
};

/** Result of `show` for a string whose expressions are replaced by `${h0}`, with the expressions put back. */
const withExpressions = (
  value: string,
  quote: Quote | undefined,
  program: Program,
  show: (text: string) => string,
): string => {
  if (quote?.hole === undefined || !value.includes(quote.hole[0])) return show(value);
  const [open, close] = quote.hole;
  const sign = open === '{$' ? '{' : open;
  const holes: string[] = [];
  const whole = splitExpressions(value, quote.hole).map((part, index) => {
    if (index % 2 === 0) return part;
    const isClosed = part.endsWith(close);
    const text = part.slice(sign.length, isClosed ? -close.length : undefined);
    return `\${h${holes.push(sign + programText({ ...program, text }) + (isClosed ? close : '')) - 1}}`;
  });
  return show(whole.join('')).replaceAll(
    /\$\{h(\d+)\}/g,
    (all, index: string) => holes[Number(index)] ?? all,
  );
};

const secretText = (value: string, variables: boolean, trusted: ReadonlySet<string>): string =>
  withPlaceholders(value, variables, (text) => {
    if (isNoCredential(text) || NO_LITERAL.test(text)) return text;
    return ADDRESS.test(text) ? literalText(redactText(text), trusted) : MASK;
  });

/** The call of a function that looks up a setting by its name: `config('atlas.key')` holds no key. */
const LOOKUP = /(?:^|[^\w.])(?:config|env|getenv)\($/;
const SETTING_NAME = /^[A-Za-z]\w{0,30}(?:\.[A-Za-z]\w{0,30}){0,4}$/;

const stringText = (token: Token, value: string, program: Program): string => {
  if (token.kind === 'module') return MODULE.test(value) ? redactText(value) : MASK;
  if (isKey(token, program)) return NAME.test(value) ? redactText(value) : MASK;
  if (FIELD_TAGS.test(value)) return redactText(value);
  if (LOOKUP.test(program.text.slice(Math.max(0, token.start - 20), token.start)) && SETTING_NAME.test(value))
    return redactText(value);
  const variables = token.quote?.variables === true;
  return withExpressions(value, token.quote, program, (text) =>
    token.isSecret
      ? secretText(text, variables, program.trusted)
      : writtenText(redactText(text), program.trusted, variables),
  );
};

/** A line of JSON in a string in which each quote is doubled: `""name"": ""a""`. */
const doubledJson = (value: string, trusted: ReadonlySet<string>): string =>
  maskedJson(redactText(value.replaceAll('""', '"')), trusted).replaceAll('"', '""');

const isDoubled = (value: string, quote: Quote | undefined): boolean =>
  quote?.doubled === true && value.includes('""') && !value.replaceAll('""', '').includes('"');

const jsonText = (value: string, { quote }: Token, trusted: ReadonlySet<string>): string =>
  isDoubled(value, quote) ? doubledJson(value, trusted) : maskedJson(redactText(value), trusted);

/** A line of a text that goes on over lines. */
const lineText = (raw: string, token: Token, { trusted }: Program): string => {
  const value = raw.trim();
  if (value === '') return raw;
  const shown = JSON_LINE.test(value)
    ? jsonText(value, token, trusted)
    : writtenText(redactText(value), trusted, token.quote?.variables);
  const start = raw.length - raw.trimStart().length;
  return raw.slice(0, start) + (token.isSecret ? MASK : shown) + raw.slice(start + value.length);
};

const tokenText = (token: Token, { start, end }: Span, program: Program): string => {
  const { text } = program;
  const [from, to] = [Math.max(start, token.inner.start), Math.min(end, token.inner.end)];
  if (from > to) return text.slice(start, end);
  const [open, value, close] = [text.slice(start, from), text.slice(from, to), text.slice(to, end)];
  if (token.kind === 'comment')
    return (
      open +
      value
        .split('\n')
        .map((line) => saidText(line, program.trusted))
        .join('\n') +
      close
    );
  const isWhole = start <= token.start && end >= token.end && !value.includes('\n');
  return open + (isWhole ? stringText(token, value, program) : lineText(value, token, program)) + close;
};

/** Code, which may go on with a string. */
const codeText = (code: string, { lexis, trusted }: Program, goesOn = false): string => {
  const shown = redactNames(code, goesOn).replaceAll(LONG_NUMBER, MASK);
  return lexis.words === true ? bareWordsText(shown, trusted) : shown;
};

const textBetween = (tokens: readonly Token[], line: Span, program: Program): string => {
  let [shown, at] = ['', line.start];
  for (let index = firstWhere(tokens, ({ end }) => end > line.start); index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.start >= line.end) break;
    const part = { start: Math.max(token.start, line.start), end: Math.min(token.end, line.end) };
    shown += codeText(program.text.slice(at, part.start), program, true) + tokenText(token, part, program);
    at = part.end;
  }
  return shown + codeText(program.text.slice(at, line.end), program);
};

/** An expression in a string, as code. */
const programText = (program: Program): string =>
  textBetween(tokensOf(program.text, program.lexis), { start: 0, end: program.text.length }, program);

let reading: { readonly text: string; readonly lexis: Lexis; readonly tokens: readonly Token[] } | undefined;

/** Redacts a line of code: names and operators stay, comments and strings are masked unless harmless. */
export const redactLexedLine = (program: Program, line: Span): Redacted => {
  const { text, lexis } = program;
  if (reading?.text !== text || reading.lexis !== lexis)
    reading = { text, lexis, tokens: tokensOf(text, lexis) };
  return masked(textBetween(reading.tokens, line, program));
};
