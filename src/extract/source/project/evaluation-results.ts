import type { ts } from '../syntax/tree.ts';

/** Maximum number of results in environments; beyond, those are evaluated again: they take some 80 MB. */
const MAX_HELD = 200_000;

/** On the environment itself: a WeakMap of a million environments takes the collector longer than all evaluation. */
const HELD = Symbol('results');

/** Results of nodes, for each environment that they were evaluated in. */
export class EvaluationResults<R> {
  readonly #free = new Map<ts.Node, R>();
  #held = 0;
  #root: object = {};

  /** Object that results in environments are kept under; another one once there are too many of them. */
  get root(): object {
    return this.#root;
  }

  get(node: ts.Node, env: object | undefined): R | undefined {
    return this.#in(env)?.get(node);
  }

  set(node: ts.Node, env: object | undefined, result: R): void {
    if (env !== undefined) this.#held++;
    const known = this.#in(env);
    if (known) known.set(node, result);
    else (env as { [HELD]?: Map<ts.Node, R> })[HELD] = new Map([[node, result]]);
  }

  /** Releases the results in environments if there are too many. */
  trim(): void {
    if (this.#held <= MAX_HELD) return;
    this.#held = 0;
    this.#root = {};
  }

  #in(env: object | undefined): Map<ts.Node, R> | undefined {
    return env === undefined ? this.#free : (env as { readonly [HELD]?: Map<ts.Node, R> })[HELD];
  }
}
