import type { EscapeFact } from '../../model/index.ts';
import { nameOfCommand } from './curl.ts';
import { filterOf, writtenOut } from './jq.ts';
import { type CurlRequest, Responses } from './responses.ts';
import { exactWord } from './words.ts';
import type { Command } from './words.ts';

/** Commands that take no field from what they read, or whose words say which. */
const UNDERSTOOD: ReadonlySet<string> = new Set(
  (
    'echo printf cat tee head tail wc less more sort uniq column tr gzip base64 md5sum shasum sha1sum sha256sum test [ [[ true : diff cmp ' +
    'grep egrep fgrep rg sed awk cut logger log info warn error debug json_pp file return exit local readonly declare export set shift curl'
  ).split(' '),
);
/** Programs that show a document as it is, or are written out behind a flag. */
const SHOWN = /(?:^|\s)-m\s+json\.tool\b|(?:^|\s)-(?:[a-z]*e|c)(?:\s|$)/;
/** A filter that takes a field by a name which is given to it: `.[$key]`, `getpath($path)`. */
const BY_NAME = /\.?\[\s*\$(?!__loc__)|\bgetpath\s*\(|\$ENV\b|\benv\./;

const wordsOf = ({ words }: Command): string => words.map((word) => exactWord(word) ?? '\u0000').join(' ');

const isUnderstood = (command: Command): boolean => {
  const name = nameOfCommand(command);
  const filter = filterOf(command);
  if (name === 'jq' || filter) {
    if (/(?:^|\s)(?:-[a-zA-Z]*f|--from-file)(?:\s|=|$)/.test(wordsOf(command))) return false;
    const program = writtenOut(filter);
    return filter === undefined || (program !== undefined && !BY_NAME.test(program.value));
  }
  return name === undefined || UNDERSTOOD.has(name) || SHOWN.test(wordsOf(command));
};

/** Places where the response of a call goes to a program that is not seen to read it: `| python3 report.py`, `| jq -f fmt.jq`. */
export const unknownReaders = (
  file: string,
  commands: readonly Command[],
  calls: readonly CurlRequest[],
): readonly EscapeFact[] => {
  if (calls.length === 0) return [];
  const answers = new Responses(commands, calls);
  return commands.flatMap((command) => {
    const [first] = command.words;
    if (first === undefined || isUnderstood(command)) return [];
    return answers.readBy(command).map(({ request: { id: request } }): EscapeFact => ({
      kind: 'escape',
      origin: 'authored',
      request,
      path: [],
      stated: false,
      as: 'leaves',
      file,
      span: { start: first.start, end: first.end },
    }));
  });
};
