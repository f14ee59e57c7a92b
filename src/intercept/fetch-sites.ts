/** A `fetch` that is under way. */
interface Fetching {
  readonly key: string;
  readonly site: string;
}

/** Key of a request, equal for `fetch` and undici. */
export const requestKey = (method: unknown, origin: unknown, path: unknown): string =>
  `${String(method).toUpperCase()} ${String(origin)}${String(path)}`;

/**
 * Call sites of `fetch`es whose request is not made yet: undici makes it when the program is no longer on the stack. Of two for
 * the same, the first `fetch` makes the first request. (An AsyncLocalStorage would slow down each promise of the program.)
 */
export class FetchSites {
  readonly #waiting = new Map<string, Fetching[]>();

  /** Runs a `fetch`, so that its request can be matched with its call site. */
  during<T>(key: string, site: string, fetch: () => Promise<T>): Promise<T> {
    const fetching = { key, site };
    const others = this.#waiting.get(key);
    if (others === undefined) this.#waiting.set(key, [fetching]);
    else others.push(fetching);
    // One promise more, where `async` makes three: test runners watch each of them.
    return fetch().then(
      (response) => {
        this.#remove(fetching);
        return response;
      },
      (error: unknown) => {
        this.#remove(fetching);
        throw error;
      },
    );
  }

  /** The call site of a request that is made now. */
  take(key: string): string | undefined {
    const first = this.#waiting.get(key)?.[0];
    if (first !== undefined) this.#remove(first);
    return first?.site;
  }

  #remove(fetching: Fetching): void {
    const others = this.#waiting.get(fetching.key);
    const at = others?.indexOf(fetching) ?? -1;
    if (others === undefined || at === -1) return;
    others.splice(at, 1);
    if (others.length === 0) this.#waiting.delete(fetching.key);
  }
}
