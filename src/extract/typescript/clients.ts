import { CLIENTS } from './client-table.ts';
import type { CallShape, ClientRow } from './client-row.ts';

const BY_MODULE = new Map<string, ClientRow[]>();
for (const row of CLIENTS)
  for (const name of row.modules) BY_MODULE.set(name, [...(BY_MODULE.get(name) ?? []), row]);

/** What the table says of a callee: the row, the call's shape, and which calls made the instance. */
export interface Match {
  readonly row: ClientRow;
  readonly shape: CallShape;
}

/** True when the path of a call into `row`'s package gives an instance. */
const isInstance = (row: ClientRow, path: string): boolean =>
  row.instances.some((made) => made.path === path);

/**
 * The client that a callee belongs to: `module` and `path` as imported (`default` steps dropped), `made` the paths of the
 * calls that gave the instance, `typed` when a type annotation says that it is one.
 */
export const clientOf = (
  module: string,
  path: readonly string[],
  made: readonly string[],
  typed: boolean,
): Match | undefined => {
  const callee = path.join('.');
  for (const row of BY_MODULE.get(module) ?? []) {
    if (row.onlyInstances && made.length === 0 && !typed) continue;
    if (!made.every((step) => isInstance(row, step))) continue;
    const shape = Object.hasOwn(row.calls, callee) ? row.calls[callee] : undefined;
    // A bare global call is `fetch(…)`, never `''(…)`.
    if (shape && !(module === '' && callee === '')) return { row, shape };
  }
  return undefined;
};

/** The argument that holds an instance's defaults, by the path of the call that made it. */
export const defaultsArgument = (row: ClientRow, path: string): number | undefined =>
  row.instances.find((made) => made.path === path)?.defaults;

/** True when the package is a client of the table. */
export const isClientPackage = (module: string): boolean => module !== '' && BY_MODULE.has(module);
