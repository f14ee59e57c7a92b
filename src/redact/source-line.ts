import type { Redacted } from '../model/index.ts';
import { commandText } from './command.ts';
import { saidText } from './comment-text.ts';
import { masked } from './gate.ts';
import { withIds } from './ids.ts';
import { maskedJson } from './json-line.ts';
import { literalText } from './literal.ts';
import { isVariable } from './placeholders.ts';
import { MASK, redactNames, redactText, SECRET_NAME } from './redact.ts';
import { writtenText } from './written-text.ts';

const QUOTED_WORDS = /(["'`])((?:\\.|(?!\1)[^\\])*)(\1|$)/g;

/** Redacts a sentence about code: quoted parts are masked as in a line of code. */
export const redactSentence = (says: string): Redacted =>
  withIds(says, { start: 0, end: says.length }, (text) =>
    masked(
      redactText(text).replace(
        QUOTED_WORDS,
        (_, quote: string, value: string, close: string) => quote + literalText(value, NOTHING) + close,
      ),
    ),
  );

const NOTHING: ReadonlySet<string> = new Set();

const ASSIGNMENT =
  /^(\s*(?:- +)*(?:export +)?(?:[\w.-]+|"[\w.-]+"|'[\w.-]+')\s*[:=]\s*)(["']?)(.*?)(["']?,?\s*)$/;
const PLAIN_VALUE = /^(?:true|false|null|[|>][+-]?|-?\d{1,5}(?:\.\d+)?|)$/;
const NAMED_LIKE_CREDENTIAL = /(?:^|[^a-z])auth\b|login/i;
/** Offset of a comment sign that follows white space outside quotes; the length if there is none. */
const commentStart = (line: string): number => {
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!;
    if (quote === '"' && sign === '\\') at += 1;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '#' && (at === 0 || /\s/.test(line[at - 1]!))) return at;
  }
  return line.length;
};

const JSON_START = /^(?!\{\{)[{[]\s*(?:$|["{}[\]])/;
/** A line of JSON in another text. */
const JSON_LINE = /^\s*(?:[{}[\]]|"[\w.$-]{1,40}"\s*:)/;

const valueText = (key: string, value: string, trusted: ReadonlySet<string>): string => {
  if (SECRET_NAME.test(key) || NAMED_LIKE_CREDENTIAL.test(key)) return isVariable(value) ? value : MASK;
  if (JSON_START.test(value)) return maskedJson(redactText(value), trusted);
  const shown = writtenText(redactText(value), trusted, true);
  return shown === MASK && /\s/.test(value) ? commandText(redactText(value), trusted) : shown;
};

/**
 * Redacts a line of a format with unquoted values (YAML, `.env`): the key, and the value if it is harmless.
 */
export const redactAssignment = (line: string, trusted: ReadonlySet<string>): Redacted => {
  const at = commentStart(line);
  // Shapes of credentials are known by the whole line: they go before it is taken apart.
  const whole = redactNames(line.slice(0, at));
  const comment = at === line.length ? '' : `#${saidText(line.slice(at + 1), trusted)}`;
  const [, key, open = '', value = '', close = ''] = ASSIGNMENT.exec(whole) ?? [];
  if (JSON_LINE.test(whole)) return masked(maskedJson(redactText(whole), trusted) + comment);
  if (key === undefined) return masked(commandText(redactText(whole), trusted) + comment);
  const shown = PLAIN_VALUE.test(value) && !SECRET_NAME.test(key) ? value : valueText(key, value, trusted);
  return masked(key.replaceAll(/[\w.-]+/g, redactText) + open + shown + close + comment);
};
