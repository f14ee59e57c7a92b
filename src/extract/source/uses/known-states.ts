import type { ts } from '../syntax/tree.ts';
import type { Ending, State, StateStep } from './state.ts';

/** Step whose states are known, so that a further text walks over them without building keys. */
export interface KnownStep {
  readonly next: readonly KnownState[];
  readonly ends: readonly Ending[];
}

/**
 * Call through one of whose arguments a text has entered a function of the project: from there it returns as the result
 * of this call, and of no other call of the function.
 */
export interface Invocation {
  readonly fn: ts.SignatureDeclaration;
  readonly call: ts.CallExpression;
  readonly outer: Invocation | undefined;
  readonly depth: number;
}

/** Maximum number of nested invocations; beyond it a text may return to any caller. */
const MAX_INVOCATIONS = 4;

/** State with what was found at it. */
export interface KnownState {
  /** The one reached last before its step was made: a global variable is assigned at several locations. */
  state: State;
  readonly within: Invocation | undefined;
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
  readonly #invocations = new Map<string, Invocation>();
  #lastId = 0;

  of(state: State, within?: Invocation): KnownState {
    const key =
      within === undefined ? this.#keyOf(state) : `${this.#keyOf(state)}@${this.#keyOfCall(within)}`;
    const known = this.#states.get(key);
    if (known === undefined) {
      const first = { state, within, walk: 0, plain: undefined, step: undefined, stepOfEnum: undefined };
      this.#states.set(key, first);
      return first;
    }
    if (known.plain === undefined) known.state = state;
    return known;
  }

  /** Invocation of a function by a call, which is one object wherever it is entered. */
  invocation(
    fn: ts.SignatureDeclaration,
    call: ts.CallExpression,
    outer?: Invocation,
  ): Invocation | undefined {
    const depth = (outer?.depth ?? 0) + 1;
    if (depth > MAX_INVOCATIONS) return undefined;
    const made = { fn, call, outer, depth };
    const key = this.#keyOfCall(made);
    const known = this.#invocations.get(key) ?? made;
    this.#invocations.set(key, known);
    return known;
  }

  #keyOfCall({ fn, call, outer }: Invocation): string {
    return `${this.#id(fn)}:${this.#id(call)}${outer ? `/${this.#keyOfCall(outer)}` : ''}`;
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
