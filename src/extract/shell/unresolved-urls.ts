import { flatten } from '../../model/index.ts';
import type { Text, UrlFact } from '../../model/index.ts';
import type { ExtractInput } from '../extractor.ts';
import { curlCallOf, isTextCommand, nameOfCommand, ownWords } from './curl.ts';
import type { CommandRun } from './functions.ts';
import { alternativesOf, textOfWord, assignmentOf, assignmentsIn } from './variables.ts';
import type { Variables } from './variables.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';

/** Programs that receive the exported variables of the script. */
const PROGRAM =
  /^(?:python[\d.]*|uvx?|poetry|node|tsx|ts-node|ruby|perl|php|go|java|dotnet|pwsh|deno|bun|npx|npm|yarn|pnpm|make|bash|sh|zsh|docker|terraform|\.{0,2}\/.*)$/;
const SOURCES = new Set(['.', 'source']);

/** Name of the program that a command runs, or what is known of its path: `$root/bin/report.sh`. */
const programOf = (command: Command): string => {
  const last = ownWords(command)[0]?.parts.at(-1);
  return nameOfCommand(command) ?? (last?.kind === 'text' ? last.value : '');
};

/** Words that assign variables of other programs: exported, or shared with a sourced script. */
const sharedWords = (commands: readonly Command[]): readonly Word[] => {
  const names = commands.map(programOf);
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

/** Commands that store, compare and parse text, and send nothing. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    'export local readonly declare typeset env : for case select return exit shift set unset let ' +
    'jq yq tr cut head tail sort uniq wc tee basename dirname realpath sleep cd mkdir rm cp mv touch ls function } { fi done esac'
  ).split(' '),
);

/** True for a function that prints its text to the command around its call: `curl "$(address orgs)"`. */
const isPrinted = ({ command, from }: CommandRun, text: string): boolean => {
  const at = from?.words[0]?.start ?? 0;
  return (
    at > 0 && /[(`]/.test(text[at - 1] ?? '') && ['echo', 'printf'].includes(nameOfCommand(command) ?? '')
  );
};

/** True for output to a file, which other programs may read: `sed "s#@BASE@#$BASE#" template > settings`. */
const isKept = ({ output }: Command): boolean =>
  output !== undefined && !/^(?:\/dev\/|&)|\.log$/.test(exactWord(output) ?? '');

const isUnseen = (run: CommandRun, text: string): boolean => {
  const { command, variables } = run;
  if (isTextCommand(command)) return isKept(command) || isPrinted(run, text);
  const name = nameOfCommand(command);
  if (ownWords(command).length === 0 || HARMLESS.has(name ?? '')) return false;
  return curlCallOf(command, variables) === undefined;
};

const textsOf = (file: string, word: Word, variables: Variables): readonly Text[] =>
  Array.from({ length: Math.min(alternativesOf(word, variables), 8) }, (_, arm) =>
    textOfWord(file, word, variables, arm),
  );

/** Words that a command passes to its program, as arguments or as variables: `BASE=$URL ./report.sh`. */
const givenWords = (command: Command): readonly Word[] => [
  ...ownWords(command).slice(1),
  ...assignmentsIn(command).flatMap((word) => assignmentOf(word)?.value ?? []),
];

/** Word from its first variable on: the text before it in `eval "run $BASE"` is not part of a URL. */
const fromVariable = (word: Word): Word => {
  const at = word.parts.findIndex((part) => part.kind === 'variable');
  return { ...word, parts: at < 0 ? [] : word.parts.slice(at) };
};

/** URLs passed to unknown code, which may send them: programs, functions and variables of other scripts, templates. */
export const unresolvedUrls = (
  script: {
    readonly file: string;
    readonly text: string;
    readonly commands: readonly Command[];
    readonly variables: Variables;
  },
  runs: readonly CommandRun[],
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): readonly UrlFact[] => {
  const given = runs
    .filter((run) => isUnseen(run, script.text))
    .flatMap(({ command, variables }) =>
      givenWords(command).map((word) => ({
        word: fromVariable(word),
        variables,
        callee: nameOfCommand(command),
      })),
    );
  const { file, commands, variables } = script;
  const shared = sharedWords(commands).map((word) => ({ word, variables, callee: undefined }));
  return [...given, ...shared].flatMap(({ word, variables: known, callee }) =>
    textsOf(file, word, known)
      .filter((text) => mayBeApiUrl(flatten(text)))
      .map((text) => ({
        kind: 'url' as const,
        file,
        span: { start: word.start, end: word.end },
        origin: 'authored' as const,
        text,
        use: 'value' as const,
        unseen: true,
        ...(callee !== undefined && { callee }),
      })),
  );
};
