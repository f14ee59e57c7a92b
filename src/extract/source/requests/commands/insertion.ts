import type { InsertionPoint } from '../../../../model/index.ts';
import { flatten } from '../../../../model/index.ts';
import { insertionPoint, type InsertionPosition, PLAIN_MEMBER } from '../../../insertion.ts';
import type { CurlCall, Option } from '../../../shell/curl.ts';
import type { Word } from '../../../shell/words.ts';
import { ts } from '../../syntax/tree.ts';
import { positionInProgram, type Spoken } from './spoken.ts';
import type { GivenWord } from './words.ts';

/** Last header with its value in a word of its own. */
const lastHeader = ({ options }: CurlCall): Option | undefined =>
  options.findLast(({ name, value, flag }) => name === 'header' && value !== flag);

/** Quotes of the literal around a position, which cannot occur in it. */
const delimiterAround = (source: ts.SourceFile, at: number): string => {
  const found = literalAt(source, at);
  const text = found === undefined ? '' : source.text.slice(found.pos, found.end);
  return /^[^"'`]*(["'`])/.exec(text)?.[1] ?? '"';
};

/** Innermost node around a position. */
const literalAt = (source: ts.SourceFile, at: number): ts.Node | undefined => {
  let node: ts.Node | undefined = source;
  let literal: ts.Node | undefined;
  while (node) {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) literal = node;
    node = ts.forEachChild(node, (child) => (child.pos < at && at <= child.end ? child : undefined));
  }
  return literal;
};

/** Quote around a header in a line: that of the other headers, where it does not end the text. */
const quoteIn = (flat: string, header: Option | undefined, taken: string): string => {
  const own = header === undefined ? undefined : flat[header.value.start];
  const preferred = taken === "'" ? '"' : "'";
  return (own === '"' || own === "'") && own !== taken ? own : preferred;
};

/** `-H Accept:value`, which no white space splits. */
const UNSPACED = { ...PLAIN_MEMBER, separator: ':' };

interface Position {
  readonly file: string;
  readonly at: number;
  readonly lead: string;
  readonly after: string;
}

/** Where a header can be written in a line: behind the last one, else behind `curl`, else before all arguments. */
const positionIn = (spoken: Spoken, call: CurlCall, ownProgram: number | undefined): Position | undefined => {
  const behind = (word: Word | undefined): Position | undefined => {
    const found = word && positionInProgram(spoken, word.end);
    return found && { ...found, lead: ' ', after: '' };
  };
  const header = behind(lastHeader(call)?.value);
  if (header || ownProgram === undefined) return header ?? behind(call.at);
  const first = positionInProgram(spoken, ownProgram + 1);
  return first && { file: first.file, at: first.at - 1, lead: '', after: ' ' };
};

/** Insertion point for a header in a line; `ownProgram` is where the line starts that has no program in it. */
export const insertionInLine = (
  spoken: Spoken,
  call: CurlCall,
  quotes: 'shell' | 'none',
  ownProgram: number | undefined,
): InsertionPoint | undefined => {
  const source = spoken.node.getSourceFile();
  const found = positionIn(spoken, call, ownProgram);
  if (found?.file !== source.fileName) return undefined;
  const { at, lead, after } = found;
  if (quotes === 'none')
    return insertionPoint(source.fileName, { at, before: `${lead}-H `, after }, UNSPACED);
  const quote = quoteIn(flatten(spoken.text), lastHeader(call), delimiterAround(source, at));
  const room = { at, before: `${lead}-H ${quote}`, after: `${quote}${after}` };
  return insertionPoint(source.fileName, room, PLAIN_MEMBER);
};

/** Quote of a literal in a list whose elements are separated by commas. */
const quoteOf = (element: ts.Expression, source: string): string | undefined => {
  const last = source[element.getEnd() - 1] ?? '';
  return /["']/.test(last) && /^\s*(?:,|[)\]}])/.test(source.slice(element.getEnd(), element.getEnd() + 200))
    ? last
    : undefined;
};

/** White space between elements: a line break with indentation where each has its own line. */
const leadBetween = (
  source: string,
  before: ts.Expression | undefined,
  after: ts.Expression | undefined,
): string => {
  if (!before || !after) return ' ';
  return /,(\s*\n\s*)$/.exec(source.slice(before.getEnd(), after.getStart()))?.[1] ?? ' ';
};

/** True for elements of the same list. */
const isBeside = (a: ts.Expression, b: ts.Expression | undefined): b is ts.Expression =>
  a.parent === b?.parent;

/** Element of a list with commas, or a bare word of PowerShell and of `%w[…]` of Ruby. */
interface Written {
  readonly file: ts.SourceFile;
  readonly element: ts.Expression;
  readonly quote: string;
  readonly comma: boolean;
}

const writtenAt = (word: GivenWord | undefined, isProgram: boolean): Written | undefined => {
  const element = word?.element;
  if (!element) return undefined;
  const file = element.getSourceFile();
  const quote = quoteOf(element, file.text);
  if (quote !== undefined) return { file, element, quote, comma: true };
  const behind = file.text.slice(element.getEnd(), element.getEnd() + 1);
  if (/\.psm?1$/.test(file.fileName))
    return isProgram && /[ \t`]/.test(behind) ? { file, element, quote: "'", comma: false } : undefined;
  return /^%w/i.test(element.parent.getText()) ? { file, element, quote: '', comma: false } : undefined;
};

/** Makes insertion points among words; `unspaced` where words are joined to a line. */
class Words {
  readonly #words: readonly GivenWord[];
  readonly #unspaced: boolean;

  constructor(words: readonly GivenWord[], unspaced: boolean) {
    this.#words = words;
    this.#unspaced = unspaced;
  }

  #point({ file, quote }: Written, position: InsertionPosition): InsertionPoint {
    return insertionPoint(file.fileName, position, this.#unspaced || quote === '' ? UNSPACED : PLAIN_MEMBER);
  }

  behind(at: number, isProgram: boolean): InsertionPoint | undefined {
    const written = writtenAt(this.#words[at], isProgram);
    if (!written) return undefined;
    const { file, element, quote, comma } = written;
    const end = element.getEnd();
    if (!comma) return this.#point(written, { at: end, before: ` -H ${quote}`, after: quote });
    const [next, previous] = [this.#words[at + 1]?.element, this.#words[at - 1]?.element];
    const inner = isBeside(element, previous) ? leadBetween(file.text, previous, element) : undefined;
    const lead = isBeside(element, next) ? leadBetween(file.text, element, next) : (inner ?? ' ');
    // An option and its value follow the layout of those before them: in one line, or each in its own.
    const before = `,${lead}${quote}-H${quote},${inner ?? lead}${quote}`;
    return this.#point(written, { at: end, before, after: quote });
  }

  before(at: number): InsertionPoint | undefined {
    const written = writtenAt(this.#words[at], false);
    if (!written) return undefined;
    const { file, element, quote, comma } = written;
    const start = element.getStart();
    if (!comma) return this.#point(written, { at: start, before: `-H ${quote}`, after: `${quote} ` });
    const next = this.#words[at + 1]?.element;
    const lead = isBeside(element, next) ? leadBetween(file.text, element, next) : ' ';
    const before = `${quote}-H${quote},${lead}${quote}`;
    return this.#point(written, { at: start, before, after: `${quote},${lead}` });
  }
}

/**
 * Insertion point for a header among words: behind the last header, else behind `curl`, else before the other
 * words of a program that is an argument of its own, `spawn('curl', ['-s', url])`, else before the URL.
 */
export const insertionInWords = (
  given: readonly GivenWord[],
  call: CurlCall,
  indexOf: (word: Word) => number,
  unspaced: boolean,
): InsertionPoint | undefined => {
  const words = new Words(given, unspaced);
  const header = lastHeader(call);
  const at = indexOf(call.at);
  const [own, next] = [given[at]?.element, given[at + 1]?.element];
  const isAlone = next !== undefined && !(own && isBeside(own, next));
  const address = call.addresses.map(indexOf).find((index) => given[index]?.element !== undefined);
  return (
    (header && words.behind(indexOf(header.value), false)) ??
    (isAlone ? words.before(at + 1) : words.behind(at, true)) ??
    (address === undefined ? undefined : words.before(address))
  );
};
