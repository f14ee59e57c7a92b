import { COMMAND, commandText } from './command.ts';
import { maskedJson } from './json-line.ts';
import { literalText } from './literal.ts';
import { withPlaceholders } from './placeholders.ts';
import { isPlainText } from './plain-words.ts';
import { MASK } from './redact.ts';

const JSON_TEXT = /^\s*[{[](?:\\[nrt]|\s)*(?:$|\\?"|[[\]{}])/;
const HOLE = /\$\{[\w.]+\}/g;
const MAX_LENGTH = 400;

/** A sentence of plain words and expressions: `${url} answered ${response.status}`. */
const isPlainSentence = (text: string, trusted: ReadonlySet<string>): boolean =>
  isPlainText(text.replaceAll(HOLE, ' '), trusted);

const inDoubleQuotes = (text: string, show: (text: string) => string): string =>
  text.includes('\\"') ? show(text.replaceAll('\\"', '"')).replaceAll('"', '\\"') : show(text);

const OWN_URL = /^["'(<]?https?:\/\/cloud[\w.-]{0,20}\.mongodb\.com\//;

/** Words of a text that is neither a URL nor a name: each has to be plain, or a URL of the API. */
const sentenceText = (text: string, trusted: ReadonlySet<string>): string => {
  if (isPlainSentence(text, trusted)) return text;
  const words = text.split(/(\s+)/).map((word) => {
    if (word.trim() === '' || isPlainSentence(word, trusted)) return word;
    return OWN_URL.test(word) ? literalText(word, trusted) : undefined;
  });
  return words.length > 1 && words.every((word) => word !== undefined) ? words.join('') : MASK;
};

/**
 * Printable form of a text that people wrote into a file, its credentials already masked by their shape: a
 * name, a URL, plain words, and each part of JSON or of a command. All else is masked.
 */
export const writtenText = (value: string, trusted: ReadonlySet<string>, variables = false): string =>
  withPlaceholders(value, variables, (text) => {
    const shown = literalText(text, trusted);
    if (shown !== MASK || text.length > MAX_LENGTH) return shown;
    if (JSON_TEXT.test(text)) return inDoubleQuotes(text, (json) => maskedJson(json, trusted));
    if (COMMAND.test(text)) return inDoubleQuotes(text, (command) => commandText(command, trusted));
    return sentenceText(text, trusted);
  });
