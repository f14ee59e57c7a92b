import { exactWord, knownStart } from './words.ts';
import type { Command, Word, WordPart } from './words.ts';
import { assignmentOf, source } from './variables.ts';
import type { Variables } from './variables.ts';
import { programNamedBy, programOf, type SendingProgram } from './programs.ts';

/** Option with its argument: a separate word, or the rest of the option's word. */
export interface Option {
  readonly name: string;
  readonly flag: Word;
  readonly value: Word;
}

/** Parsed call of curl, or of wget. */
export interface CurlCall {
  readonly command: Command;
  readonly program: SendingProgram;
  /** The word `curl`. */
  readonly at: Word;
  readonly options: readonly Option[];
  readonly switches: ReadonlySet<string>;
  readonly addresses: readonly Word[];
  /** False when words may contain unknown options. */
  readonly complete: boolean;
}

/** Commands whose arguments are text, not commands: `echo curl …`, `grep curl`. */
const SPEAKERS: ReadonlySet<string> = new Set(
  'echo printf cat grep egrep sed awk test [ [[ case log info warn error debug which type command read diff'.split(
    ' ',
  ),
);

const CONTROL: ReadonlySet<string> = new Set(
  'if then else elif while until do ! { time exec sudo'.split(' '),
);

/** Word that names the program of a command. */
export const firstRun = ({ words }: Command): Word | undefined =>
  words.find((word) => !CONTROL.has(exactWord(word) ?? '') && assignmentOf(word) === undefined);

/** Words of a command from its name on. */
export const ownWords = (command: Command): readonly Word[] => {
  const first = firstRun(command);
  return first === undefined ? [] : command.words.slice(command.words.indexOf(first));
};

/** Name of a command's program, if known. */
export const nameOfCommand = (command: Command): string | undefined => {
  const first = firstRun(command);
  return first && exactWord(first);
};

/** True when the words of the command are printed or compared, not run or used. */
export const isTextCommand = ({ words }: Command): boolean => {
  const first = words.find((word) => !CONTROL.has(exactWord(word) ?? ''));
  return first !== undefined && SPEAKERS.has(exactWord(first) ?? '');
};

/** Words that a value becomes where it is not quoted: parts of it, split at blanks. */
const splitAtBlanks = ({ parts, start, end }: Word): readonly Word[] => {
  const words: WordPart[][] = [[]];
  for (const part of parts) {
    if (part.kind !== 'text') words.at(-1)!.push(part);
    else
      for (const { index, 0: value, 1: blank } of part.value.matchAll(/(\s+)|\S+/g)) {
        const at = part.start + index;
        if (blank !== undefined) words.push([]);
        else words.at(-1)!.push({ ...part, start: at, end: at + value.length, value });
      }
  }
  return words
    .filter((own) => own.length > 0)
    .map((own) => {
      const texts = own.filter((part) => part.kind === 'text');
      return { start: texts[0]?.start ?? start, end: texts.at(-1)?.end ?? end, parts: own };
    });
};

/** Words of `$CURL` where a variable holds the command and its first options. Quotes in a value are characters. */
const commandIn = (word: Word, variables: Variables): readonly Word[] => {
  const [first] = word.parts;
  if (first?.kind !== 'variable') return [word];
  const value = source(word, variables);
  const isPlain = value.parts.every(
    (part) =>
      part.kind !== 'text' || (part.end - part.start === part.value.length && !/['"\\]/.test(part.value)),
  );
  return isPlain && programOf(/^\S*/.exec(knownStart(value))?.[0] ?? '') ? splitAtBlanks(value) : [word];
};

/** Words of the command as it runs: assigned lists are expanded. */
const expanded = (command: Command, variables: Variables): readonly Word[] => {
  const { lists } = variables;
  const runs = firstRun(command);
  return command.words.flatMap((word) => {
    if (word === runs) return commandIn(word, variables);
    const [only] = word.parts;
    const named = word.parts.length === 1 && only?.kind === 'variable' && (only.all || lists.has(only.name));
    return (named ? lists.get(only.name) : undefined) ?? [word];
  });
};

/** True for a word that is split into options when unquoted: `OPTIONS='-H Accept:text/csv'`. */
const holdsOption = ({ parts }: Word): boolean =>
  parts.some((part) => part.kind === 'text' && /(?:^|\s)-{1,2}[A-Za-z]/.test(part.value));

/** Matches options that determine the request: `-H`, `-XPOST`, `--data-binary`, `--post-data`. */
const TELLS = /(?:^|\s)(?:-[a-zA-Z]*[HdXKF]|--(?:header|data|json|request|config|form|post|body|method))/;

/** State: the next word and the meaning of the words before it. */
class Reader {
  readonly options: Option[] = [];
  readonly switches = new Set<string>();
  readonly addresses: Word[] = [];
  complete = true;
  private readonly words: readonly Word[];
  private readonly variables: Variables;
  private readonly program: SendingProgram;
  private at = 0;

  constructor(words: readonly Word[], variables: Variables, program: SendingProgram) {
    this.words = words;
    this.variables = variables;
    this.program = program;
  }

  private next(): Word | undefined {
    return this.words[this.at++];
  }

  read(): void {
    for (let word = this.next(); word !== undefined; word = this.next()) {
      const lead = knownStart(word);
      if (lead.startsWith('--')) this.long(word, lead.slice(2));
      else if (lead.startsWith('-') && lead.length > 1) this.short(word, lead);
      else if (this.isQuoted(word)) this.addresses.push(word);
      else this.bare(word);
    }
  }

  /** True for a word that is one whatever its variables hold; without quotes one may become none or several. */
  private isQuoted(word: Word): boolean {
    const [only, more] = word.parts;
    if (only?.kind !== 'variable' || more) return only?.kind === 'text' || more !== undefined;
    if (only.all) return false;
    return (
      only.quote === 'double' ||
      (this.variables.values.get(only.name)?.length === 1 && !holdsOption(source(word, this.variables)))
    );
  }

  /** An unquoted variable may contain options. */
  private bare(word: Word): void {
    const value = source(word, this.variables);
    const known =
      value === word
        ? undefined
        : value.parts.map((part) => (part.kind === 'text' ? part.value : '$')).join('');
    if (known === undefined || TELLS.test(known)) {
      this.complete = false;
      if (known === undefined) this.addresses.push(word);
    } else if (/(?:^|\s)--?\w/.test(known)) {
      for (const name of known.matchAll(/--([\w-]+)/g)) this.switches.add(name[1] ?? '');
      if (/(?:^|\s)-u/.test(known)) this.switches.add('user');
    } else this.addresses.push(word);
  }

  private take(name: string, flag: Word, value: Word | undefined): void {
    if (value === undefined) this.complete = false;
    else this.options.push({ name, flag, value });
  }

  private long(word: Word, written: string): void {
    const { long, named, assigns } = this.program;
    const end = assigns ? written.indexOf('=') : -1;
    const name = end < 0 ? written : written.slice(0, end);
    const meant = named.get(name) ?? name;
    if (!long.has(name)) this.switches.add(meant);
    else this.take(meant, word, end < 0 ? this.next() : this.rest(word, end + 3));
  }

  /** `-sSL`, `-XPOST`, `-sX POST`: letters up to the one that takes an argument. */
  private short(word: Word, lead: string): void {
    for (let at = 1; at < lead.length; at++) {
      const letter = lead[at] ?? '';
      const name = this.program.short.get(letter);
      if (name === undefined) this.switches.add(this.program.switches.get(letter) ?? letter);
      else {
        this.take(name, word, this.rest(word, at + 1) ?? this.next());
        return;
      }
    }
  }

  private rest(word: Word, at: number): Word | undefined {
    const [first, ...others] = word.parts;
    if (first?.kind !== 'text' || (first.value.length === at && others.length === 0)) return undefined;
    const start = first.start + at;
    const left = { ...first, start, value: first.value.slice(at) };
    return { start, end: word.end, parts: left.value === '' ? others : [left, ...others] };
  }
}

/** A method that is written without its flag, `curl -s GET "$URL"`: curl takes it for a host, which nobody means. */
const isMethod = (word: Word): boolean => /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(exactWord(word) ?? '');

/** Call of curl or wget in a command, whatever runs it (`sudo`, `retry 3`, `xargs`). */
export const curlCallOf = (command: Command, variables: Variables): CurlCall | undefined => {
  const words = expanded(command, variables);
  const index = words.findIndex(programNamedBy);
  const program = words[index] && programNamedBy(words[index]);
  if (!program || isTextCommand(command)) return undefined;
  const reader = new Reader(words.slice(index + 1), variables, program);
  reader.read();
  const { options, switches, complete } = reader;
  const named = options.filter(({ name }) => name === 'url').map(({ value }) => value);
  const hidden = options.some(({ name }) => name === 'config');
  return {
    command,
    program,
    at: command.words.find((word) => word === words[index]) ?? firstRun(command)!,
    options,
    switches,
    addresses: [...named, ...reader.addresses.filter((word) => !isMethod(word))],
    complete: complete && !hidden,
  };
};
