import { literalText } from './literal.ts';
import { MASK, SECRET_NAME } from './redact.ts';
import { isHarmless } from './vocabulary.ts';

const WORD = /\$[\w:]+|-[A-Za-z]+\b|[^\s(){}[\];|&,=@$`:.]+(?:[:.][^\s(){}[\];|&,=@$`]+)*/g;
/** `Get-Item`, `-Uri`, `$name`, `ForEach-Object` */
const NAME =
  /^(?:--[a-z][a-z-]{1,30}|\$[\w:]+|-[A-Z][a-z]+(?:[A-Z][a-z]+)*|-(?:eq|ne|like|match|replace|join|split|f|and|or|not|in|is|as)|[A-Z][a-z]+-(?:[A-Z][A-Za-z]{1,30}))$/;
const OPERATORS = /^[-+*/%!?<>'"\\]+$/;

/** Code in which words may be arguments of a command, without its strings: `Invoke-RestMethod -Uri $uri`. */
export const bareWordsText = (code: string, trusted: ReadonlySet<string>): string => {
  let secret = false;
  return code.replace(WORD, (word, at: number) => {
    const [before, behind] = [
      code.slice(Math.max(0, at - 2), at),
      code.slice(at + word.length, at + word.length + 3),
    ];
    const isName =
      /[.[@]$|::$/.test(before) || /^\s?=|^[(.\]:]/.test(behind) || NAME.test(word) || OPERATORS.test(word);
    const given = secret;
    secret = word.startsWith('-') && SECRET_NAME.test(word);
    if (isName && !(given && !word.startsWith('$'))) return word;
    if (given) return MASK;
    return isHarmless(word)
      ? word
      : literalText(word.replaceAll(/\$(\w+)/g, '${$1}'), trusted).replaceAll(/\$\{(\w+)\}/g, '$$$1');
  });
};
