import type { EmbeddedCode, SourceFile } from '../../../model/index.ts';
import type { Extractor } from '../../extractor.ts';
import { mentionsIn } from '../../mentions.ts';
import type { Unsent } from '../../mentions.ts';
import { CodeBuilder, codeAt } from '../code-builder.ts';
import type { Language, BuiltCode } from '../code-builder.ts';
import { languageNamed, shell } from '../languages.ts';
import { notebookIn } from './cells.ts';
import type { Cell, Notebook } from './cells.ts';

/** Line of a cell, as the notebook spells it. */
interface CellLine {
  readonly text: string;
  readonly written: BuiltCode;
}

/** Line break between the strings of a list: one string ends, and the next begins on a new line. */
const newlineBefore = (file: string, start: number): string | undefined => {
  const quote = start - 1;
  const line = file.lastIndexOf('\n', quote) + 1;
  const indent = file.slice(line, quote);
  if (indent.trim() !== '' || line === 0) return undefined;
  return `\\n",${file[line - 2] === '\r' ? '\r\n' : '\n'}${indent}"`;
};

const said = (file: string, start: number, end: number): string | undefined => {
  try {
    return String(JSON.parse(file.slice(start - 1, end + 1)));
  } catch {
    return undefined;
  }
};

/** Lines of a cell; a string may contain one or all of them. */
const linesOf = (file: string, { strings }: Cell): readonly CellLine[] =>
  strings.flatMap((span): readonly CellLine[] => {
    const text = said(file, span.start, span.end);
    if (text === undefined) return [];
    const newline = newlineBefore(file, span.start);
    let from = 0;
    return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
      const written: BuiltCode = {
        span,
        spelling: 'json-string',
        from,
        ...(newline !== undefined && strings.length > 1 && { newline }),
      };
      from += line.length;
      return { text: line, written };
    });
  });

const MAGIC = /^\s*%%[ \t]*([\w!]+)[^\n]*/;
const COMMAND = /^(\s*)!(?!!)[ \t]*/;

/** Sorts the code of a notebook by what runs it. */
class Sorter {
  readonly own = new CodeBuilder();
  readonly commands = new CodeBuilder();
  readonly others: EmbeddedCode[] = [];
  private readonly file: SourceFile;

  constructor(file: SourceFile) {
    this.file = file;
  }

  add(cell: Cell): void {
    const lines = linesOf(this.file.text, cell);
    const [first] = lines;
    const magic = first && MAGIC.exec(first.text)?.[1];
    if (first === undefined) return;
    if (magic === undefined || /^(?:time|timeit|capture|prun)$/.test(magic))
      this.addLines(magic === undefined ? lines : lines.slice(1));
    else this.addMagic(magic, lines.slice(1), first.written.span.start);
  }

  /** Adds a cell with a magic of another language: `%%bash`. */
  private addMagic(magic: string, lines: readonly CellLine[], at: number): void {
    const language = languageNamed(magic === '!' || magic === 'script' ? 'sh' : magic);
    if (language === undefined) return;
    const builder = language.form === 'shell' ? this.commands : new CodeBuilder();
    for (const { text, written } of lines) builder.write(text, written);
    builder.add('\n');
    if (language.form !== 'shell') this.others.push(codeAt(this.file.path, at, language, builder.spelled));
  }

  /** Adds lines of the notebook's own language; `!curl …` runs in the shell, and `%magic` in the notebook. */
  private addLines(lines: readonly CellLine[]): void {
    for (const { text, written } of lines) {
      const command = COMMAND.exec(text);
      if (command === null && !/^\s*%\w/.test(text)) {
        this.own.write(text, written);
        continue;
      }
      this.own.add(`${command?.[1] ?? ''}pass\n`);
      const length = command?.[0].length ?? 0;
      if (command !== null)
        this.commands
          .write(text.slice(length), { ...written, from: (written.from ?? 0) + length, newline: 'none' })
          .add(text.endsWith('\n') ? '' : '\n');
    }
    this.own.add('\n');
  }
}

const codeIn = (file: SourceFile, { cells, language: name }: Notebook): readonly EmbeddedCode[] => {
  const sorter = new Sorter(file);
  for (const cell of cells) sorter.add(cell);
  const at = cells[0]?.strings[0]?.start ?? 0;
  const language: Language = languageNamed(name) ?? { form: undefined, name, extension: 'txt' };
  const own = codeAt(file.path, at, language, sorter.own.spelled);
  const commands = codeAt(file.path, at, shell, sorter.commands.spelled);
  return [own, commands, ...sorter.others].filter(({ pieces }) => pieces.length > 0);
};

/** Outputs, prose, images: evidence of what the code did, never edited. */
function* besides({ text }: SourceFile, { cells }: Notebook): Generator<Unsent> {
  let done = 0;
  for (const { start, end } of cells.flatMap(({ strings }) => strings)) {
    yield { span: { start: done, end: start }, by: 'prose' };
    done = end;
  }
  yield { span: { start: done, end: text.length }, by: 'prose' };
}

/** Jupyter notebooks: the code of their cells. */
export const notebookExtractor: Extractor = {
  form: 'notebook',
  extract(input) {
    const read = input.files.map((file) => ({ file, notebook: notebookIn(file.text) }));
    return {
      facts: read.flatMap(({ file, notebook }) => mentionsIn(file, input, () => besides(file, notebook))),
      code: read.flatMap(({ file, notebook }) => codeIn(file, notebook)),
      failed: [],
    };
  },
};
