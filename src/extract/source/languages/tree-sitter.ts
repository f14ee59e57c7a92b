import { parserInRuntime } from './parser-runtime.ts';
import type { RuntimeTree } from './parser-runtime.ts';

/** Node of a parsed file. Offsets are UTF-16 units of the text, as everywhere. */
export interface Cst {
  /** Grammar's name of the node: `call`, `string`; of a token its text: `+`. */
  readonly type: string;
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
  /** Field of the node in its parent: `function`, `arguments`. */
  readonly field: string | undefined;
  readonly children: readonly Cst[];
}

/** Position of a syntax error. */
export interface SyntaxError {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

export interface ParsedText {
  readonly root: Cst;
  readonly errors: readonly SyntaxError[];
}

type Cursor = ReturnType<RuntimeTree['walk']>;

const errorAt = (cursor: Cursor, { type, start, end }: Cst): SyntaxError | undefined => {
  if (cursor.nodeIsMissing) return { start, end, message: `'${type}' expected` };
  return type === 'ERROR' ? { start, end, message: 'unexpected text' } : undefined;
};

/**
 * Copies the whole tree, so that nodes have an identity and the parser's memory can be freed at once. Each
 * property of the cursor is a call of the runtime; `errors` is `undefined` for a tree without any.
 */
const takeOver = (cursor: Cursor, errors: SyntaxError[] | undefined): Cst => {
  const children: Cst[] = [];
  const node: Cst = {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName ?? undefined,
    children,
  };
  const error = errors && errorAt(cursor, node);
  if (error) errors.push(error);
  if (cursor.gotoFirstChild()) {
    do children.push(takeOver(cursor, errors));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
};

/** Parses texts of one language. Throws RangeError if they nest too deeply or exceed a budget. */
export type ParseText = (text: string) => ParsedText;

/** A parser of one language. */
export interface GrammarParser {
  readonly parse: ParseText;
  /** True once a text has ended the parser's runtime: texts passed since were not parsed. */
  readonly isLost: () => boolean;
}

/** Loads a parser by the name of its grammar in grammars/. Rejects where the grammar is missing or damaged. */
export const grammarParser = async (name: string): Promise<GrammarParser> => {
  const { tree: treeOf, isLost } = await parserInRuntime(name);
  const parse: ParseText = (text) => {
    const tree = treeOf(text);
    const cursor = tree.walk();
    try {
      const errors: SyntaxError[] = [];
      return { root: takeOver(cursor, tree.rootNode.hasError ? errors : undefined), errors };
    } finally {
      cursor.delete();
      tree.delete();
    }
  };
  return { parse, isLost };
};

/** First child in a field. */
export const childIn = (node: Cst, field: string): Cst | undefined =>
  node.children.find((child) => child.field === field);

/** Named children: no punctuation and no comments. */
export const namedIn = (node: Pick<Cst, 'children'>): readonly Cst[] =>
  node.children.filter(({ named, type }) => named && type !== 'comment' && type !== 'line_continuation');

/** First child token or node of a type. */
export const tokenIn = (node: Cst, type: string): Cst | undefined =>
  node.children.find((child) => child.type === type);

/** A node and its descendants in text order; descendants of nodes that match `stops` are skipped. */
export const nodesBelow = (root: Cst, stops: (node: Cst) => boolean = () => false): readonly Cst[] => {
  const found: Cst[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    if (node !== root && stops(node)) continue;
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at]!);
  }
  return found;
};
