import type { Tree } from '../../model/index.ts';
import { ownWords } from './curl.ts';
import { jqObject } from './jq-object.ts';
import { filterOf } from './jq.ts';
import { source } from './variables.ts';
import type { Variables } from './variables.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';

/** Command with the values of its variables. */
export interface CommandIn {
  readonly command: Command;
  readonly variables: Variables;
}
import { inHeredoc, inQuotes } from './written-text.ts';
import type { TextOfScript, WrittenText } from './written-text.ts';

/** Input or output of a command: a written text, the content of a file, or an object that jq or printf makes. */
export type Content =
  | { readonly kind: 'text'; readonly written: WrittenText }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'tree'; readonly tree: Tree };

const asText = (written: WrittenText | undefined): Content | undefined =>
  written && { kind: 'text', written };

/** What printf outputs; a format in which it puts values is read like a filter of jq, and not edited: they follow in order. */
const printed = (script: TextOfScript, format: Word, values: readonly Word[]): Content | undefined => {
  const [only, more] = values;
  if (only && !more && /^%s(?:\\n)?$/.test(exactWord(format) ?? '')) return asText(inQuotes(script, only));
  const tree = only && jqObject(script.file, format, script.text);
  if (only) return tree && { kind: 'tree', tree };
  const written = inQuotes(script, format);
  const value = written?.slot.value.replace(/(?:\\n)+$/, (end) => ' '.repeat(end.length));
  return written && asText({ ...written, slot: { ...written.slot, value: value ?? '' } });
};

/** Output of a command: `cat <<EOF`, `cat body.json`, `echo '{…}'`, `printf '{…}'`, `jq -n '{…}'`. */
export const outputOf = (script: TextOfScript, { command, variables }: CommandIn): Content | undefined => {
  const [name, ...given] = ownWords(command);
  const words = given.map((word) => source(word, variables));
  const [first, ...others] = words;
  switch (name && exactWord(name)) {
    case 'cat': {
      const file = first && exactWord(first);
      if (!first) return inputOf(script, { command, variables });
      return file === undefined || others.length > 0 ? undefined : { kind: 'file', name: file };
    }
    case 'echo': {
      const [text, more] = words.filter((word) => !/^-[neE]+$/.test(exactWord(word) ?? ''));
      return more === undefined && text ? asText(inQuotes(script, text)) : undefined;
    }
    case 'printf':
      return first && printed(script, first, others);
    case 'jq': {
      const tree = jqObject(script.file, filterOf(command), script.text);
      return tree && { kind: 'tree', tree };
    }
    default:
      return undefined;
  }
};

/** Input of a command: a here-document, a file, or the output of the command before it. */
export const inputOf = (script: TextOfScript, { command, variables }: CommandIn): Content | undefined => {
  const { heredoc, input } = command;
  if (heredoc) return asText(inHeredoc(script, heredoc));
  if (input && /<<<\s*$/.test(script.text.slice(0, input.start)))
    return asText(inQuotes(script, source(input, variables)));
  const name = input && exactWord(input);
  if (input) return name === undefined ? undefined : { kind: 'file', name };
  return command.source && outputOf(script, { command: command.source, variables });
};

const inside = ({ words }: Command): readonly Command[] =>
  words.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.kind === 'hole' ? part.commands.flatMap((one) => [one, ...inside(one)]) : [],
    ),
  );

/** Output of `$(…)`, where it is one command: `$(cat <<EOF … EOF)`. */
export const substitutedIn = (
  script: TextOfScript,
  word: Word,
  variables: Variables,
): Content | undefined => {
  const [only, more] = word.parts;
  const command = only?.kind === 'hole' && more === undefined ? only.commands.at(-1) : undefined;
  if (only?.kind !== 'hole' || !command) return undefined;
  const own = new Set([command, ...inside(command)]);
  return only.commands.every((one) => own.has(one)) ? outputOf(script, { command, variables }) : undefined;
};
