import { CodeBuilder } from './code-builder.ts';
import type { Spelled } from './code-builder.ts';
import type { Span } from '../../model/index.ts';

/** Word of an argument list: its text, and where another one can be inserted after it. */
export interface Argument {
  readonly value: Spelled;
  /** End of the word with its quotes, and the spelling of the list. */
  readonly behind: Span;
  readonly list: 'json-words' | 'fixed';
}

const SHELL = /^(?:\/usr\/bin\/|\/bin\/)?(?:ba|da|z|a|k)?sh$/;

/** Script of `sh -c script`. */
export const scriptOf = (words: readonly Argument[]): Spelled | undefined => {
  const first = words[0]?.value.text ?? '';
  if (first === 'CMD-SHELL') return words[1]?.value;
  if (!SHELL.test(first)) return undefined;
  const at = words.findIndex(({ value }, index) => index > 0 && /^-\w*c$/.test(value.text));
  return at === -1 ? undefined : words[at + 1]?.value;
};

/** Words as a command line: each in single quotes, which the shell reads verbatim. */
export const commandLine = (words: readonly Argument[]): Spelled => {
  const builder = new CodeBuilder();
  for (const { value, behind, list } of words) {
    if (value.text.includes("'")) builder.add(`'${value.text.replaceAll("'", `'\\''`)}'`);
    else builder.add("'").append(value).add("'");
    if (list !== 'fixed') builder.write('', { span: behind, spelling: list });
    builder.add(' ');
  }
  return builder.add('\n').spelled;
};
