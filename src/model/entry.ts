/**
 * The value under `name` in a table, for names that come from scanned files, recordings or arguments: a file may call
 * anything `constructor` or `toString`, which `table[name]` finds in every object.
 */
export const entryNamed = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
