import { patternOf } from '../syntax/patterns.ts';
import type { ClientRow } from './client-row.ts';
import { CLIENTS } from './client-table.ts';
import { VERBS } from './client-shapes.ts';

/** Shorter names stand inside too many other words to be looked for there: `ky` in `sky`. */
const SHORTEST_PART = 5;

/** Names of a package's folders say nothing of it: `@angular/common/http`. */
const lastSegment = (module: string): string => module.slice(module.lastIndexOf('/') + 1);

const globalsOf = ({ calls, instances, onlyInstances }: ClientRow): readonly string[] => [
  ...(onlyInstances ? [] : Object.keys(calls)),
  ...instances.map(({ path }) => path),
];

/** What a file writes that sends through a client of the table: the package, or the global that is called. */
const writtenNames: readonly string[] = [
  ...new Set(
    CLIENTS.flatMap((row) =>
      row.modules.flatMap((module) => {
        if (module === '') return globalsOf(row);
        return module.startsWith('@') ? module : lastSegment(module);
      }),
    ),
  ),
].filter((name) => name !== '');

const wholeWord = (name: string): string => String.raw`(?<![\w$])${patternOf(name)}(?!\w)`;

/** What stands for a client in `text`: a longer name also inside a word, as `fetch` in `fetchJson`. */
const nameInText = (name: string): string => {
  if (/^https?$/.test(name)) return String.raw`${name}\b(?!:\/)`;
  return name.length < SHORTEST_PART || /\W/.test(name) ? wholeWord(name) : patternOf(name);
};

/** Words of functions that send through a client which is not seen: of a project, or of a package nobody knows. */
const GENERIC = ['request', 'digest', 'content-?type', String.raw`\bheaders\b`];

const PARTS = [
  ...GENERIC,
  ...writtenNames.filter((name) => name.length >= SHORTEST_PART && /^\w+$/.test(name)),
];

/** True for a name that a shorter one finds as well: `digest-fetch` beside `fetch`. */
const isCovered = (name: string): boolean =>
  PARTS.some((part) => part !== name && name.toLowerCase().includes(part.toLowerCase()));

/**
 * Matches a text that may send requests, by the names of the table's clients. Whoever calls what it holds may decide
 * what is sent, so it goes with its callers. Links in comments are none.
 */
export const MENTIONS_CLIENT = new RegExp(
  [...writtenNames.filter((name) => !isCovered(name)).map(nameInText), ...GENERIC].join('|'),
  'i',
);

const verbs: ReadonlySet<string> = new Set([...VERBS, 'del', 'options']);
/** Names of clients' methods that are common words of other things. */
const COMMON = new Set(['open', 'create', 'send']);

const lastName = (callee: string): string => callee.slice(callee.lastIndexOf('.') + 1).toLowerCase();

/** Names of the functions by which the table's clients send, verbs apart, lower case: `fetch`, `request`, `ajax`. */
export const SENDING_WORDS: ReadonlySet<string> = new Set(
  CLIENTS.flatMap(({ calls }) => Object.keys(calls).map(lastName)).filter(
    (name) => /^[a-z]{3,}$/.test(name) && !verbs.has(name) && !COMMON.has(name),
  ),
);

/** Single words that name the table's packages, lower case: `axios`, `got`, `https`. */
export const CLIENT_WORDS: ReadonlySet<string> = new Set(
  CLIENTS.flatMap(({ modules }) =>
    modules.filter((module) => !module.startsWith('@')).map(lastSegment),
  ).filter((name) => /^[a-z]+\d?$/.test(name)),
);
