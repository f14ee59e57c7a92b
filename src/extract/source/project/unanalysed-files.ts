/** Files that are not analysed, so that nobody knows what they do with what they import. */
export class Unseen {
  readonly #files = new Set<string>();
  readonly #importers = new Map<string, string>();
  readonly #unexplored = new Set<string>();

  /** Adds a file with the files that it imports. */
  add(path: string, imports: readonly string[]): void {
    this.#files.add(path);
    for (const imported of imports) this.#importers.set(imported, path);
  }

  /** Notes modules whose importers are not looked for. */
  unexplored(modules: readonly string[]): void {
    for (const module of modules) this.#unexplored.add(module);
  }

  /** How many files are imported by files that are not analysed. */
  get reach(): number {
    return this.#importers.size;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** Who imports a module and is not analysed, as a clause; `undefined` where nobody is known to. */
  importing(module: string): string | undefined {
    const path = this.#importers.get(module);
    if (path !== undefined) return `by ${path}, which is not analysed`;
    return this.#unexplored.has(module) ? `by files that import ${module} and are not looked for` : undefined;
  }
}
