import type { EscapeFact, SourceFile } from '../../model/index.ts';
import { nameOfCommand } from './curl.ts';
import { filterOf } from './jq.ts';
import { jqFilter } from './jq-filter.ts';
import { type CurlRequest, escapeFactAt, Responses } from './responses.ts';
import { exactWord } from './words.ts';
import type { Command } from './words.ts';

/** Commands that read no field of their input, or whose words name the fields. */
const UNDERSTOOD: ReadonlySet<string> = new Set(
  (
    'echo printf cat tee head tail wc less more sort uniq column tr gzip base64 md5sum shasum sha1sum sha256sum test [ [[ true : diff cmp ' +
    'grep egrep fgrep rg sed awk cut logger log info warn error debug json_pp file return exit local readonly declare export set shift curl wget'
  ).split(' '),
);
/** Programs that print a document unchanged, or whose code follows a flag. */
const SHOWN = /(?:^|\s)-m\s+json\.tool\b|(?:^|\s)-(?:[a-z]*e|c)(?:\s|$)/;
/** Matches a filter that reads a field by a variable name: `.[$key]`, `getpath($path)`. */
const BY_NAME = /\.?\[\s*\$(?!__loc__)|\bgetpath\s*\(|\$ENV\b|\benv\./;

const wordsOf = ({ words }: Command): string => words.map((word) => exactWord(word) ?? '\u0000').join(' ');

const isUnderstood = (command: Command, script: string): boolean => {
  const name = nameOfCommand(command);
  const filter = filterOf(command);
  if (name === 'jq' || filter) {
    if (/(?:^|\s)(?:-[a-zA-Z]*f|--from-file)(?:\s|=|$)/.test(wordsOf(command))) return false;
    const program = jqFilter(filter, script);
    return filter === undefined || (program?.isWritten === true && !BY_NAME.test(program.value));
  }
  return name === undefined || UNDERSTOOD.has(name) || SHOWN.test(wordsOf(command));
};

/** Positions where a response is passed to a program with unknown reads: `| python3 report.py`, `| jq -f fmt.jq`. */
export const unknownReaders = (
  { path: file, text }: Pick<SourceFile, 'path' | 'text'>,
  commands: readonly Command[],
  calls: readonly CurlRequest[],
): readonly EscapeFact[] => {
  if (calls.length === 0) return [];
  const answers = new Responses(commands, calls);
  return commands.flatMap((command) => {
    const [first] = command.words;
    if (first === undefined || isUnderstood(command, text)) return [];
    const span = { start: first.start, end: first.end };
    return answers.readBy(command).map(({ request: { id } }) => escapeFactAt(file, span, id));
  });
};
