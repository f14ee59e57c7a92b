import type { ProjectHost } from '../extractor.ts';
import { ShellLexer } from './lexer.ts';
import { locateSourced, pathIn, sourcedWords } from './sourced-files.ts';
import { assignmentOf, assignmentsIn } from './variables.ts';
import type { NamedValue, Variables } from './variables.ts';
import type { Command, ListAssignment, Word, WordPart } from './words.ts';

/** Maximum number of files that a script sources, with those that they source themselves. */
const MAX_FILES = 20;

const partIn = (file: string, part: WordPart): WordPart => {
  if (part.kind === 'text') return { ...part, file };
  return part.kind === 'variable' && part.fallback
    ? { ...part, fallback: wordIn(file, part.fallback) }
    : part;
};

const wordIn = (file: string, word: Word): Word => ({
  ...word,
  parts: word.parts.map((part) => partIn(file, part)),
});

/** Variable that a sourced file assigns. */
export interface Sourced extends NamedValue {
  /** Word of the script that names the file. */
  readonly at: Word;
}

/** What a script takes over from the files that it sources, in order; the words name their file. */
export interface SourcedAssignments {
  readonly values: readonly Sourced[];
  readonly lists: readonly ListAssignment[];
}

/** Assignments of the files that a script sources. */
export const sourcedAssignments = (
  script: string,
  own: readonly Command[],
  variables: Variables,
  host: ProjectHost,
): SourcedAssignments => {
  const seen = new Set([script]);
  const found: Sourced[] = [];
  const lists: ListAssignment[] = [];
  const follow = (from: string, commands: readonly Command[], top?: Word): void => {
    for (const word of sourcedWords(commands)) {
      const path = pathIn(word, variables);
      const file = path === undefined ? undefined : locateSourced(from, path, host);
      if (file === undefined || seen.has(file) || seen.size > MAX_FILES) continue;
      seen.add(file);
      const lexer = new ShellLexer(host.read(file) ?? '');
      lexer.read();
      const at = top ?? word;
      follow(file, lexer.commands, at);
      for (const assigned of lexer.commands.flatMap(assignmentsIn).flatMap((one) => assignmentOf(one) ?? []))
        found.push({ name: assigned.name, value: wordIn(file, assigned.value), at });
      for (const { name, words } of lexer.lists)
        lists.push({ name, words: words.map((each) => wordIn(file, each)) });
    }
  };
  follow(script, own);
  return { values: found, lists };
};
