import { createHash } from 'node:crypto';
import { forgetRuntime, loadGrammar } from '#tree-sitter';
import { BUDGETS } from '../../model/index.ts';
import type { Budget } from '../../model/index.ts';
import { TooMuch } from './syntax/file-fault.ts';

/** One node of a parsed file. Offsets are UTF-16 units of the text, as everywhere. */
export interface Cst {
  /** The name that the grammar gives to the node: `call`, `string`; of a token its text: `+`. */
  readonly type: string;
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
  /** What the node is to its parent: `function`, `arguments`. */
  readonly field: string | undefined;
  readonly children: readonly Cst[];
}

/** A place that does not fit the grammar. */
export interface SyntaxError {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

export interface ParsedText {
  readonly root: Cst;
  readonly errors: readonly SyntaxError[];
}

type Cursor = ReturnType<NonNullable<ReturnType<Parser['parse']>>['walk']>;

const errorAt = (cursor: Cursor): SyntaxError | undefined => {
  const { nodeType, startIndex: start, endIndex: end } = cursor;
  if (cursor.nodeIsMissing) return { start, end, message: `'${nodeType}' expected` };
  return nodeType === 'ERROR' ? { start, end, message: 'unexpected text' } : undefined;
};

/** Takes the whole tree over, so that nodes have an identity and the memory of the parser can be freed at once. */
const takeOver = (cursor: Cursor, errors: SyntaxError[]): Cst => {
  const error = errorAt(cursor);
  if (error) errors.push(error);
  const children: Cst[] = [];
  const node: Cst = {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName ?? undefined,
    children,
  };
  if (cursor.gotoFirstChild()) {
    do children.push(takeOver(cursor, errors));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
};

/** Parses texts of one language. Throws RangeError for one that nests too deeply or is beyond a budget. */
export type ParseText = (text: string) => ParsedText;

/** A parser of one language. */
export interface GrammarParser {
  readonly parse: ParseText;
  /** True when a text has ended the runtime of the parser: what it was given since was not parsed. */
  readonly isLost: () => boolean;
}

/** Life of a runtime, which all grammars share: a text that takes too much memory ends it. */
interface Life {
  isOver: boolean;
}

let life: Life = { isOver: false };

/** Hashes of texts that have ended a runtime: no other one gets them. */
const fatal = new Set<string>();

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const tooMuch = ({ most, unit }: Budget, verb: string): TooMuch =>
  new TooMuch(`not analysed: its parser would ${verb} more than ${most} ${unit}`);

const endLife = (own: Life, text: string): TooMuch => {
  own.isOver = true;
  if (own === life) {
    life = { isOver: false };
    forgetRuntime();
  }
  fatal.add(hashOf(text));
  return tooMuch(BUDGETS.parserMemory, 'take');
};

/** Characters that a parser is given at once. What it looks ahead at beyond them it is given again. */
const PIECE = 4096;
const MOST_READ = BUDGETS.parserReading.most;

type Parser = Awaited<ReturnType<typeof loadGrammar>>;

const treeOf = (parser: Parser, text: string, own: Life): NonNullable<ReturnType<Parser['parse']>> => {
  let read = 0;
  const piece = (from: number): string => {
    const given = read > MOST_READ ? '' : text.slice(from, from + PIECE);
    read += given.length;
    return given;
  };
  let tree: ReturnType<Parser['parse']>;
  try {
    tree = parser.parse(piece, null, { progressCallback: () => read > MOST_READ });
  } catch {
    throw endLife(own, text);
  }
  if (tree !== null && read <= MOST_READ) return tree;
  tree?.delete();
  parser.reset();
  throw tooMuch(BUDGETS.parserReading, 'read');
};

/** A parser by the name of its grammar in grammars/. Rejects where the grammar is missing or damaged. */
export const grammarParser = async (name: string): Promise<GrammarParser> => {
  const own = life;
  const parser = await loadGrammar(name, BUDGETS.parserMemory.most);
  const parse: ParseText = (text) => {
    if (fatal.size > 0 && fatal.has(hashOf(text))) throw tooMuch(BUDGETS.parserMemory, 'take');
    if (own.isOver) throw new Error(`${name}: the runtime has ended`);
    const tree = treeOf(parser, text, own);
    const cursor = tree.walk();
    try {
      const errors: SyntaxError[] = [];
      return { root: takeOver(cursor, errors), errors };
    } finally {
      cursor.delete();
      tree.delete();
    }
  };
  return { parse, isLost: () => own.isOver };
};

/** The first child in a role. */
export const childIn = (node: Cst, field: string): Cst | undefined =>
  node.children.find((child) => child.field === field);

/** Children that say something: no punctuation and no comments. */
export const namedIn = (node: Pick<Cst, 'children'>): readonly Cst[] =>
  node.children.filter(({ named, type }) => named && type !== 'comment' && type !== 'line_continuation');

/** The first token or node of a type among the children. */
export const tokenIn = (node: Cst, type: string): Cst | undefined =>
  node.children.find((child) => child.type === type);
