import type { EndpointRow, OperationRow, VersionRow } from './rows.ts';
import type { Api, ApiHead, Endpoint, Fate, OperationInfo, ResourceVersion } from '../../model/index.ts';

/** Reads a file of the package by its path relative to the package's root. */
export type ReadFile = (relativePath: string) => string;

/** A template with the names of its parameters left out: `/groups/{}/clusters/{}`. */
export const anonymous = (template: string): string => template.replaceAll(/\{[^}]*\}/g, '{}');

const survives = (fate: Fate): boolean => fate !== 'removed';

/** A written endpoint as rules see it. */
export const endpointOf = (row: EndpointRow): Endpoint => {
  const path = anonymous(row.path);
  return {
    method: row.method,
    base: row.base ?? 'v1.0',
    path,
    template: row.path,
    fate: row.fate,
    v2: survives(row.fate) ? anonymous(row.v2 ?? path) : null,
    successor: row.successor ?? null,
    note: row.note ?? null,
  };
};

/** A written version as rules see it. */
export const resourceVersionOf = (row: VersionRow): ResourceVersion => ({
  date: row.date,
  suffixes: row.suffixes ?? ['json'],
  sunset: row.sunset ?? null,
});

/** A written operation as rules see it. */
export const operationOf = (row: OperationRow): OperationInfo => ({
  method: row.method,
  path: row.path,
  name: row.name ?? null,
  deprecated: row.deprecated ?? false,
  versions: (row.versions ?? []).map(resourceVersionOf),
});

/** Value that is computed on first use. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/**
 * Built-in description of the API. Its two long tables are read on first use: a run without calls does not
 * need them.
 */
export const loadApi = (read: ReadFile): Api => {
  const json = <T>(name: string): T => JSON.parse(read(`rules/api/${name}.json`)) as T;
  const endpoints = once(() => json<readonly EndpointRow[]>('endpoints').map(endpointOf));
  const operations = once(() => json<readonly OperationRow[]>('operations').map(operationOf));
  return lazyTables(json<ApiHead>('api'), endpoints, operations);
};

/** Description whose two long tables are computed on first use. */
export const lazyTables = (
  head: ApiHead,
  endpoints: () => readonly Endpoint[],
  operations: () => readonly OperationInfo[],
): Api => ({
  ...head,
  get endpoints() {
    return endpoints();
  },
  get operations() {
    return operations();
  },
});

/** Description without its long tables, as data that can be copied. */
export const withoutTables = (api: ApiHead): ApiHead => ({
  products: api.products,
  hosts: api.hosts,
  legacyVersions: api.legacyVersions,
  version: api.version,
  firstVersion: api.firstVersion,
  versionDates: api.versionDates,
  asOf: api.asOf,
  changes: api.changes,
  resources: api.resources,
});

/** Description with other products or hosts; the tables are still read on first use. */
export const extendApi = (
  api: Api,
  names: { readonly products?: readonly string[]; readonly hosts?: readonly string[] },
): Api =>
  lazyTables(
    { ...withoutTables(api), ...names },
    () => api.endpoints,
    () => api.operations,
  );
