import type { ts } from '../syntax/tree.ts';
import type { Flow } from './flow.ts';
import type { Call } from './globals.ts';
import type { Path, Step } from './state.ts';

/** One argument of a call, with the members that lead to the text. */
export interface Given {
  readonly flow: Flow;
  readonly call: Call;
  readonly node: ts.Node;
  readonly index: number;
  readonly path: Path;
}

/** What a call of some kind does with an argument; `undefined` where it is of another kind. */
export type ArgumentRule = (given: Given) => Step | undefined;
