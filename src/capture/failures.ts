const PROPERTIES = ['code', 'errno', 'syscall', 'hostname', 'address', 'port', 'reason'] as const;
const MAX_COUNT = 200;

/** Causes of failed upstream connections, for the preloads that ask. State: the last failures by connection. */
export class Failures {
  readonly #failures = new Map<string, string>();

  note(id: string, error: unknown): void {
    const { message } = error as Error;
    const given = error as Record<string, unknown>;
    const properties = Object.fromEntries(
      PROPERTIES.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
    );
    this.#failures.set(id, JSON.stringify({ message, properties }));
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_COUNT && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** A failure as JSON; empty where none is known. */
  text(id: string): string {
    const text = this.#failures.get(id) ?? '';
    this.#failures.delete(id);
    return text;
  }
}
