import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { literalText } from './literal.ts';
import { redactText } from './redact.ts';

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
    // Credentials of a URL are known by the whole of it: they go before it is taken apart.
    return redactText(redactText(line).replace(/[^\s[\]{}:,#-]+/g, (word) => literalText(word, trusted)));
  const shown = PLAIN_VALUE.test(value) ? value : literalText(redactText(value), trusted);
  return masked(redactText(key) + open + shown + close);
};
