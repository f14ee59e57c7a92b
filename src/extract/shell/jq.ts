import type { Place, ReadFact, ReadStep, UrlFact } from '../../model/index.ts';
import { Responses } from './responses.ts';
import type { CurlRequest } from './responses.ts';
import { exactWord } from './words.ts';
import type { Command, ShellText, Word } from './words.ts';
import { entryNamed } from '../../model/index.ts';

const ARGUMENTS: Readonly<Record<string, number>> = {
  '--arg': 2,
  '--argjson': 2,
  '--slurpfile': 2,
  '--rawfile': 2,
  '--indent': 1,
  '-f': 1,
  '--from-file': 1,
};

/** Filter argument of a jq call. */
export const filterOf = ({ words }: Command): Word | undefined => {
  const at = words.findIndex((word) => /^(?:.*\/)?jq$/.test(exactWord(word) ?? ''));
  for (let index = at < 0 ? words.length : at + 1; index < words.length; index++) {
    const text = exactWord(words[index]!);
    if (text === undefined || !text.startsWith('-')) return words[index];
    index += entryNamed(ARGUMENTS, text) ?? 0;
  }
  return undefined;
};

/** Matches the strings of a filter, which are names only in `.["name"]`; its paths; and shorthand names: `{ name }`. */
const PIECE =
  /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w\])"])((?:\.[A-Za-z_]\w*|\.?\[\d*\])+)|[{,]\s*([A-Za-z_]\w*)(?=\s*[,}])/g;
const STEP = /\.([A-Za-z_]\w*)|\[\d*\]/g;

const stepsIn = (file: string, path: string, at: number): readonly ReadStep[] =>
  Array.from(path.matchAll(STEP), ({ index, 1: name }) => {
    if (name === undefined) return { name: '*', slot: undefined, optional: false };
    const start = at + index + 1;
    const span = { start, end: start + name.length };
    return { name, slot: { file, span, value: name, spelling: 'js-name' as const }, optional: false };
  });

interface Path {
  readonly steps: readonly ReadStep[];
  readonly form: ReadFact['form'];
  readonly place: Place;
}

const ELEMENT: ReadStep = { name: '*', slot: undefined, optional: false };

/** `.results | map(.name)` reads the list's elements, like `.results[] | .name`. */
const ofElements = (steps: readonly ReadStep[]): readonly ReadStep[] =>
  steps.length === 1 && steps[0]?.name === 'results' ? [...steps, ELEMENT] : steps;

/** `{ name }` reads `.name` and names the result alike: a replacement path cannot be written there. */
const shorthand = (file: string, root: readonly ReadStep[], name: string, start: number): Path => {
  const place = { file, span: { start, end: start + name.length } };
  const slot = { ...place, value: name, spelling: 'fixed' } as const;
  return { steps: [...root, { name, slot, optional: false }], form: 'member', place };
};

/** Paths in a filter; after a pipe they are relative to the path before it. */
const pathsIn = (file: string, { value, start }: ShellText): readonly Path[] => {
  let root: readonly ReadStep[] = [];
  const found: Path[] = [];
  for (const { index, 0: whole, 1: path, 2: alone } of value.matchAll(PIECE)) {
    if (alone !== undefined)
      found.push(shorthand(file, root, alone, start + index + whole.length - alone.length));
    if (path === undefined || /\b(?:del|has|delpaths)\(\s*$/.test(value.slice(0, index))) continue;
    const [rest, span] = [
      value.slice(index + whole.length),
      { start: start + index, end: start + index + whole.length },
    ];
    const steps = [...root, ...stepsIn(file, path, start + index)];
    const form = /^\s*(?:\/\/|[|+*/%-])?=(?!=)/.test(rest) ? 'write' : 'member';
    found.push({ steps, form, place: { file, span } });
    if (/^\s*\|(?![|=])/.test(rest)) root = ofElements(steps);
  }
  return found;
};

interface Wanted {
  readonly names: ReadonlySet<string>;
  readonly successors: ReadonlySet<string>;
}

const namesIn = ({ steps }: Path): readonly string[] => steps.map(({ name }) => name);

/** Fields that jq filters read from the responses of calls: piped, in a variable, or in a file. */
export const jqReads = (
  file: string,
  commands: readonly Command[],
  calls: readonly CurlRequest[],
  { names, successors }: Wanted,
): readonly ReadFact[] => {
  if (calls.length === 0) return [];
  const answers = new Responses(commands, calls);
  return commands.flatMap((command) => {
    const filter = writtenOut(filterOf(command));
    const requests = filter ? answers.readBy(command) : [];
    if (!filter || requests.length === 0) return [];
    const paths = pathsIn(file, filter);
    const bothShapes =
      filter.value.includes('//') && paths.some((path) => namesIn(path).some((name) => successors.has(name)));
    return paths
      .filter((path) => namesIn(path).some((name) => names.has(name)))
      .flatMap(({ steps, form, place }) =>
        requests.map(({ request: { id: request } }): ReadFact => ({
          kind: 'read',
          origin: 'authored',
          request,
          path: steps,
          form,
          bothShapes,
          ...place,
        })),
      );
  });
};

const textOf = ({ words }: Command): string =>
  words
    .slice(1)
    .flatMap(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.value : ' ')))
    .join(' ');

/**
 * URLs of calls whose responses are passed to programs that name properties, as `grep srvAddress`: their
 * reads are unknown, and so is whether the newer response suits them.
 */
export const addressesReadBy = (
  commands: readonly Command[],
  calls: readonly CurlRequest[],
  names: readonly string[],
): readonly UrlFact[] => {
  if (calls.length === 0 || names.length === 0) return [];
  const spoken = new RegExp(String.raw`\b(?:${names.join('|')})\b`);
  const answers = new Responses(commands, calls);
  return commands
    .filter((command) => !filterOf(command) && spoken.test(textOf(command)))
    .flatMap((command) => answers.readBy(command))
    .flatMap(({ request: { urls, file, span } }) =>
      urls.map((text) => ({ kind: 'url', file, span, origin: 'authored', text, use: 'value', unseen: true })),
    );
};

/** Literal text of a word. */
export const writtenOut = (word: Word | undefined): ShellText | undefined => {
  const [only, more] = word?.parts ?? [];
  const plain = only?.kind === 'text' && !more && only.end - only.start === only.value.length;
  return plain ? only : undefined;
};
