import { createHash } from 'node:crypto';
import { forgetRuntime, loadGrammar } from '#tree-sitter';
import { BUDGETS } from '../../../model/index.ts';
import { tooMuch } from '../syntax/file-fault.ts';
import type { BudgetExceeded } from '../syntax/file-fault.ts';

/** Lifetime of a runtime that all grammars share: a text that takes too much memory ends it. */
interface Life {
  isOver: boolean;
}

let life: Life = { isOver: false };

/** Hashes of texts that have ended a runtime; they are never parsed again. */
const fatal = new Set<string>();

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const endLife = (own: Life, text: string): BudgetExceeded => {
  own.isOver = true;
  if (own === life) {
    life = { isOver: false };
    forgetRuntime();
  }
  fatal.add(hashOf(text));
  return tooMuch(BUDGETS.parserMemory, 'take');
};

/** Characters passed to a parser at once; lookahead beyond them is passed again. */
const PIECE = 4096;
const MAX_READ = BUDGETS.parserReading.max;

type Parser = Awaited<ReturnType<typeof loadGrammar>>;

/** Tree of tree-sitter, which lives in the memory of its runtime. */
export type RuntimeTree = NonNullable<ReturnType<Parser['parse']>>;

const treeOf = (parser: Parser, text: string, own: Life): RuntimeTree => {
  let read = 0;
  const piece = (from: number): string => {
    const given = read > MAX_READ ? '' : text.slice(from, from + PIECE);
    read += given.length;
    return given;
  };
  let tree: ReturnType<Parser['parse']>;
  try {
    tree = parser.parse(piece, null, { progressCallback: () => read > MAX_READ });
  } catch {
    throw endLife(own, text);
  }
  if (tree !== null && read <= MAX_READ) return tree;
  tree?.delete();
  parser.reset();
  throw tooMuch(BUDGETS.parserReading, 'read');
};

/** A parser in a runtime. */
export interface RuntimeParser {
  readonly tree: (text: string) => RuntimeTree;
  readonly isLost: () => boolean;
}

/** Creates a parser of a grammar in the current runtime. Its trees have to be deleted. */
export const parserInRuntime = async (name: string): Promise<RuntimeParser> => {
  const own = life;
  const parser = await loadGrammar(name, BUDGETS.parserMemory.max);
  const tree = (text: string): RuntimeTree => {
    if (fatal.size > 0 && fatal.has(hashOf(text))) throw tooMuch(BUDGETS.parserMemory, 'take');
    if (own.isOver) throw new Error(`${name}: the runtime has ended`);
    return treeOf(parser, text, own);
  };
  return { tree, isLost: () => own.isOver };
};
