import type { EmbeddedCode, Form, SourceFile, Span, SuppressionFact } from '../../../model/index.ts';
import { isSuppression, suppressionAt } from '../../comments.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { mentionsIn } from '../../mentions.ts';
import type { Unsent } from '../../mentions.ts';
import { CodeBuilder, codeAt } from '../code-builder.ts';
import type { Language } from '../code-builder.ts';
import { languageNamed, shell } from '../languages.ts';
import { closesQuotes } from '../quotes.ts';
import { typedLines } from './commands.ts';
import { asciidocPage } from './asciidoc.ts';
import { markdownPage } from './markdown.ts';
import type { Fence, FenceLine, ProsePage } from './page.ts';
import { preludeOf } from './preludes.ts';
import { restructuredPage } from './restructured-text.ts';

/** Code block in a known language, and its code lines. */
interface Block {
  readonly fence: Fence;
  readonly language: Language;
  readonly lines: readonly FenceLine[];
}

const COMMAND = /^(?:[$%#>][ \t]+)?(?:sudo[ \t]+)?curl[ \t]+\S/;
const REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE)[ \t]+(?:https?:\/\/\S+|\/\S+[ \t]+HTTP\/\d)/;

const http = languageNamed('http')!;

/** Language of a block without a name, where its first line is unambiguous. */
const unnamed = (text: string, { lines }: Fence): Language | undefined => {
  const first = lines.map(({ from, end }) => text.slice(from, end)).find((line) => line.trim() !== '');
  if (first === undefined) return undefined;
  return COMMAND.test(first) ? shell : REQUEST.test(first) ? http : undefined;
};

/** True for a one-line curl command in PowerShell, which is written as in a shell. */
const isCurl = (text: string, { lines }: Fence): boolean =>
  lines.every(({ from, end }) =>
    /^(?:\s*(?:curl(?:\.exe)?[ \t](?!.*`\s*$)|#).*)?$/s.test(text.slice(from, end).trimEnd()),
  );

/** `bash`, `{.bash}`, `js title="x"`, `python{1,3}`. */
const languageOf = (text: string, fence: Fence): Language | undefined => {
  const name = /^\{?[.]?([\w#+-]+)/.exec(fence.info)?.[1];
  if (name === undefined) return unnamed(text, fence);
  const language = languageNamed(name);
  return language?.form === 'powershell' && isCurl(text, fence) ? shell : language;
};

const blocksIn = (text: string, { fences }: ProsePage): readonly Block[] =>
  fences.flatMap((fence) => {
    const language = languageOf(text, fence);
    if (language === undefined) return [];
    const lines = language.form === 'shell' ? typedLines(text, fence.lines) : fence.lines;
    return lines.length === 0 ? [] : [{ fence, language, lines }];
  });

const writeBlock = (builder: CodeBuilder, text: string, { lines }: Block): CodeBuilder => {
  for (const { start, from, end } of lines) {
    const isCrlf = text.startsWith('\r\n', end - 2);
    // Only the first line of a command has a prompt.
    const prefix = text.slice(start, from).replace(/[^\s>]/g, ' ');
    builder.verbatim(text, from, end, `${isCrlf ? '\r\n' : '\n'}${prefix}`);
  }
  return builder;
};

const saidBy = (text: string, { lines }: Block): string =>
  lines.map(({ from, end }) => text.slice(from, end)).join('');

/** Commands of a page as one script, in the order of typing; those with an unclosed quote are separate. */
const codeIn = (file: SourceFile, blocks: readonly Block[]): readonly EmbeddedCode[] => {
  const { path, text } = file;
  const isTyped = (block: Block): boolean =>
    block.language.form === 'shell' && closesQuotes(saidBy(text, block));
  const typed = blocks.filter(isTyped);
  const script = new CodeBuilder();
  for (const block of typed) writeBlock(script, text, block).add('\n');
  const [first] = typed;
  const single = blocks
    .filter((block) => !isTyped(block))
    .map((block) => {
      const builder = new CodeBuilder().add(preludeOf(block.language, saidBy(text, block)));
      return codeAt(path, block.fence.start, block.language, writeBlock(builder, text, block).spelled);
    });
  return first === undefined
    ? single
    : [codeAt(path, first.fence.start, first.language, script.spelled), ...single];
};

/** Parts without code: prose, tables, text blocks. */
function* proseIn(text: string, blocks: readonly Block[]): Generator<Unsent> {
  let done = 0;
  for (const { from, end } of blocks.flatMap(({ lines }) => lines)) {
    if (from > done) yield { span: { start: done, end: from }, by: 'prose' };
    done = end;
  }
  yield { span: { start: done, end: text.length }, by: 'prose' };
}

/** True for a suppression comment before a block, which applies to the whole block. */
const asksFor = (text: string, fact: SuppressionFact, { fences }: ProsePage): SuppressionFact => {
  const next = fences.find(({ start }) => start >= fact.span.end);
  const isNext = next !== undefined && text.slice(fact.span.end, next.start).trim() === '';
  return isNext ? { ...fact, next: { start: next.start, end: next.end } } : fact;
};

const suppressionsIn = (file: SourceFile, page: ProsePage): readonly SuppressionFact[] =>
  page.comments
    .filter(({ start, end }: Span) => isSuppression(file.text.slice(start, end)))
    .map(({ start, end }) => asksFor(file.text, suppressionAt(file, start, end), page));

/** Pages of documentation: the code in their blocks, read by the extractor of its language; prose sends nothing. */
const pageExtractor = (form: Form, pageOf: (text: string) => ProsePage): Extractor => ({
  form,
  extract(input: ExtractInput) {
    const pages = input.files.map((file) => {
      const page = pageOf(file.text);
      const blocks = blocksIn(file.text, page);
      return {
        facts: [...suppressionsIn(file, page), ...mentionsIn(file, input, () => proseIn(file.text, blocks))],
        code: codeIn(file, blocks),
      };
    });
    return {
      facts: pages.flatMap(({ facts }) => facts),
      code: pages.flatMap(({ code }) => code),
      failed: [],
    };
  },
});

/** Markdown and MDX. */
export const markdownExtractor = pageExtractor('markdown', markdownPage);

/** AsciiDoc. */
export const asciidocExtractor = pageExtractor('asciidoc', asciidocPage);

/** reStructuredText. */
export const restructuredExtractor = pageExtractor('restructured-text', restructuredPage);
