import type { ts } from '../syntax/tree.ts';
import type { Declaration } from '../syntax/scope.ts';

/**
 * Members that lead from a value to the text in question, outermost first: `['headers', 'Accept']`. `RESULT` is what a
 * call of the value gives, `ANY` an element of a list or a member of any name, `CLIENT` a client that was made with the text, `NEW` a member that is to come.
 */
export type Path = readonly string[];

export const RESULT = '()';
export const ANY = '*';
export const CLIENT = '@';
/** A member that is not there yet. */
export const NEW = '+';
/** An element of a list that is not there yet, as one more name of `Object.keys(HEADERS)`. */
export const NEW_ITEM = '+*';

/** The text that an object becomes where it is written into one: what its `toString` gives. */
export const TEXT = '"';

/** The path in a text that a value is written into. */
export const asWritten = (path: Path): Path => (path[0] === TEXT ? path.slice(1) : path);

/** Deeper nesting is not followed. */
export const LONGEST_PATH = 8;

/** State of a search: something that holds the text. */
export type State =
  | { readonly kind: 'value'; readonly node: ts.Node; readonly path: Path }
  | { readonly kind: 'name'; readonly node: Declaration; readonly path: Path }
  /** A member of a class, its subclasses, and of objects that are known by a member's name alone. */
  | { readonly kind: 'member'; readonly owner: ts.Node; readonly name: string; readonly path: Path }
  /** A variable that nothing declares; `at` is where it was written, where that is known. */
  | { readonly kind: 'global'; readonly name: string; readonly path: Path; readonly at?: ts.Node }
  /** What a module exports; the name is empty for `module.exports` as a whole. */
  | { readonly kind: 'export'; readonly module: string; readonly name: string; readonly path: Path };

/** One place where the text ends. */
export interface Ending {
  readonly node: ts.Node;
  readonly as: 'request' | 'inert' | 'elsewhere' | 'typed' | 'other';
  readonly why: string;
  /** True where it is compared with something. */
  readonly compared?: boolean;
  /** True where a request takes it in a way that is not seen. */
  readonly sends?: boolean;
}

/** Step from a state: states that hold the text as well, and places where it ends. */
export interface StateStep {
  readonly next: readonly State[];
  readonly ends: readonly Ending[];
}

export const NOTHING: StateStep = { next: [], ends: [] };

export const value = (node: ts.Node, path: Path): State => ({ kind: 'value', node, path });

export const to = (...next: readonly State[]): StateStep => ({ next, ends: [] });

export const other = (node: ts.Node, why: string): StateStep => ({
  next: [],
  ends: [{ node, as: 'other', why }],
});

export const compared = (node: ts.Node, why: string): StateStep => ({
  next: [],
  ends: [{ node, as: 'other', why, compared: true }],
});

export const sent = (node: ts.Node, why: string): StateStep => ({
  next: [],
  ends: [{ node, as: 'other', why, sends: true }],
});

export const inert = (node: ts.Node, why: string): StateStep => ({
  next: [],
  ends: [{ node, as: 'inert', why }],
});

export const request = (call: ts.Node, why: string): StateStep => ({
  next: [],
  ends: [{ node: call, as: 'request', why }],
});

export const both = (...steps: readonly StateStep[]): StateStep => ({
  next: steps.flatMap(({ next }) => next),
  ends: steps.flatMap(({ ends }) => ends),
});
