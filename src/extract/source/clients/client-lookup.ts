import { addTo } from '../../../model/index.ts';
import { COMMAND_CLIENTS } from './client-commands.ts';
import { GO_CLIENTS } from './client-go.ts';
import { DOTNET_CLIENTS, JVM_CLIENTS } from './client-jvm.ts';
import { LUA_CLIENTS } from './client-lua.ts';
import { PHP_CLIENTS } from './client-php.ts';
import { PYTHON_CLIENTS } from './client-python.ts';
import { POWERSHELL_CLIENTS } from './client-powershell.ts';
import { RUBY_CLIENTS } from './client-ruby.ts';
import { CLIENTS } from './client-table.ts';

const ROWS = [
  ...CLIENTS,
  ...PYTHON_CLIENTS,
  ...JVM_CLIENTS,
  ...DOTNET_CLIENTS,
  ...GO_CLIENTS,
  ...POWERSHELL_CLIENTS,
  ...RUBY_CLIENTS,
  ...PHP_CLIENTS,
  ...LUA_CLIENTS,
  ...COMMAND_CLIENTS,
];
import type { CallShape, ClientRow, ClientTable, InstanceShape } from './client-row.ts';

/** Match of a callee in the table of clients: the row and the call's shape. */
export interface Match {
  readonly row: ClientRow;
  readonly shape: CallShape;
}

const lastName = (callee: string): string => callee.slice(callee.lastIndexOf('.') + 1);

/** Table of the built-in clients and these. */
export const clientTable = (configured: readonly ClientRow[] = []): ClientTable => {
  const byModule = new Map<string, ClientRow[]>();
  for (const row of ROWS) for (const name of row.modules) addTo(byModule, name, row);
  return {
    configured,
    sendingNames: new Set([...ROWS, ...configured].flatMap((row) => Object.keys(row.calls).map(lastName))),
    rowsOf: (module) => byModule.get(module) ?? [],
  };
};

/** True when calling a path into `row`'s package returns an instance. */
const isInstance = (row: ClientRow, path: string): boolean =>
  row.instances.some((made) => made.path === path);

/** Callee as imported, `default` steps dropped. */
export interface ImportedCallee {
  readonly module: string;
  readonly path: readonly string[];
  /** Paths of the calls that created the instance. */
  readonly made: readonly { readonly path: readonly string[] }[];
  /** True when a type annotation declares it as an instance. */
  readonly typed: boolean;
}

/** Client that a callee belongs to. */
export const clientOf = (
  table: ClientTable,
  { module, path, made, typed }: ImportedCallee,
): Match | undefined => {
  const callee = path.join('.');
  for (const row of table.rowsOf(module)) {
    if (row.onlyInstances && made.length === 0 && !typed) continue;
    if (!made.every((step) => isInstance(row, step.path.join('.')))) continue;
    const shape = Object.hasOwn(row.calls, callee) ? row.calls[callee] : undefined;
    // A bare global call is `fetch(…)`, never `''(…)`.
    if (shape && !(module === '' && callee === '')) return { row, shape };
  }
  return undefined;
};

/** Shape of the call that creates an instance, by its path into the package. */
export const instanceShape = (row: ClientRow, path: readonly string[]): InstanceShape | undefined => {
  const callee = path.join('.');
  return row.instances.find((made) => made.path === callee);
};

/** True when the package is a client of the table. */
export const isClientPackage = (table: ClientTable, module: string): boolean =>
  module !== '' &&
  table.rowsOf(module).some(({ calls }) => Object.values(calls).some(({ command }) => !command));

/** True for a function of a JavaScript client's package that no row describes: it may send, or make an instance. */
export const isUndescribed = (table: ClientTable, callee: ImportedCallee): boolean =>
  !/^\w+:/.test(callee.module) &&
  isClientPackage(table, callee.module) &&
  callee.path.length > 0 &&
  clientOf(table, callee) === undefined &&
  table.rowsOf(callee.module).every((row) => instanceShape(row, callee.path) === undefined);
