import { posix } from 'node:path';
import type { ProjectHost } from '../extractor.ts';
import { nameOfCommand, ownWords } from './curl.ts';
import { textOfWord } from './variables.ts';
import type { Variables } from './variables.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';

const SOURCES: ReadonlySet<string> = new Set(['.', 'source']);
/** Commands whose output a script takes as its variables: `export $(grep -v '^#' .env | xargs)`. */
const READERS: ReadonlySet<string> = new Set('cat grep egrep sed awk xargs tr'.split(' '));
const TAKES: ReadonlySet<string> = new Set(['export', 'eval', 'declare', ...SOURCES]);
/** Names of files that hold variables: `.env`, `prod.env`, `.env.local`. */
const ENV_FILE = /(?:^|\/)\.?env(?:\.[\w.-]+)?$|\.env$/;

/** Path that a word names: whole, or what follows its last unknown part, as in `"$DIR/config.sh"`. */
export const pathIn = (word: Word, variables: Variables): string | undefined => {
  const { parts } = textOfWord('', word, variables);
  const last = parts.findLastIndex(({ kind }) => kind === 'hole');
  const known = parts
    .slice(last + 1)
    .map((part) => (part.kind === 'known' ? part.slot.value.slice(part.from, part.to) : ''))
    .join('');
  const path = last < 0 ? known : known.startsWith('/') ? known.slice(1) : '';
  return path === '' || path.startsWith('/') || /[\0\n*?]/.test(path) ? undefined : path;
};

/** Words that name files whose assignments the script takes over. */
export const sourcedWords = (commands: readonly Command[]): readonly Word[] => {
  const takesOutput = commands.some((command) => TAKES.has(nameOfCommand(command) ?? ''));
  return commands.flatMap((command) => {
    const name = nameOfCommand(command) ?? '';
    if (SOURCES.has(name)) return ownWords(command).slice(1, 2);
    if (!takesOutput) return [];
    const named = READERS.has(name) ? ownWords(command).slice(1) : [];
    const read = command.input === undefined ? named : [...named, command.input];
    return read.filter((word) => ENV_FILE.test(exactWord(word) ?? ''));
  });
};

/** Steps up that a relative path begins with: scripts may be above the working directory. */
const stepsUp = (path: string): number => path.split('/').filter((name) => name === '..').length;

/** File of the tree with the path, in the folder of the script or the nearest one above it. */
export const locateSourced = (script: string, path: string, host: ProjectHost): string | undefined => {
  for (let folder = posix.dirname(script); ; folder = posix.dirname(folder)) {
    const found = posix.join(folder, path);
    const isInside = stepsUp(found) <= stepsUp(script) && !posix.isAbsolute(found);
    if (isInside && found !== script && host.read(found) !== undefined) return found;
    if (/^(?:[./]|(?:\.\.\/)*\.\.)$/.test(folder)) return undefined;
  }
};
