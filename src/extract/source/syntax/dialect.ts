import type { InsertionPoint, Span, Spelling } from '../../../model/index.ts';
import { ts } from './tree.ts';

/** Syntax of code that is inserted into a language's files. */
export interface Insertion {
  /** True when member names need no quotes: `{ Accept: '…' }`; `always`: also beside names in quotes. */
  readonly bareKeys: boolean | 'always';
  /** Text between the brackets of an object and its members on one line. */
  readonly padding: string;
  /** True when values on consecutive lines are aligned. */
  readonly aligns?: boolean;
  /** Delimiters of a list, where they are not `[…]`. */
  readonly list?: readonly [open: string, close: string];
  /** Text between the name of a member and its value. */
  readonly assigns: string;
  /** Delimiters of an object. */
  readonly brackets: readonly [open: string, close: string];
  /** Alternative opening of an object: `array(`. */
  readonly opensToo?: string;
  /** Separators between members: on one line, and before a new line. */
  readonly separators: { readonly onLine: string; readonly betweenLines: string };
  /** Argument with headers: the text after the other arguments, before it and after it. */
  readonly keywords: {
    readonly behind: string;
    readonly opens: (name: string) => string;
    readonly closes: string;
    /** True where a call fails that gives a name twice, once in an object that it passes on. */
    readonly unique?: true;
  };
  /** Opens a member that is an object. */
  opensMember(quotedName: string): string;
  /** Text around one more member of an object that also contains an expression's members: `{ ...headers, ` and ` }`. */
  around(expression: string): readonly [before: string, after: string] | undefined;
  /** Text around one more member beneath an expression's members, which win: `{ ` and `, ...headers }`. */
  beneath?(expression: string): readonly [before: string, after: string];
  /** An expression that `around` and `beneath` can take where its value may be nothing: `(headers or {})`. */
  orEmpty?(expression: string): string;
}

/** Dialect: syntax of a language that the tree cannot represent. */
export interface Dialect {
  readonly name: string;
  /** Matches the start of a comment between members. */
  readonly comment: RegExp;
  /** Spelling of a text that replaces a whole expression. */
  readonly expression: Spelling;
  readonly insertion: Insertion;
  /**
   * True where requests are built by calls: members can only be inserted into objects with a marked insertion point.
   */
  readonly builds?: true;
  /** True where a method can be called without parentheses, like a field: `clusters.first`. */
  readonly callsBare?: true;
  /** True where named arguments are one more positional argument of a function without named parameters. */
  readonly pairsAreArgument?: true;
  /** Values that an assignment copies: every value (PHP's arrays), or structs (Go). */
  readonly copies?: 'values' | 'structs';
  /** True where an unused import or variable does not compile. */
  readonly refusesUnused?: true;
  /** What a loop over a dictionary gives its variable: entries where it is not said. */
  readonly loops?: 'keys' | 'values' | 'whole';
}

/** Dialect of TypeScript and JavaScript, which others differ from. */
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
    beneath: (expression) => ['{ ', `, ...${expression} }`],
  },
};

/** Data about a file that was lowered from another language. */
export interface LoweredFile {
  readonly dialect: Dialect;
  /** Comments and docstrings, ascending. */
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
const ADDED = Symbol('added');
const REQUEST = Symbol('request');
const PART = Symbol('part');
const NAMED = Symbol('named');
const LINES = Symbol('lines');
const COPY = Symbol('copy');
const REFERENCE = Symbol('reference');
const IMPLIED = Symbol('implied');

type Marked = ts.Node & {
  [LOWERED]?: LoweredFile;
  [WRITTEN]?: Written;
  [KEYWORDS]?: true;
  [ROOM]?: InsertionPoint;
  [CLOSED]?: true;
  [ADDED]?: 'add' | 'append';
  [REQUEST]?: true;
  [PART]?: string;
  [NAMED]?: true;
  [LINES]?: true;
  [COPY]?: true;
  [REFERENCE]?: true;
  [IMPLIED]?: true;
};

/** Marks a file as lowered from another language. */
export const markLowered = (file: ts.SourceFile, lowered: LoweredFile): void => {
  (file as Marked)[LOWERED] = lowered;
};

/** Data about a file of another language; `undefined` for TypeScript and JavaScript. */
export const loweredFile = (node: ts.Node): LoweredFile | undefined =>
  (node.getSourceFile() as Marked)[LOWERED];

export const dialectOf = (node: ts.Node): Dialect => loweredFile(node)?.dialect ?? JAVASCRIPT;

/**
 * Name of a callee or receiver in the common syntax tree: `Object.assign`; in TypeScript and JavaScript the
 * source text.
 */
export const dottedName = (node: ts.Node): string => {
  if (!loweredFile(node)) return node.getText();
  if (ts.isIdentifier(node)) return node.text;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  return ts.isPropertyAccessExpression(node)
    ? `${dottedName(node.expression)}.${node.name.text}`
    : node.getText();
};

/** Sets the spelling of a literal in its file. */
export const markWritten = <N extends ts.Node>(node: N, written: Written): N => {
  (node as Marked)[WRITTEN] = written;
  return node;
};

/** Span and spelling of a literal of another language; `undefined` for those of TypeScript and JavaScript. */
export const writtenAs = (node: ts.Node): Written | undefined => (node as Marked)[WRITTEN];

/**
 * Marks an object literal as the named arguments of a call, or a parameter as the one that takes the remaining ones.
 */
export const markKeywords = <N extends ts.Node>(node: N): N => {
  (node as Marked)[KEYWORDS] = true;
  return node;
};

/** True for the named arguments of a call as one object, and for the parameter that takes the remaining ones. */
export const isKeywords = (node: ts.Node): boolean => (node as Marked)[KEYWORDS] === true;

/** Marks a parameter as one that takes an argument by name only. */
export const markNamed = <N extends ts.Node>(node: N): N => {
  (node as Marked)[NAMED] = true;
  return node;
};

export const isNamed = (node: ts.Node): boolean => (node as Marked)[NAMED] === true;

/** Sets the insertion point for one more member of an object that represents calls: `.header("Accept", "…")`. */
export const markInsertionPoint = <N extends ts.Node>(node: N, room: InsertionPoint): N => {
  (node as Marked)[ROOM] = room;
  return node;
};

/** Insertion point for one more member of an object that represents calls. */
export const markedInsertionPoint = (node: ts.Node): InsertionPoint | undefined => (node as Marked)[ROOM];

/** Marks a header as one that is added beside others of its name: `.addHeader("Accept", "…")`; `append`: also beside a default. */
export const markAdded = <N extends ts.Node>(node: N, by: 'add' | 'append' = 'add'): N => {
  (node as Marked)[ADDED] = by;
  return node;
};

export const addedAs = (node: ts.Node): 'add' | 'append' | undefined => (node as Marked)[ADDED];

/** Marks an object that represents statements as closed: no member can be added to it. */
export const markClosed = <N extends ts.Node>(node: N): N => {
  (node as Marked)[CLOSED] = true;
  return node;
};

export const isClosed = (node: ts.Node): boolean => (node as Marked)[CLOSED] === true;

/** Marks an object as a request, which is sent by whatever takes it. */
export const markRequest = <N extends ts.Node>(node: N): N => {
  (node as Marked)[REQUEST] = true;
  return node;
};

export const isRequestObject = (node: ts.Node): boolean => (node as Marked)[REQUEST] === true;

/** Marks a class as a part of another one, which the same package declares under this name. */
export const markPart = <N extends ts.Node>(node: N, of: string): N => {
  (node as Marked)[PART] = of;
  return node;
};

/** Name of the class that this one is a part of. */
export const partOf = (node: ts.Node): string | undefined => (node as Marked)[PART];

/** Marks an object of headers whose members are each one line: `'Accept: …'`. */
export const markLines = <N extends ts.Node>(node: N): N => {
  (node as Marked)[LINES] = true;
  return node;
};

/** True for an object of headers that is written as lines. */
export const isLines = (node: ts.Node): boolean => (node as Marked)[LINES] === true;

/** Marks an expression as a copy of the object that it names: `headers.dup`. */
export const markCopy = <N extends ts.Node>(node: N): N => {
  (node as Marked)[COPY] = true;
  return node;
};

export const isCopy = (node: ts.Node): boolean => (node as Marked)[COPY] === true;

/** Marks an expression as a reference, in a language that copies otherwise: `&$options['headers']`. */
export const markReference = <N extends ts.Node>(node: N): N => {
  (node as Marked)[REFERENCE] = true;
  return node;
};

export const isReference = (node: ts.Node): boolean => (node as Marked)[REFERENCE] === true;

/** Marks a call as one that no code of the file writes: that of `request` in a verb which a session inherits. */
export const markImplied = <N extends ts.Node>(node: N): N => {
  (node as Marked)[IMPLIED] = true;
  return node;
};

export const isImplied = (node: ts.Node): boolean => (node as Marked)[IMPLIED] === true;
