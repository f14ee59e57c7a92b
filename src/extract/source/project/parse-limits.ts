import { BUDGETS } from '../../../model/index.ts';

const MAX_TOKENS = BUDGETS.codeTokens.max;
const MAX_GROUP_LENGTH = BUDGETS.groupLength.max;

/** Length from which a text may exceed the token limit; shorter ones cannot. */
const SHORT = MAX_TOKENS;

const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit > 127;

/** Counts words and punctuation of a text, including strings and comments, up to `most`. */
const tokensIn = (text: string, most: number): number => {
  let tokens = 0;
  let inWord = false;
  for (let at = 0; at < text.length && tokens <= most; at++) {
    const unit = text.charCodeAt(at);
    const isWord = isWordUnit(unit);
    if (isWord ? !inWord : unit > 32) tokens++;
    inWord = isWord;
  }
  return tokens;
};

/** Reason why a text is not parsed: its tree would take too much memory; `undefined` if it is parsed. */
export const refusalOfText = (text: string): string | undefined =>
  text.length <= SHORT || tokensIn(text, MAX_TOKENS) <= MAX_TOKENS
    ? undefined
    : `not analysed: it has more than ${MAX_TOKENS} tokens`;

/** Splits files that are analysed together into those within the limit and the others. */
export const admitted = (
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): { readonly within: readonly string[]; readonly beyond: readonly string[] } => {
  let length = 0;
  const within: string[] = [];
  const beyond: string[] = [];
  for (const path of paths) {
    const own = texts.get(path)!.length;
    if (length + own > MAX_GROUP_LENGTH) beyond.push(path);
    else {
      length += own;
      within.push(path);
    }
  }
  return { within, beyond };
};

/** Reason why a file beyond the limit is not parsed. */
export const BEYOND = `not analysed: the files that it calls, and that call it, have more than ${MAX_GROUP_LENGTH} characters`;
