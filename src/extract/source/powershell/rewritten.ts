import { withoutBareLists } from './bare-lists.ts';

// Syntax that the grammar refuses, rewritten to syntax that it reads. All positions are unchanged, and the lowering reads
// the original text.

const NO_COMMAND =
  'return|throw|in|if|while|until|switch|process|begin|end|f|[ci]?(?:eq|ne|[gl][te]|(?:not)?(?:like|match|in|contains)|replace|split)|join|b?(?:and|or|xor)|is|isnot|as';

/** A word that starts with a variable, after a command, a parameter or an operator that calls: `-Uri $base/groups`. */
const PATH_OF_VARIABLE = new RegExp(
  String.raw`((?:^|[\s;|({=])(?:[.&]|(?!-?(?:${NO_COMMAND})\b)-?[A-Za-z][\w.-]*:?)[ \t]+)(\$(?:\w+(?::\w+)?|\{[\w:]+\}))(?=[/\\][\w.$*])`,
  'gi',
);

/** Paths that start with a variable as plain words. */
const withPlainPaths = (text: string): string =>
  text.replaceAll(
    PATH_OF_VARIABLE,
    (_, before: string, variable: string) => before + variable.replaceAll(/[${}:]/g, 'x'),
  );

/** Text that one choice does not reach beyond. */
const REACH = /[^\n|;]+/g;
const OPERATOR = /(?<=[\w)'"\]}]) \?\?? | : /g;

const [IF, ELSE] = [' ? ', ' : '];

const withOldOperatorsIn = (part: string): string => {
  const [first, last] = [part.indexOf(IF), part.lastIndexOf(ELSE)];
  return part.replaceAll(OPERATOR, (written, at: number) => {
    const isFollowed = written !== IF || last >= at + IF.length;
    const isPreceded = written !== ELSE || (first !== -1 && first + IF.length <= at);
    return isFollowed && isPreceded ? '-or'.padEnd(written.length) : written;
  });
};

/** `??`, and `?` and `:` of a choice, as the operator of the lowest precedence, with the blank on one side or both. */
const withOldOperators = (text: string): string => text.replaceAll(REACH, withOldOperatorsIn);

const PARAMETERS = /\bparam[ \t]*\(/gi;

/** Position after the bracket that closes the one before `from`; -1 where none does. */
const afterBracket = (text: string, from: number): number => {
  const tokens = /'[^'\n]*'|"(?:[^"\n`]|`.)*"|#[^\n]*|[()]/g;
  tokens.lastIndex = from;
  let depth = 1;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if (token[0] === '(') depth++;
    if (token[0] === ')') depth--;
    if (depth === 0) return tokens.lastIndex;
  }
  return -1;
};

/** A line break between parameters and a statement on the same line: `{ param($x) Get-Item $x }`. */
const withParametersAlone = (text: string): string => {
  const units = text.split('');
  for (const { index, 0: found } of text.matchAll(PARAMETERS)) {
    const end = afterBracket(text, index + found.length);
    if (end > 0 && /^[ \t][ \t]*[^\s;}#]/.test(text.slice(end, end + 80))) units[end] = '\n';
  }
  return units.join('');
};

/** The text without what the grammar refuses. */
export const rewritten = (text: string): string =>
  [withoutBareLists, withPlainPaths, withOldOperators, withParametersAlone].reduce(
    (all, rewrite) => rewrite(all),
    text,
  );
