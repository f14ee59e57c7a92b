import type { EmbeddedCode, SourceFile, Span } from '../../../model/index.ts';
import { commentFacts, hashComments } from '../../comments.ts';
import type { Extractor } from '../../extractor.ts';
import { mentionsIn } from '../../mentions.ts';
import { CodeBuilder, codeAt } from '../code-builder.ts';
import type { Spelled } from '../code-builder.ts';
import { commandLine, scriptOf } from '../command-line.ts';
import type { Argument } from '../command-line.ts';
import { languageNamed, shell } from '../languages.ts';
import { assignmentLine } from '../shell-script.ts';
import { instructionsIn } from './instructions.ts';
import type { Instruction } from './instructions.ts';
import { entryNamed } from '../../../model/index.ts';

const RUNS: ReadonlySet<string> = new Set(['RUN', 'CMD', 'ENTRYPOINT', 'HEALTHCHECK']);

/** Matches a pair of `ENV`, `ARG`: a quoted value, or one up to the next blank. */
const PAIR = /([A-Za-z_]\w*)=(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|((?:[^\s"'\\]|\\.)*))/g;
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Lines of an instruction, verbatim; without a leading blank. */
const linesOf = (text: string, spans: readonly Span[], lead: RegExp): Spelled => {
  const builder = new CodeBuilder();
  for (const [index, { start, end }] of spans.entries()) {
    const skipped = index === 0 ? (lead.exec(text.slice(start, end))?.[0].length ?? 0) : 0;
    builder.verbatim(text, start + skipped, end);
  }
  return builder.add('\n').spelled;
};

/** Strings of `["curl", "-s"]`, each a word. */
const wordsIn = (text: string, { start, end }: Span): readonly Argument[] =>
  Array.from(text.slice(start, end).matchAll(STRING), ({ index, 0: written }): Argument => {
    const at = start + index;
    const span = { start: at + 1, end: at + written.length - 1 };
    const behind = { start: span.end + 1, end: span.end + 1 };
    try {
      const value = new CodeBuilder().write(String(JSON.parse(written)), { span, spelling: 'json-string' });
      return { value: value.spelled, behind, list: 'json-words' };
    } catch {
      const value = new CodeBuilder().write(text.slice(span.start, span.end), { span, spelling: 'fixed' });
      return { value: value.spelled, behind, list: 'fixed' };
    }
  });

/** Flags of the instruction itself, and the word `CMD` of a health check. */
const LEAD: Readonly<Record<string, RegExp>> = {
  HEALTHCHECK: /^[ \t]*(?:--[\w-]+=\S+[ \t]+|\\\r?\n[ \t]*)*CMD[ \t]+/,
  RUN: /^[ \t]*(?:--[\w-]+(?:=\S+)?[ \t]+)*/,
};

const scriptIn = (text: string, { name, lines, heredocs }: Instruction): Spelled | undefined => {
  const [first] = lines;
  if (first === undefined) return undefined;
  if (heredocs.length > 0) {
    const builder = new CodeBuilder();
    for (const { start, end } of heredocs.flat()) builder.verbatim(text, start, end);
    const own = linesOf(text, lines, LEAD['RUN']!);
    // `RUN <<EOF` runs the document; `RUN python <<EOF` passes it to a program.
    return /^<<-?\S+\s*$/.test(own.text) ? builder.add('\n').spelled : undefined;
  }
  const written = text.slice(first.start, lines.at(-1)!.end);
  const lead = entryNamed(LEAD, name) ?? /^[ \t]*/;
  const skipped = lead.exec(written)?.[0].length;
  if (skipped === undefined) return undefined;
  if (written.charAt(skipped) !== '[') return linesOf(text, lines, lead);
  const words = wordsIn(text, { start: first.start + skipped, end: first.start + written.length });
  const script = scriptOf(words);
  return script === undefined ? commandLine(words) : new CodeBuilder().append(script).add('\n').spelled;
};

/** Lines that assign the variables of `ENV` and `ARG`. */
const assigned = (text: string, { lines }: Instruction): Spelled => {
  const builder = new CodeBuilder();
  const add = (name: string, start: number, end: number): void => {
    const value = new CodeBuilder().verbatim(text, start, end, 'none').spelled;
    builder.append(assignmentLine({ name, value }) ?? { text: '', pieces: [] });
  };
  for (const { start, end } of lines) {
    const line = text.slice(start, end);
    const [old, name = '', value = ''] = /^\s+([A-Za-z_]\w*)[ \t]+([^\s=][^\r\n]*)/.exec(line) ?? [];
    if (old !== undefined) add(name, start + old.length - value.length, start + old.length);
    else
      for (const { index, 0: pair, 1: key = '', 2: double, 3: single, 4: bare = '' } of line.matchAll(PAIR)) {
        const said = double ?? single ?? bare;
        const from =
          start + index + pair.length - said.length - Number(bare !== said || double !== undefined);
        add(key, from, from + said.length);
      }
  }
  return builder.spelled;
};

/** Commands of a Dockerfile as one script, with its variables. */
const codeIn = ({ path, text }: SourceFile): readonly EmbeddedCode[] => {
  const script = new CodeBuilder();
  let language = shell;
  for (const instruction of instructionsIn(text)) {
    const { name, lines } = instruction;
    if (name === 'SHELL') {
      const program = wordsIn(text, { start: lines[0]!.start, end: lines.at(-1)!.end })[0]?.value.text ?? '';
      language = languageNamed(/(\w+)(?:\.exe)?$/i.exec(program)?.[1] ?? '') ?? shell;
    }
    if (language.form !== 'shell') continue;
    if (name === 'ENV' || name === 'ARG') script.append(assigned(text, instruction));
    const own = RUNS.has(name) ? scriptIn(text, instruction) : undefined;
    if (own !== undefined) script.append(own);
  }
  return [codeAt(path, 0, shell, script.spelled)];
};

/** Dockerfiles: their commands, with their variables. */
export const dockerfileExtractor: Extractor = {
  form: 'dockerfile',
  extract(input) {
    return {
      facts: input.files.flatMap((file) => [
        ...commentFacts(file, input, hashComments),
        ...mentionsIn(file, input, () =>
          instructionsIn(file.text)
            .filter(({ name }) => name === 'LABEL' || name === 'MAINTAINER')
            .map(({ start, lines }) => ({ span: { start, end: lines.at(-1)!.end }, by: 'label' })),
        ),
      ]),
      code: input.files.flatMap((file) => codeIn(file)),
      failed: [],
    };
  },
};
