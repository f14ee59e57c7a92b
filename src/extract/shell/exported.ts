import { nameOfCommand, ownWords } from './curl.ts';
import { assignmentOf, assignmentsIn } from './variables.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';

/** Programs that get the variables of the script which are exported. */
const PROGRAM =
  /^(?:python[\d.]*|node|ruby|perl|php|go|deno|bun|npx|npm|yarn|pnpm|make|bash|sh|zsh|docker|terraform|\.{0,2}\/.*)$/;
const SOURCES = new Set(['.', 'source']);

/** The words that assign what other programs get: exported, or shared with a script that is read in. */
export const sharedWords = (commands: readonly Command[]): readonly Word[] => {
  const names = commands.map((command) => nameOfCommand(command) ?? '');
  const assigned = commands.flatMap((command) =>
    assignmentsIn(command).flatMap((word) => assignmentOf(word) ?? []),
  );
  if (names.some((name) => SOURCES.has(name))) return assigned.map(({ value }) => value);
  if (!names.some((name) => PROGRAM.test(name))) return [];
  const exported = new Set(
    commands
      .filter((_, at) => names[at] === 'export')
      .flatMap((command) => ownWords(command).slice(1))
      .map((word) => assignmentOf(word)?.name ?? exactWord(word)),
  );
  return assigned.filter(({ name }) => exported.has(name)).map(({ value }) => value);
};
