import type { ts } from '../syntax/tree.ts';
import type { Ending, State, StateStep } from './state.ts';

/** Step whose states are known, so that a further text walks over them without building keys. */
export interface KnownStep {
  readonly next: readonly KnownState[];
  readonly ends: readonly Ending[];
}

/** State with what was found at it. */
export interface KnownState {
  /** The one reached last before its step was made: a global variable is assigned at several locations. */
  state: State;
  /** The last walk that has visited it. */
  walk: number;
  plain: StateStep | undefined;
  step: KnownStep | undefined;
  /** Step of a member of an enumeration. */
  stepOfEnum: KnownStep | undefined;
}

/** One object for each state: many texts of a group are followed through the same ones. */
export class KnownStates {
  readonly #ids = new WeakMap<ts.Node, number>();
  readonly #states = new Map<string, KnownState>();
  #lastId = 0;

  of(state: State): KnownState {
    const key = this.#keyOf(state);
    const known = this.#states.get(key);
    if (known === undefined) {
      const first = { state, walk: 0, plain: undefined, step: undefined, stepOfEnum: undefined };
      this.#states.set(key, first);
      return first;
    }
    if (known.plain === undefined) known.state = state;
    return known;
  }

  #keyOf(state: State): string {
    const path = state.path.join('\0');
    switch (state.kind) {
      case 'value':
        return `v${this.#id(state.node)} ${path}`;
      case 'name':
        return `n${this.#id(state.node)} ${path}`;
      case 'member':
        return `m${this.#id(state.owner)} ${state.name}\0${path}`;
      case 'global':
        return `g${state.name}\0${path}`;
      default:
        return `e${state.module}\0${state.name}\0${path}`;
    }
  }

  #id(node: ts.Node): number {
    const known = this.#ids.get(node);
    if (known !== undefined) return known;
    this.#ids.set(node, ++this.#lastId);
    return this.#lastId;
  }
}
