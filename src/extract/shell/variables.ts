import type { Slot, Text, TextPart as Known } from '../../model/index.ts';
import { urlWithoutSecrets } from '../secrets.ts';
import { AssignedValues } from './assigned-values.ts';
import { exactWord } from './words.ts';
import type { Command, ListAssignment, WordPart, ShellText, Word } from './words.ts';

/** Variables that a script assigns, by name, in order; each value is a word without the name. */
export interface Variables {
  readonly values: ReadonlyMap<string, readonly Word[]>;
  readonly lists: ReadonlyMap<string, readonly Word[]>;
}

const DECLARES: ReadonlySet<string> = new Set([
  'export',
  'local',
  'readonly',
  'declare',
  'typeset',
  'env',
  ':',
]);

const ASSIGNED = /^([A-Za-z_]\w*)\+?=/;

/** Variable with a value that is assigned to it. */
export interface NamedValue {
  readonly name: string;
  readonly value: Word;
  /** True for `NAME+=value`, which writes it behind the value before. */
  readonly appends?: boolean;
}

/** `NAME=value` as a name and the word of its value. */
export const assignmentOf = (word: Word): NamedValue | undefined => {
  const [first, ...rest] = word.parts;
  const found = first?.kind === 'text' && first.quote === 'none' ? ASSIGNED.exec(first.value) : null;
  if (first?.kind !== 'text' || found === null) return undefined;
  const length = found[0].length;
  const start = first.start + length;
  const left: ShellText = { ...first, start, value: first.value.slice(length) };
  const parts: readonly WordPart[] = left.value === '' ? rest : [left, ...rest];
  return {
    name: found[1] ?? '',
    value: { start, end: word.end, parts },
    ...(found[0].endsWith('+=') && { appends: true }),
  };
};

/** Assignments of a command, before its program or as its declarations. */
export const assignmentsIn = ({ words }: Command): readonly Word[] => {
  const found: Word[] = [];
  for (const word of words) {
    if (assignmentOf(word) !== undefined) found.push(word);
    else {
      const [only] = word.parts;
      const text = only?.kind === 'text' ? only.value : '';
      if (!DECLARES.has(text) && !text.startsWith('-')) break;
    }
  }
  return found;
};

/** `for name in word…` assigns each word to the name. */
const loopValues = ({ words: [lead, name, of, ...values] }: Command): readonly NamedValue[] =>
  lead && name && of && exactWord(lead) === 'for' && exactWord(of) === 'in'
    ? values.map((value) => ({ name: exactWord(name) ?? '', value }))
    : [];

/** `: "${NAME:=value}"` gives the value to the name. */
const defaultValues = ({ words }: Command): readonly NamedValue[] =>
  words.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.kind !== 'variable' || part.assigns !== true || part.fallback === undefined) return [];
      return [{ name: part.name, value: part.fallback }];
    }),
  );

/** Variables that a script assigns, after those that it takes over from the files that it sources. */
export const variablesOf = (
  commands: readonly Command[],
  lists: readonly ListAssignment[],
  sourced: readonly NamedValue[] = [],
): Variables => {
  const values = new AssignedValues();
  for (const one of sourced) values.assign(one, 0);
  for (const command of commands) {
    const depth = values.enter(command);
    for (const word of assignmentsIn(command)) {
      const assigned = assignmentOf(word);
      if (assigned !== undefined) values.assign(assigned, depth);
    }
    for (const one of [...loopValues(command), ...defaultValues(command)]) values.assign(one, depth);
  }
  return { values: values.byName, lists: new Map(lists.map(({ name, words }) => [name, words])) };
};

/** Slot of a literal part; characters written with escapes cannot be located. */
export const slotOfPart = (script: string, part: ShellText): Slot => {
  const { start, end, value, quote, file = script } = part;
  const verbatim = end - start === value.length;
  const spelling = quote === 'double' ? 'shell-double' : verbatim ? 'plain' : 'fixed';
  return { file, span: { start, end }, value, spelling };
};

/** Part without its credentials. */
const knownParts = (file: string, part: ShellText): readonly Known[] => {
  const slot = slotOfPart(file, part);
  const verbatim = part.end - part.start === part.value.length;
  return urlWithoutSecrets(part.value, (from, to) => {
    if (from === 0 && to === part.value.length) return [{ kind: 'known', slot, from, to }];
    if (!verbatim) return [{ kind: 'hole', name: undefined }];
    const span = { start: part.start + from, end: part.start + to };
    const piece = { ...slot, span, value: part.value.slice(from, to) };
    return [{ kind: 'known', slot: piece, from: 0, to: to - from }];
  }).parts;
};

const MAX_DEPTH = 8;
const MAX_PARTS = 200;

/** Removes the last slash of a text, where it is known. */
const trimSlash = (parts: Known[]): void => {
  const last = parts.at(-1);
  if (last?.kind === 'known' && last.to > last.from && last.slot.value[last.to - 1] === '/')
    parts[parts.length - 1] = { ...last, to: last.to - 1 };
};

/** Text of a word when each variable has its `arm`-th value, or its last one. */
export const textOfWord = (file: string, word: Word, variables: Variables, arm = 0): Text => {
  const parts: Known[] = [];
  const visit = (one: Word, above: readonly Word[]): void => {
    for (const part of one.parts) {
      if (parts.length >= MAX_PARTS) parts.push({ kind: 'hole', name: undefined });
      if (parts.length > MAX_PARTS) return;
      if (part.kind === 'text') parts.push(...knownParts(file, part));
      else if (part.kind === 'hole') parts.push({ kind: 'hole', name: undefined });
      else {
        const values = (variables.values.get(part.name) ?? []).filter((value) => !above.includes(value));
        const value = values[Math.min(arm, values.length - 1)];
        if (value !== undefined && above.length < MAX_DEPTH) visit(value, [...above, value]);
        else if (part.fallback !== undefined && above.length < MAX_DEPTH)
          visit(part.fallback, [...above, part.fallback]);
        else parts.push({ kind: 'hole', name: part.name });
        if (part.trims === true) trimSlash(parts);
      }
    }
  };
  visit(word, [word]);
  return { parts };
};

/** Largest number of values of a variable in the word. */
export const alternativesOf = ({ parts }: Word, variables: Variables): number =>
  Math.max(
    1,
    ...parts.map((part) => (part.kind === 'variable' ? (variables.values.get(part.name)?.length ?? 0) : 0)),
  );

/** Word of the assignment that provides the whole value of another word, where a variable has one value. */
export const source = (word: Word, variables: Variables): Word => {
  const [only] = word.parts;
  if (word.parts.length !== 1 || only?.kind !== 'variable') return word;
  const values = variables.values.get(only.name) ?? [];
  return values.length === 1 ? values[0]! : word;
};
