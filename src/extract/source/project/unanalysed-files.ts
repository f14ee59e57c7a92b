/** Files that are not analysed; their uses of what they import are unknown. */
export class UnanalysedFiles {
  readonly #files = new Set<string>();
  readonly #importers = new Map<string, string>();
  readonly #unexplored = new Set<string>();

  /** Adds a file with the files that it imports. */
  add(path: string, imports: readonly string[]): void {
    this.#files.add(path);
    for (const imported of imports) this.#importers.set(imported, path);
  }

  /** Records modules whose importers are not searched. */
  unexplored(modules: readonly string[]): void {
    for (const module of modules) this.#unexplored.add(module);
  }

  /** Number of files that unanalysed files import. */
  get reach(): number {
    return this.#importers.size;
  }

  files(): readonly string[] {
    return [...this.#files];
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** Clause that names an unanalysed importer of a module; `undefined` where none is known. */
  importing(module: string): string | undefined {
    const path = this.#importers.get(module);
    if (path !== undefined) return `by ${path}, which is not analysed`;
    return this.#unexplored.has(module) ? `by files that import ${module} and are not looked for` : undefined;
  }
}
