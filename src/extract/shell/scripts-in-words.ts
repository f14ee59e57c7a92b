import { flatten } from '../../model/index.ts';
import type { EmbeddedCode, Slot, UrlFact } from '../../model/index.ts';
import { CodeBuilder, codeAt } from '../embedded/code-builder.ts';
import { shell } from '../embedded/languages.ts';
import { scriptWith, sharedValue } from '../embedded/shell-script.ts';
import type { HostVariable } from '../embedded/shell-script.ts';
import type { ExtractInput } from '../extractor.ts';
import { nameOfCommand, ownWords } from './curl.ts';
import { RUNNERS } from './runners.ts';
import { sourcedFileOf } from './sourced-file.ts';
import { slotOfPart, source } from './variables.ts';
import type { Variables } from './variables.ts';
import { exactWord } from './words.ts';
import type { Command, Word } from './words.ts';

/** Script with its commands and variables. */
interface Script {
  readonly file: string;
  readonly text: string;
  readonly commands: readonly Command[];
  readonly variables: Variables;
}

const INTERPRETER = /^(?:\S*\/)?(?:(?:ba|da|z|k|a)?sh|su)$/;
const FLAG = /^-\w*c$|^--command$/;

/** Words that a command runs as scripts: `eval "…"`, `ssh host "…"`, `timeout 9 bash -c "…"`. */
const scriptWords = (command: Command): readonly Word[] => {
  const words = ownWords(command);
  const names = words.map((word) => exactWord(word) ?? '');
  const interpreter = names.findIndex((name) => INTERPRETER.test(name));
  const flag = interpreter < 0 ? -1 : names.findIndex((name, at) => at > interpreter && FLAG.test(name));
  if (flag >= 0) return words.slice(flag + 1, flag + 2);
  return RUNNERS.has(names[0] ?? '') ? words.slice(1) : [];
};

/** True where a command reads its input as a script: `bash <<EOF`, `ssh host <<EOF`. */
const runsInput = (command: Command): boolean => {
  const name = nameOfCommand(command) ?? '';
  return name === 'ssh' || INTERPRETER.test(name);
};

const SINGLE = /^(?:[^']|'\\'')*$/;
/** Matches what cannot be written back in double quotes: quotes, backticks, and a backslash before an expansion. */
const QUOTED = /(?<!\\)(?:\\\\)*["`]|\\\\[$\n]/;

/** The content of a word in one pair of quotes, as the command receives it. */
const contentOf = ({ file, text }: Script, word: Word): Slot | undefined => {
  if (sourcedFileOf(word) !== undefined) return undefined;
  const quote = text[word.start];
  const span = { start: word.start + 1, end: word.end - 1 };
  if (span.end < span.start || text[span.end] !== quote) return undefined;
  const raw = text.slice(span.start, span.end);
  if (quote === "'" && SINGLE.test(raw))
    return { file, span, value: raw.replaceAll(`'\\''`, "'"), spelling: 'shell-single' };
  if (quote !== '"' || QUOTED.test(raw)) return undefined;
  return { file, span, value: raw.replaceAll(/\\([\\"`])/g, '$1'), spelling: 'shell-script' };
};

const inputOf = ({ file, text }: Script, { heredoc }: Command): Slot | undefined => {
  if (heredoc === undefined) return undefined;
  const { start, end, literal } = heredoc;
  const value = text.slice(start, end);
  return literal || !/\\[$`\\]|`|\$\(/.test(value)
    ? { file, span: { start, end }, value, spelling: 'plain' }
    : undefined;
};

/** Variables of the script that an inner script names, if the outer shell puts in their values. */
const givenTo = ({ file, text, variables }: Script, { span }: Slot): readonly HostVariable[] => {
  const raw = text.slice(span.start, span.end);
  const kept = new Set(Array.from(raw.matchAll(/\\\$\{?(\w+)/g), ([, name]) => name));
  const names = new Set(Array.from(raw.matchAll(/\$\{?(\w+)/g), ([, name = '']) => name));
  return [...names].flatMap((name) => {
    const [word, ...others] = kept.has(name) ? [] : (variables.values.get(name) ?? []);
    const [part, ...more] = word?.parts ?? [];
    if (part?.kind !== 'text' || part.file !== undefined || others.length + more.length > 0) return [];
    const slot = slotOfPart(file, part);
    return slot.spelling === 'fixed' ? [] : [{ name, value: sharedValue(part.value, slot) }];
  });
};

const codeOf = (script: Script, slot: Slot, isExpanded: boolean): EmbeddedCode => {
  const { span, spelling, value } = slot;
  const own = new CodeBuilder().write(value, { span, spelling }).add('\n').spelled;
  const variables = isExpanded ? givenTo(script, slot) : [];
  return codeAt(script.file, span.start, shell, scriptWith(variables, own));
};

const URL_TEXT = /https?:\/\/[^\s"'`\\;|&()<>]+/g;

/** URLs in a script that cannot be read. */
const urlsIn = (
  { file }: Script,
  word: Word,
  callee: string | undefined,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): readonly UrlFact[] =>
  word.parts.flatMap((part) => {
    if (part.kind !== 'text' || part.file !== undefined || part.end - part.start !== part.value.length)
      return [];
    return Array.from(part.value.matchAll(URL_TEXT), ({ index, 0: value }): UrlFact => {
      const span = { start: part.start + index, end: part.start + index + value.length };
      const slot = { ...slotOfPart(file, part), span, value };
      return {
        kind: 'url',
        file,
        span,
        origin: 'authored',
        text: { parts: [{ kind: 'known', slot, from: 0, to: value.length }] },
        use: 'value',
        unseen: true,
        ...(callee !== undefined && { callee }),
      };
    }).filter(({ text }) => mayBeApiUrl(flatten(text)));
  });

/** Scripts that commands of a script run, and the URLs in those of them that cannot be read. */
export const scriptsInWords = (
  script: Script,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): { readonly code: readonly EmbeddedCode[]; readonly urls: readonly UrlFact[] } => {
  const code = new Map<number, EmbeddedCode>();
  const urls: UrlFact[] = [];
  for (const command of script.commands) {
    for (const given of scriptWords(command)) {
      const word = source(given, script.variables);
      if (!/\s/.test(script.text.slice(word.start, word.end))) continue;
      const slot = contentOf(script, word);
      if (slot === undefined) urls.push(...urlsIn(script, word, nameOfCommand(command), mayBeApiUrl));
      else code.set(slot.span.start, codeOf(script, slot, slot.spelling === 'shell-script'));
    }
    const input = runsInput(command) ? inputOf(script, command) : undefined;
    if (input !== undefined)
      code.set(input.span.start, codeOf(script, input, command.heredoc?.literal === false));
  }
  return { code: [...code.values()], urls };
};
