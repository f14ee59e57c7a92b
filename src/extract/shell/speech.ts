import type { Unsent } from '../mentions.ts';
import { isSpeech } from './curl.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';

/** Commands that show people what they are given. */
const PRINTERS: ReadonlySet<string> = new Set('echo printf log info warn error debug'.split(' '));

const insideWords = (words: readonly Word[]): readonly Command[] =>
  words.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'hole' ? part.commands : [])));

const isShown = ({ words: [name], output }: Command): boolean =>
  name !== undefined && PRINTERS.has(exactWord(name) ?? '') && output === undefined;

/**
 * What a script tells people: `echo "Calling $URL/v1.0 …"`. A text that a file, a pipe or a variable takes is none, nor
 * one without a space, which may be what a function gives.
 */
export function* spokenIn(commands: readonly Command[]): Generator<Unsent> {
  const taken = new Set([
    ...commands.flatMap(({ source }) => source ?? []),
    ...commands.flatMap(({ words }) => insideWords(words)),
  ]);
  for (const command of commands) {
    if (taken.has(command) || !isSpeech(command) || !isShown(command)) continue;
    for (const { start, end, parts } of command.words.slice(1))
      if (parts.some((part) => part.kind === 'text' && /\s/.test(part.value.trim())))
        yield { span: { start, end }, by: 'log' };
  }
}
