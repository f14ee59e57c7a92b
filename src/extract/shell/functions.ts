import { firstRun, ownWords } from './curl.ts';
import { programNamedBy } from './programs.ts';
import { functionsAsValues } from './functions-as-values.ts';
import { assignmentsIn, assignmentOf } from './variables.ts';
import type { Variables } from './variables.ts';
import type { CommandIn } from './written.ts';
import { exactWord } from './words.ts';
import type { Command, WordPart, Word } from './words.ts';

/** Command as it runs: inside functions with the arguments of the calls that lead to it. */
export interface CommandRun {
  readonly command: Command;
  readonly variables: Variables;
  /** Call from outside of every function; `undefined` for a command outside of functions. */
  readonly from: Command | undefined;
  /** Call of the function, or of one around it, that is given an input: a here-document, a file, a pipe. */
  readonly input?: CommandIn | undefined;
}

interface ShellFunction {
  readonly name: string;
  /** Index of the defining command. */
  readonly at: number;
  /** Index of the first command of the body, and of the one after it. */
  readonly first: number;
  readonly end: number;
}

/** Maximum depth of function calls. */
const MAX_DEPTH = 4;
/** Maximum number of command runs. */
const MAX_RUNS = 5000;

const OPENS = /[ \t]*\([ \t]*\)\s*\{/y;

const opensAt = (text: string, at: number): boolean => {
  OPENS.lastIndex = at;
  return OPENS.test(text);
};

/** Function name that a command defines: `name() {`, `function name {`. */
const definedName = ({ words }: Command, text: string): string | undefined => {
  const [first, second, third] = words.map((word) => exactWord(word));
  if (first === 'function')
    return third === '{' || (words[1] && opensAt(text, words[1].end)) ? second : undefined;
  return words.length === 1 && opensAt(text, words[0]!.end) ? first : undefined;
};

/** Index of the command that closes a body; one in `$(…)` comes before the command of which it is a part. */
const endOf = (commands: readonly Command[], from: number, open: number): number => {
  let depth = open;
  for (let at = from; at < commands.length; at++) {
    const lead = exactWord(commands[at]!.words[0]!);
    if (lead === '{') depth++;
    if (lead === '}' && --depth === 0) return at;
  }
  return commands.length;
};

const functionsIn = (commands: readonly Command[], text: string): readonly ShellFunction[] => {
  const found: ShellFunction[] = [];
  for (const [index, command] of commands.entries()) {
    const name = definedName(command, text);
    if (name === undefined) continue;
    const opens = exactWord(command.words[2] ?? command.words[0]!) === '{';
    const first = opens ? index : index + 1;
    found.push({ name, at: index, first, end: endOf(commands, first, opens ? 1 : 0) });
  }
  return found;
};

/** Argument resolved with the arguments of the calling function. */
const givenOn = (word: Word, { values, lists }: Variables): readonly Word[] => {
  const [only] = word.parts;
  if (only?.kind === 'variable' && only.all && word.parts.length === 1) return lists.get(only.name) ?? [word];
  const parts = word.parts.flatMap((part): readonly WordPart[] => {
    if (part.kind !== 'variable' || !/^\d*$/.test(part.name)) return [part];
    return values.get(part.name)?.[0]?.parts ?? [{ kind: 'hole', commands: [] }];
  });
  return [{ ...word, parts }];
};

/** Number of arguments shifted before a command of a body. */
const shiftsBefore = (body: readonly Command[], command: Command): number =>
  body
    .slice(0, body.indexOf(command))
    .map(({ words }) => words.map(exactWord))
    .reduce((count, [name, times]) => count + (name === 'shift' ? Number(times ?? 1) || 1 : 0), 0);

const BRANCHES = new Set(['while', 'until', 'for', 'case', 'select', 'if']);

/** False where arguments are shifted in conditions or set anew, so that their numbers are unknown. */
const isOrderly = (body: readonly Command[]): boolean => {
  const leads = new Set(body.flatMap(({ words }) => words.slice(0, 3).map((word) => exactWord(word) ?? '')));
  return !leads.has('set') && !(leads.has('shift') && [...BRANCHES].some((lead) => leads.has(lead)));
};

/** `$1`, `$2`, … and `$@` after a number of shifts. */
const argumentsOf = (given: readonly Word[], shifts: number): Variables => {
  const left = given.slice(shifts);
  return {
    values: new Map(left.map((word, index) => [`${index + 1}`, [word]])),
    lists: new Map([['', left], ...left.map((_, index) => [`@${index + 1}`, left.slice(index)] as const)]),
  };
};

/** Variables inside a call: `$1`, `$@` and assignments of the body, before those elsewhere in the script. */
const inside = (
  { values, lists }: Variables,
  body: readonly Command[],
  given: readonly Word[],
  shifts: number,
): Variables => {
  const own = new Map<string, Word[]>();
  for (const command of body) {
    // Assignments use the arguments at their position.
    const there = argumentsOf(given, shiftsBefore(body, command));
    for (const word of assignmentsIn(command)) {
      const assigned = assignmentOf(word);
      if (assigned && values.has(assigned.name))
        own.set(assigned.name, [...(own.get(assigned.name) ?? []), ...givenOn(assigned.value, there)]);
    }
  }
  const here = argumentsOf(given, shifts);
  return {
    values: new Map<string, readonly Word[]>([...values, ...own, ...here.values]),
    lists: new Map<string, readonly Word[]>([...lists, ...here.lists]),
  };
};

const UNKNOWN: readonly Word[] = Array.from({ length: 9 }, () => ({
  start: 0,
  end: 0,
  parts: [{ kind: 'hole', commands: [] }],
}));

/** True for a command that runs the arguments of its function: `until "$@"; do`. */
const runsArguments = (command: Command): boolean => {
  const [only, more] = ownWords(command);
  const [part, next] = only?.parts ?? [];
  return (
    more === undefined && next === undefined && part?.kind === 'variable' && part.all && part.name === ''
  );
};

/** True where a function runs the curl call that it is given: `retry curl -s "$URL"`. */
const isGivenCurl = ({ words }: Command, body: readonly Command[]): boolean =>
  words.some(programNamedBy) && body.some(runsArguments);

/** Every command of a script as it runs: those of functions once per call, if there is one. */
export const runsOf = (
  commands: readonly Command[],
  text: string,
  variables: Variables,
): readonly CommandRun[] => {
  const functions = functionsIn(commands, text);
  const plain = commands.map((command) => ({ command, variables, from: undefined }));
  if (functions.length === 0) return plain;
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  const called = new Set<ShellFunction>();
  const runs: CommandRun[] = [];
  const add = (run: CommandRun, above: readonly ShellFunction[]): void => {
    const start = firstRun(run.command);
    const fn = start === undefined ? undefined : byName.get(exactWord(start) ?? '');
    if (
      !fn ||
      !isOrderly(commands.slice(fn.first, fn.end)) ||
      above.includes(fn) ||
      above.length === MAX_DEPTH ||
      runs.length > MAX_RUNS
    ) {
      runs.push(run);
      return;
    }
    called.add(fn);
    const { words } = run.command;
    const given = words.slice(words.indexOf(start!) + 1).flatMap((word) => givenOn(word, run.variables));
    const body = commands.slice(fn.first, fn.end);
    if (isGivenCurl(run.command, body)) runs.push(run);
    const { heredoc, input: file, source } = run.command;
    const input = (heredoc ?? file ?? source) ? run : run.input;
    for (const command of body) {
      const within = inside(run.variables, body, given, shiftsBefore(body, command));
      add({ command, variables: within, from: run.from ?? run.command, input }, [...above, fn]);
    }
  };
  const isInside = (index: number): boolean =>
    functions.some(({ at, first, end }) => index === at || (first <= index && index < end));
  const outside = plain.filter((_, index) => !isInside(index));
  for (const run of outside) add(run, []);
  for (const { name, by } of functionsAsValues(commands, new Set(byName.keys()))) {
    const fn = byName.get(name)!;
    if (!called.has(fn)) continue;
    const body = commands.slice(fn.first, fn.end);
    const within = inside(variables, body, UNKNOWN, 0);
    for (const command of body) add({ command, variables: within, from: by }, [fn]);
  }
  const uncalled = functions.filter((fn) => !called.has(fn));
  return [
    ...runs,
    ...plain.filter((_, index) => uncalled.some(({ first, end }) => first <= index && index < end)),
  ];
};
