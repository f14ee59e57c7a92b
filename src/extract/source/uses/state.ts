import type { Place } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import type { Declaration } from '../syntax/scope.ts';
import type { ListedText } from '../types/listed-texts.ts';
import type { Path } from '../types/member-path.ts';

/** Search state: something that holds the text. */
export type State =
  | { readonly kind: 'value'; readonly node: ts.Node; readonly path: Path }
  | { readonly kind: 'name'; readonly node: Declaration; readonly path: Path }
  /** Member of a class, its subclasses, and of objects known only by a member's name. */
  | { readonly kind: 'member'; readonly owner: ts.Node; readonly name: string; readonly path: Path }
  /** Undeclared variable; `at` is where it was written, if known. */
  | { readonly kind: 'global'; readonly name: string; readonly path: Path; readonly at?: ts.Node }
  /** Export of a module; the name is empty for `module.exports` as a whole. */
  | { readonly kind: 'export'; readonly module: string; readonly name: string; readonly path: Path };

/** Final use of a text. */
export interface Ending {
  readonly node: ts.Node;
  /** The call that sends it, where that is not `node`. */
  readonly at?: Place;
  readonly as: 'request' | 'inert' | 'elsewhere' | 'typed' | 'other';
  readonly why: string;
  /** True where it is compared with something. */
  readonly compared?: boolean;
  /** True where a request takes it in an unknown way. */
  readonly sends?: boolean;
  /** True where a program or code that is not available takes it, and may send requests. */
  readonly handedOver?: boolean;
  /** Texts that the written type lists, of `typed`. */
  readonly listed?: readonly ListedText[];
}

/** Result of a step: further states that hold the text, and final uses. */
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

export const handedOver = (node: ts.Node, why: string): StateStep => ({
  next: [],
  ends: [{ node, as: 'other', why, handedOver: true }],
});

export const inert = (node: ts.Node, why: string): StateStep => ({
  next: [],
  ends: [{ node, as: 'inert', why }],
});

export const request = (call: ts.Node, why: string): StateStep => ({
  next: [],
  ends: [{ node: call, as: 'request', why }],
});

/** Use as a header that is written by itself, and sent by these calls. */
export const headerOf = (node: ts.Node, calls: readonly Place[]): StateStep => ({
  next: [],
  ends: calls.map((at) => ({ node, at, as: 'request', why: 'as a header' })),
});

/** Has a written type that takes only the texts that it lists. */
export const typed = (type: ts.Node, listed: readonly ListedText[]): StateStep => ({
  next: [],
  ends: [{ node: type, as: 'typed', why: '', listed }],
});

export const both = (...steps: readonly StateStep[]): StateStep => ({
  next: steps.flatMap(({ next }) => next),
  ends: steps.flatMap(({ ends }) => ends),
});
