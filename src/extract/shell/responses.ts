import type { EscapeFact, RequestFact, Span } from '../../model/index.ts';
import { assignmentOf } from './variables.ts';
import { programNamedBy } from './programs.ts';
import { exactWord } from './words.ts';
import type { Command, Word, WordPart } from './words.ts';

/** Curl call with the request that it sends. */
export interface CurlRequest {
  readonly command: Command;
  readonly request: RequestFact;
}

/** Variables and files that hold responses of calls, by name. */
type Kept = ReadonlyMap<string, readonly CurlRequest[]>;

const add = (kept: Map<string, CurlRequest[]>, name: string, calls: readonly CurlRequest[]): void => {
  if (calls.length > 0) kept.set(name, [...(kept.get(name) ?? []), ...calls]);
};

/** Source text of a word that is a name: `$name`, `$dir/file.json`. */
const nameOf = ({ parts }: Word): string =>
  parts
    .map((part) =>
      part.kind === 'text' ? part.value : part.kind === 'variable' ? `$${part.name}` : '\u0000',
    )
    .join('');

const OUTPUT = /^(?:-[a-zA-Z]*o|--output)$/;
const OUTPUT_OF_WGET = /^(?:-[a-zA-Z]*O|--output-document)$/;

/** File that a command writes its output to. */
const fileOf = ({ words, output }: Command): Word | undefined => {
  const isWget = words.some((word) => programNamedBy(word)?.name === 'wget');
  const option = isWget ? OUTPUT_OF_WGET : OUTPUT;
  const flag = words.findIndex((word) => option.test(exactWord(word) ?? ''));
  const file = flag < 0 ? undefined : words[flag + 1];
  return output ?? (file && exactWord(file) !== '-' ? file : undefined);
};

const commandsIn = ({ parts }: Word): readonly Command[] =>
  parts.flatMap((part: WordPart) => (part.kind === 'hole' ? part.commands : []));

/** Commands that pass on their input: `echo "$answer" | jq`, `cat answer.json | jq`. */
const PASSES = new Set(['echo', 'printf', 'cat', 'tee']);

/** Responses of calls, by the variable or file that holds them. State: what is known so far, in script order. */
export class Responses {
  private readonly kept = new Map<string, CurlRequest[]>();
  private readonly calls: readonly CurlRequest[];

  constructor(commands: readonly Command[], calls: readonly CurlRequest[]) {
    this.calls = calls;
    for (const command of commands) this.keep(command);
  }

  private keep(command: Command): void {
    for (const word of command.words) {
      const assigned = assignmentOf(word);
      const last = assigned && commandsIn(assigned.value).at(-1);
      if (assigned && last) add(this.kept, `$${assigned.name}`, this.givenBy(last));
    }
    const file = fileOf(command);
    if (file) add(this.kept, nameOf(file), this.givenBy(command));
  }

  private under(word: Word): readonly CurlRequest[] {
    return (this.kept as Kept).get(nameOf(word)) ?? [];
  }

  /** Calls whose response a command outputs; a filter of the response outputs another one. */
  private givenBy(command: Command): readonly CurlRequest[] {
    const own = this.calls.filter((call) => call.command === command);
    const passes = PASSES.has(exactWord(command.words[0]!) ?? '');
    return own.length > 0 || !passes ? own : this.readBy(command);
  }

  /** Calls whose response, or something derived from it, a command sends or reads. */
  reaching(command: Command): readonly CurlRequest[] {
    const own = this.calls.filter((call) => call.command === command);
    const { source } = command;
    return [...new Set([...own, ...(source ? this.reaching(source) : []), ...this.readBy(command)])];
  }

  /** Calls whose response a command reads. */
  readBy({ source, input, words }: Command): readonly CurlRequest[] {
    if (source) return this.givenBy(source);
    const named = [...(input ? [input] : []), ...words.slice(1)].flatMap((word) => this.under(word));
    return [...new Set(named)];
  }
}

/** A response that leaves for unknown readers at a position of a script. */
export const escapeFactAt = (file: string, { start, end }: Span, request: string): EscapeFact => ({
  kind: 'escape',
  origin: 'authored',
  request,
  path: [],
  stated: false,
  as: 'leaves',
  file,
  span: { start, end },
});

/** True for devices, which store nothing: `-o /dev/null`. */
const isDevice = (word: Word): boolean => nameOf(word).startsWith('/dev/');

/** True for a command whose output is discarded: `curl -o /dev/null …`. */
export const isDiscarded = (command: Command): boolean => {
  const file = fileOf(command);
  return file !== undefined && nameOf(file) === '/dev/null';
};

/** Files that a command writes its input to: `> answer.json`, `-o answer.json`, `tee answer.json`. */
const filesOf = (command: Command): readonly Word[] => {
  const isTee = exactWord(command.words[0]!) === 'tee';
  const copies = isTee ? command.words.slice(1).filter((word) => !nameOf(word).startsWith('-')) : [];
  return [fileOf(command) ?? [], copies].flat().filter((word) => !isDevice(word));
};

/** Positions where a response is written to a file, which any program may read: `curl … > clusters.json`. */
export const savedResponses = (
  file: string,
  commands: readonly Command[],
  calls: readonly CurlRequest[],
): readonly EscapeFact[] => {
  if (calls.length === 0) return [];
  const answers = new Responses(commands, calls);
  return commands.flatMap((command) =>
    filesOf(command).flatMap(({ start, end }) =>
      answers.reaching(command).map(({ request: { id } }) => escapeFactAt(file, { start, end }, id)),
    ),
  );
};
