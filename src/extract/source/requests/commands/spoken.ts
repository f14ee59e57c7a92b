import type { Slot, Text, TextPart } from '../../../../model/index.ts';
import { flatten, HOLE, rangesOf } from '../../../../model/index.ts';
import { type CurlCall, curlCallOf } from '../../../shell/curl.ts';
import { ShellLexer } from '../../../shell/lexer.ts';
import { textPart } from '../../../shell/parts.ts';
import { textOfWord, type Variables, variablesOf } from '../../../shell/variables.ts';
import type { Command, ShellText, Word, WordPart } from '../../../shell/words.ts';
import { fixedSlot, fixedText } from '../../syntax/slots.ts';
import type { ts } from '../../syntax/tree.ts';
import { joinTexts, sliceText } from '../../evaluate/texts.ts';

/** Commands as a shell reads them; offsets of their words are those of the flattened text. */
export interface Spoken {
  readonly text: Text;
  readonly calls: readonly CurlCall[];
  readonly variables: Variables;
  /** Call that runs them, for texts that cannot be located. */
  readonly node: ts.Node;
}

/** Parts of a literal part around the values of the program in it, which are unknown. */
const aroundHoles = (part: ShellText): readonly WordPart[] => {
  if (!part.value.includes(HOLE)) return [part];
  // In any quotes it is one word, whatever it holds.
  const quote = part.quote === 'none' ? 'none' : 'double';
  const unknown: WordPart = { kind: 'variable', name: '', quote, all: false, fallback: undefined };
  if (part.end - part.start !== part.value.length) return [unknown];
  const parts: WordPart[] = [];
  let at = part.start;
  for (const piece of part.value.split(HOLE)) {
    if (at > part.start) parts.push(unknown);
    if (piece !== '') parts.push(textPart(at, at + piece.length, piece, part.quote));
    at += piece.length + 1;
  }
  return parts;
};

const withHoles = (word: Word): Word => ({
  ...word,
  parts: word.parts.flatMap((part) => (part.kind === 'text' ? aroundHoles(part) : [part])),
});

const commandOf = (command: Command): Command => ({ ...command, words: command.words.map(withHoles) });

/** Curl calls in a line. */
export const spokenLine = (text: Text, node: ts.Node): Spoken => {
  const lexer = new ShellLexer(flatten(text));
  lexer.read();
  const commands = lexer.commands.map(commandOf);
  const variables = variablesOf(commands, lexer.lists);
  return { text, node, variables, calls: commands.flatMap((each) => curlCallOf(each, variables) ?? []) };
};

const NO_VARIABLES: Variables = { values: new Map(), lists: new Map() };

/** Curl call of a list of words. */
export const spokenWords = (texts: readonly Text[], node: ts.Node): Spoken => {
  const blank = fixedText(node, ' ');
  const words: Word[] = [];
  let at = 0;
  for (const text of texts) {
    const value = flatten(text);
    const end = at + value.length;
    words.push(withHoles({ start: at, end, parts: [textPart(at, end, value, 'double')] }));
    at = end + 1;
  }
  const command: Command = {
    words,
    heredoc: undefined,
    source: undefined,
    input: undefined,
    output: undefined,
  };
  const call = curlCallOf(command, NO_VARIABLES);
  const text = joinTexts(texts.flatMap((each) => [each, blank]));
  return { text, node, variables: NO_VARIABLES, calls: call ? [call] : [] };
};

/** Text of a word, located in the program. */
export const textInProgram = ({ text, variables, node }: Spoken, word: Word, arm = 0): Text =>
  inProgram({ text, node }, textOfWord('', word, variables, arm));

/** Text of the shell, located in the program. */
export const inProgram = ({ text, node }: Pick<Spoken, 'text' | 'node'>, said: Text): Text =>
  joinTexts(
    said.parts.map((part): Text => {
      if (part.kind === 'hole') return { parts: [part] };
      const { span, value } = part.slot;
      if (span.end - span.start === value.length)
        return sliceText(text, span.start + part.from, span.start + part.to);
      const fixed: TextPart = { kind: 'known', slot: fixedSlot(node, value), from: part.from, to: part.to };
      return { parts: [fixed] };
    }),
  );

const isVerbatim = ({ span, value }: Slot): boolean => span.end - span.start === value.length;

/** Offset in a literal of the program of an offset in its value; `undefined` behind escapes other than `\\"`. */
const offsetIn = (slot: Slot, offset: number, node: ts.Node): number | undefined => {
  if (isVerbatim(slot)) return slot.span.start + offset;
  const file = node.getSourceFile();
  if (file.fileName !== slot.file) return undefined;
  let at = slot.span.start;
  for (let unit = 0; unit < offset; unit++) {
    if (file.text[at] === '\\' && /^\W$/.test(slot.value[unit] ?? '')) at++;
    if (at >= slot.span.end || file.text[at] !== slot.value[unit]) return undefined;
    at++;
  }
  return at;
};

/** Slot of the program that holds exactly what a slot of the shell says; a fixed one where none does. */
export const slotInProgram = ({ text, node }: Spoken, slot: Slot): Slot => {
  const [range, more] = isVerbatim(slot) ? (rangesOf(text, slot.span.start, slot.span.end) ?? []) : [];
  const fixed = fixedSlot(node, slot.value);
  if (!range || more || range.slot.spelling === 'fixed') return fixed;
  const { file, spelling } = range.slot;
  const [start, end] = [range.from, range.to].map((offset) => offsetIn(range.slot, offset, node));
  return start === undefined || end === undefined || end - start !== slot.value.length
    ? fixed
    : { file, span: { start, end }, value: slot.value, spelling };
};

/** Position of the program behind the character before an offset, where it is written literally. */
export const positionInProgram = (
  { text, node }: Spoken,
  offset: number,
): { readonly file: string; readonly at: number } | undefined => {
  const [range] = (offset > 0 ? rangesOf(text, offset - 1, offset) : undefined) ?? [];
  if (!range || range.slot.spelling === 'fixed') return undefined;
  const at = offsetIn(range.slot, range.to, node);
  return at === undefined ? undefined : { file: range.slot.file, at };
};
