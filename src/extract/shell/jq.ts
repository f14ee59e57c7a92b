import type { EscapeFact, NameFact, Place, ReadFact, ReadStep } from '../../model/index.ts';
import { escapeFactAt, Responses } from './responses.ts';
import type { CurlRequest } from './responses.ts';
import { jqFilter, type JqFilter } from './jq-filter.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';
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

/** Matches the paths of a filter's code, and shorthand names: `{ name }`. */
const PIECE =
  /(?<![\w\])"])((?:\.[A-Za-z_]\w*|\.?\[\d*\]|\.?\["\w+"\]|\."\w+")+)|([{,]\s*)([A-Za-z_]\w*)(?=\s*[,}])/g;
const STEP = /\.([A-Za-z_]\w*)|\.?\[?"(\w+)"\]?|\[\d*\]/g;

const stepsIn = (file: string, filter: JqFilter, path: string, at: number): readonly ReadStep[] =>
  Array.from(path.matchAll(STEP), ({ index, 0: whole, 1: plain, 2: quoted }) => {
    const name = plain ?? quoted;
    if (name === undefined) return { name: '*', slot: undefined, optional: false };
    return { name, slot: filter.slotOf(file, name, at + index + whole.indexOf(name)), optional: false };
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
const shorthand = (
  file: string,
  filter: JqFilter,
  root: readonly ReadStep[],
  name: string,
  at: number,
): Path => {
  const slot = { ...filter.slotOf(file, name, at), spelling: 'fixed' } as const;
  return { steps: [...root, { name, slot, optional: false }], form: 'member', place: slot };
};

/** Paths in a filter; after a pipe they are relative to the path before it. */
const pathsIn = (file: string, filter: JqFilter): readonly Path[] => {
  const { code } = filter;
  let root: readonly ReadStep[] = [];
  const found: Path[] = [];
  for (const { index, 0: whole, 1: path, 2: lead = '', 3: alone } of code.matchAll(PIECE)) {
    if (alone !== undefined) found.push(shorthand(file, filter, root, alone, index + lead.length));
    if (path === undefined || /\b(?:del|has|delpaths)\(\s*$/.test(code.slice(0, index))) continue;
    const rest = code.slice(index + whole.length);
    const steps = [...root, ...stepsIn(file, filter, path, index)];
    const form = /^\s*(?:\/\/|[|+*/%-])?=(?!=)/.test(rest) ? 'write' : 'member';
    found.push({ steps, form, place: { file, span: filter.spanOf(index, path.length) } });
    if (/^\s*\|(?![|=])/.test(rest)) root = ofElements(steps);
  }
  return found;
};

interface Wanted {
  /** The script. */
  readonly text: string;
  readonly names: ReadonlySet<string>;
  readonly successors: ReadonlySet<string>;
}

const namesIn = ({ steps }: Path): readonly string[] => steps.map(({ name }) => name);

/** Fields that jq filters read from the responses of calls: piped, in a variable, or in a file. */
export const jqReads = (
  file: string,
  commands: readonly Command[],
  calls: readonly CurlRequest[],
  { names, successors, text }: Wanted,
): readonly ReadFact[] => {
  if (calls.length === 0) return [];
  const answers = new Responses(commands, calls);
  return commands.flatMap((command) => {
    const filter = jqFilter(filterOf(command), text);
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
 * Positions where a response is passed to a program that names properties, as `grep srvAddress`: what it reads, and whether
 * the newer response suits it, is unknown.
 */
export const readersByName = (
  file: string,
  commands: readonly Command[],
  calls: readonly CurlRequest[],
  names: readonly string[],
): readonly (EscapeFact | NameFact)[] => {
  if (calls.length === 0 || names.length === 0) return [];
  const spoken = new RegExp(String.raw`\b(?:${names.join('|')})\b`, 'g');
  const answers = new Responses(commands, calls);
  return commands
    .filter((command) => !filterOf(command))
    .flatMap((command): readonly (EscapeFact | NameFact)[] => {
      const found = new Set(textOf(command).match(spoken) ?? []);
      const requests = found.size === 0 ? [] : answers.readBy(command);
      if (requests.length === 0) return [];
      const [first] = command.words as [Word];
      const place = { file, span: { start: first.start, end: command.words.at(-1)!.end } };
      return [
        ...requests.map(({ request }): EscapeFact => ({
          ...escapeFactAt(file, first, request.id),
          as: 'unknown',
        })),
        ...Array.from(found, (name): NameFact => ({
          kind: 'name',
          origin: 'authored',
          ...place,
          name,
          as: 'read',
        })),
      ];
    });
};
