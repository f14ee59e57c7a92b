import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { literalText, MASK, MEDIA_TYPE, redactText } from './redact.ts';

const WORD = /"(?:\\.|[^"\\])*"?|'[^']*'?|[^\s"']+/g;
/** Options as curl and shells have them; a value that is glued to one is none. */
const OPTION = /^(?:-[A-Za-z]{1,3}|--[a-z][a-z-]{1,30})$/;
const VARIABLE = /^(?:\$\w+|\$\{\w+\})(?:[/:](?:\$\w+|\$\{\w+\}))*$/;
const SIGNS = /^[\\|&;(){}<>$@[\]:,=-]*$/;
const NAMES: ReadonlySet<string> = new Set(
  'curl jq echo set export then do done fi else if for in while EOF'.split(' '),
);
const HEADER = /^([A-Za-z][A-Za-z-]{1,40}):(\s*)(.*)$/;
const SETTING = /^((?:\w+)=)(.*)$/;

const headerText = (value: string): string | undefined => {
  const [, name, space, content = ''] = HEADER.exec(value) ?? [];
  if (name === undefined || /^https?$/i.test(name)) return undefined;
  return `${name}:${space}${content === '' || MEDIA_TYPE.test(content) ? content : MASK}`;
};

const wordText = (value: string, trusted: ReadonlySet<string>): string => {
  if (OPTION.test(value) || VARIABLE.test(value) || SIGNS.test(value) || NAMES.has(value)) return value;
  const braced = value.replace(/\$(\w+)/g, '${$1}');
  const shown = literalText(braced, trusted);
  return headerText(value) ?? (shown === braced ? value : shown);
};

const shownWord = (word: string, trusted: ReadonlySet<string>): string => {
  const quote = /^["']/.exec(word)?.[0];
  if (quote === undefined) {
    const [, name, value = ''] = SETTING.exec(word) ?? [];
    return name === undefined
      ? wordText(word, trusted)
      : name + (value === '' ? '' : wordText(value, trusted));
  }
  const closed = word.length > 1 && word.endsWith(quote);
  return quote + wordText(word.slice(1, closed ? -1 : undefined), trusted) + (closed ? quote : '');
};

/**
 * A line of a shell script as a code frame prints it: commands, options, variables, names of headers and addresses
 * stay, every other word is masked.
 */
export const redactCommand = (line: string, trusted: ReadonlySet<string>): Redacted => {
  const [code = ''] = /^(?:"(?:\\.|[^"\\])*"?|'[^']*'?|(?<=\S)#|[^"'#])*/.exec(line) ?? [];
  const comment = code.length < line.length ? `# ${MASK}` : '';
  const words = redactText(code).replace(WORD, (word) => (word === MASK ? word : shownWord(word, trusted)));
  return masked(words + comment);
};
