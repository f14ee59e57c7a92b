import { patternOf } from '../languages/patterns.ts';
import type { ClientRow } from './client-row.ts';
import { CLIENTS } from './client-table.ts';
import { VERBS } from './client-shapes.ts';

/** Minimum length of names that are matched inside words: `ky` is in `sky`. */
const MIN_PART_LENGTH = 5;

/** Last segment of a module name; those before may be generic folders: `@angular/common/http`. */
const lastSegment = (module: string): string => module.slice(module.lastIndexOf('/') + 1);

const globalsOf = ({ calls, instances, onlyInstances }: ClientRow): readonly string[] => [
  ...(onlyInstances ? [] : Object.keys(calls)),
  ...instances.map(({ path }) => path),
];

/** Names in a file that sends through a client of the table: the package, or the called global. */
const writtenNames: readonly string[] = [
  ...new Set(
    CLIENTS.flatMap((row) =>
      row.modules.flatMap((module) => {
        if (module === '') return globalsOf(row);
        return module.startsWith('@') ? module : lastSegment(module);
      }),
    ),
  ),
].filter((name) => /\w/.test(name));

const wholeWord = (name: string): string => String.raw`(?<![\w$])${patternOf(name)}(?!\w)`;

/** Pattern of a client's name in `text`: a longer name also inside a word, as `fetch` in `fetchJson`. */
const nameInText = (name: string): string => {
  if (/^https?$/.test(name)) return String.raw`${name}\b(?!:\/)`;
  return name.length < MIN_PART_LENGTH || /\W/.test(name) ? wholeWord(name) : patternOf(name);
};

/** Words in functions that send through an unknown client: of a project, or of an unknown package. */
const GENERIC = ['request', 'digest', 'content-?type', String.raw`\bheaders\b`];

const PARTS = [
  ...GENERIC,
  ...writtenNames.filter((name) => name.length >= MIN_PART_LENGTH && /^\w+$/.test(name)),
];

/** True for a name that contains a shorter one: `digest-fetch` contains `fetch`. */
const isCovered = (name: string): boolean =>
  PARTS.some((part) => part !== name && name.toLowerCase().includes(part.toLowerCase()));

/**
 * Matches a text that may send requests, by the names of the table's clients. Its callers may determine what
 * is sent, so they are analysed together. Links in comments do not match.
 */
export const MENTIONS_CLIENT = new RegExp(
  [...writtenNames.filter((name) => !isCovered(name)).map(nameInText), ...GENERIC].join('|'),
  'i',
);

const verbs: ReadonlySet<string> = new Set([...VERBS, 'del', 'options']);
/** Names of client methods that are common words. */
const COMMON = new Set(['open', 'create', 'send']);

const lastName = (callee: string): string => callee.slice(callee.lastIndexOf('.') + 1).toLowerCase();

/** Names of the sending functions of the table's clients, except verbs, lower case: `fetch`, `request`, `ajax`. */
export const SENDING_WORDS: ReadonlySet<string> = new Set(
  CLIENTS.flatMap(({ calls }) => Object.keys(calls).map(lastName)).filter(
    (name) => /^[a-z]{3,}$/.test(name) && !verbs.has(name) && !COMMON.has(name),
  ),
);

/** Words in the names of the table's packages, lower case: `axios`, `got`, `https`. */
export const CLIENT_WORDS: ReadonlySet<string> = new Set(
  CLIENTS.flatMap(({ modules }) =>
    modules.filter((module) => !module.startsWith('@')).map(lastSegment),
  ).filter((name) => /^[a-z]+\d?$/.test(name)),
);
