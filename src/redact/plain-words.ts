import { PLAIN_WORDS } from '../generated/plain-words.ts';

const WORDS: ReadonlySet<string> = new Set(PLAIN_WORDS.split(' '));

/** Parts of a name in any case style: `mongoURIWithOptions` is `mongo URI With Options`. */
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\sA-Za-z0-9]+|\s+/g;
const NAME = /[A-Za-z]\w+/g;
const SIGNS = /^[\s\p{P}\p{S}]+$/u;
/** Longer texts are no names, and sentences of plain words are short. */
const MAX_LENGTH = 160;
/** Longer parts that no word is may be a part of a key. */
const MAX_UNKNOWN_LENGTH = 3;

/** Text without names that are words as a whole (`srvAddress`), and without those that a finding is about. */
const withoutNames = (text: string, trusted: ReadonlySet<string> | undefined): string =>
  text.replaceAll(NAME, (name) =>
    WORDS.has(name.toLowerCase()) || trusted?.has(name) === true ? ' ' : name,
  );

/**
 * True for a text that is made of plain words (`rules/redact/plain-words.json`), signs and small numbers: `atlas.baseUrl`,
 * `Zone 1`, `the smallest there is`, and words that a finding is about (`trusted`). One short part may be another, no more: random letters have many.
 */
export const isPlainText = (text: string, trusted?: ReadonlySet<string>): boolean => {
  if (text.length > MAX_LENGTH) return false;
  if (WORDS.has(text.toLowerCase())) return true;
  let [digits, unknown] = [0, 0];
  for (const [part] of withoutNames(text, trusted).matchAll(PART)) {
    if (SIGNS.test(part) || WORDS.has(part.toLowerCase())) continue;
    if (/^\d/.test(part)) digits += part.length;
    else if (/^[A-Za-z]/.test(part) && part.length <= MAX_UNKNOWN_LENGTH) unknown += 1;
    else return false;
  }
  return unknown === 0 ? digits <= 4 : unknown === 1 && digits <= 2;
};
