import { nameOfCommand, ownWords } from './curl.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';

/** Commands that run their arguments. */
const RUNNERS =
  /^(?:xargs|parallel|bash|sh|zsh|eval|trap|timeout|watch|nohup|exec|find|flock|retry\w*|with_\w+)$/;
const EXPORTING: ReadonlySet<string> = new Set(['export', 'declare', 'typeset']);

/** Function that a command receives by name, and may call with unknown arguments. */
interface GivenFunction {
  readonly name: string;
  readonly by: Command;
}

const wordsIn = ({ parts }: Word): readonly string[] =>
  parts.flatMap((part) => (part.kind === 'text' ? part.value.split(/[\s;|&(){}]+/) : []));

/** `export -f fetch`, `retry fetch "$URL"`, `xargs -I{} bash -c 'fetch {}'`. */
export const functionsAsValues = (
  commands: readonly Command[],
  functions: ReadonlySet<string>,
): readonly GivenFunction[] =>
  commands.flatMap((by) => {
    const name = nameOfCommand(by) ?? '';
    const given = ownWords(by).slice(1);
    const exports = EXPORTING.has(name) && given.some((word) => /^-\w*f/.test(exactWord(word) ?? ''));
    if (!exports && !functions.has(name) && !RUNNERS.test(name)) return [];
    const named = new Set(given.flatMap(wordsIn).filter((word) => functions.has(word)));
    return Array.from(named, (each) => ({ name: each, by }));
  });
