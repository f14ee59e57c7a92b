import type { InsertionPoint, Span, Spelling } from '../../../model/index.ts';
import { ts } from './tree.ts';

/** Notation in which a language adds to its files. */
export interface Insertion {
  /** True when names of members need no quotes: `{ Accept: '…' }`. */
  readonly bareKeys: boolean;
  /** What stands between the brackets of an object and its members on one line. */
  readonly padding: string;
  /** True when values of neighbouring lines begin below each other. */
  readonly aligns?: boolean;
  /** What stands around the values of a list, where that is not `[…]`. */
  readonly list?: readonly [open: string, close: string];
  /** What stands between the name of a member and its value. */
  readonly assigns: string;
  /** What opens and closes an object. */
  readonly brackets: readonly [open: string, close: string];
  /** What else may open an object: `array(`. */
  readonly opensToo?: string;
  /** What stands between members: on one line, and before a new line. */
  readonly separators: { readonly onLine: string; readonly betweenLines: string };
  /** An argument with headers: what stands behind the others, opens it and closes it. */
  readonly keywords: {
    readonly behind: string;
    readonly opens: (name: string) => string;
    readonly closes: string;
  };
  /** Opens a member that is an object. */
  opensMember(quotedName: string): string;
  /** What stands around one more member of an object that has those of an expression too: `{ ...headers, ` and ` }`. */
  around(expression: string): readonly [before: string, after: string] | undefined;
}

/** Dialect: what a language spells in its own way and the tree cannot say. */
export interface Dialect {
  readonly name: string;
  /** Matches the start of a comment in what stands between members. */
  readonly comment: RegExp;
  /** How a whole expression is written that is replaced by a text. */
  readonly expression: Spelling;
  readonly insertion: Insertion;
  /** True where requests are built by calls: an object takes one more member only where it is marked with room for it. */
  readonly builds?: true;
  /** True where a method is called without brackets as a field is taken: `clusters.first`. */
  readonly callsBare?: true;
}

export const JAVASCRIPT: Dialect = {
  name: 'JavaScript',
  comment: /\/\/|\/\*/,
  expression: 'js-expression',
  insertion: {
    bareKeys: true,
    padding: ' ',
    assigns: ': ',
    brackets: ['{', '}'],
    separators: { onLine: ', ', betweenLines: ',' },
    keywords: { behind: ', ', opens: (name) => `{ ${name}: { `, closes: ' } }' },
    opensMember: (quotedName) => `${quotedName}: { `,
    around: (expression) => [`{ ...${expression}, `, ' }'],
  },
};

/** Data kept of a file that was lowered from another language. */
export interface LoweredFile {
  readonly dialect: Dialect;
  /** Comments, and texts that are none but document: ascending. */
  readonly comments: readonly Span[];
}

/** Span and spelling of a literal's value. */
export interface Written {
  readonly span: Span;
  readonly spelling: Spelling;
}

const LOWERED = Symbol('lowered');
const WRITTEN = Symbol('written');
const KEYWORDS = Symbol('keywords');
const ROOM = Symbol('room');
const CLOSED = Symbol('closed');
const REQUEST = Symbol('request');
const PART = Symbol('part');
const LINES = Symbol('lines');

type Marked = ts.Node & {
  [LOWERED]?: LoweredFile;
  [WRITTEN]?: Written;
  [KEYWORDS]?: true;
  [ROOM]?: InsertionPoint;
  [CLOSED]?: true;
  [REQUEST]?: true;
  [PART]?: string;
  [LINES]?: true;
};

/** Says of a file that it was lowered from another language. */
export const markLowered = (file: ts.SourceFile, lowered: LoweredFile): void => {
  (file as Marked)[LOWERED] = lowered;
};

/** Data kept of a file of another language; `undefined` for TypeScript and JavaScript. */
export const loweredFile = (node: ts.Node): LoweredFile | undefined =>
  (node.getSourceFile() as Marked)[LOWERED];

export const dialectOf = (node: ts.Node): Dialect => loweredFile(node)?.dialect ?? JAVASCRIPT;

/** A callee or owner as it is called in the one tree: `Object.assign`; in TypeScript and JavaScript as it is written. */
export const dottedName = (node: ts.Node): string => {
  if (!loweredFile(node)) return node.getText();
  if (ts.isIdentifier(node)) return node.text;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  return ts.isPropertyAccessExpression(node)
    ? `${dottedName(node.expression)}.${node.name.text}`
    : node.getText();
};

/** Says how a literal is written in its file. */
export const markWritten = <N extends ts.Node>(node: N, written: Written): N => {
  (node as Marked)[WRITTEN] = written;
  return node;
};

/** Span and spelling of a literal of another language; `undefined` for those of TypeScript and JavaScript. */
export const writtenAs = (node: ts.Node): Written | undefined => (node as Marked)[WRITTEN];

/** Says of an object literal that it holds the named arguments of a call, or of a parameter that it takes the rest of them. */
export const markKeywords = <N extends ts.Node>(node: N): N => {
  (node as Marked)[KEYWORDS] = true;
  return node;
};

/** True for the named arguments of a call as one object, and for the parameter that takes what no other one names. */
export const isKeywords = (node: ts.Node): boolean => (node as Marked)[KEYWORDS] === true;

/** Says where one more member of an object is written that stands for calls: `.header("Accept", "…")`. */
export const markRoom = <N extends ts.Node>(node: N, room: InsertionPoint): N => {
  (node as Marked)[ROOM] = room;
  return node;
};

/** Where one more member of an object is written that stands for calls. */
export const roomMarked = (node: ts.Node): InsertionPoint | undefined => (node as Marked)[ROOM];

/** Says of an object that stands for statements that no member can be added to it. */
export const markClosed = <N extends ts.Node>(node: N): N => {
  (node as Marked)[CLOSED] = true;
  return node;
};

export const isClosed = (node: ts.Node): boolean => (node as Marked)[CLOSED] === true;

/** Says of an object that it is a request, which whatever takes it sends. */
export const markRequest = <N extends ts.Node>(node: N): N => {
  (node as Marked)[REQUEST] = true;
  return node;
};

export const isRequestObject = (node: ts.Node): boolean => (node as Marked)[REQUEST] === true;

/** Says of a class that it holds members of another one, which the same package declares under this name. */
export const markPart = <N extends ts.Node>(node: N, of: string): N => {
  (node as Marked)[PART] = of;
  return node;
};

/** The name of the class that this one is a part of. */
export const partOf = (node: ts.Node): string | undefined => (node as Marked)[PART];

/** Says of an object of headers that each member is written as one line: `'Accept: …'`. */
export const markLines = <N extends ts.Node>(node: N): N => {
  (node as Marked)[LINES] = true;
  return node;
};

/** True for an object of headers that is written as lines. */
export const isLines = (node: ts.Node): boolean => (node as Marked)[LINES] === true;
