import type { Api, Endpoint, OperationInfo, ResourceVersion, VersionChange } from '../../model/index.ts';
import { anonymous, endpointOf, lazyTables, once, operationOf, resourceVersionOf } from './api.ts';
import type { ApiExtension, OperationRow } from './rows.ts';

const endpointKey = ({ method, base, path }: Endpoint): string => `${method} ${base} ${path}`;

const operationKey = ({ method, path }: Pick<OperationInfo, 'method' | 'path'>): string =>
  `${method} ${anonymous(path)}`;

/** The rows by key, those that come later in place of earlier ones. */
const replaced = <Row>(rows: readonly Row[], key: (row: Row) => string): readonly Row[] => [
  ...new Map(rows.map((row) => [key(row), row])).values(),
];

const byDate = (a: ResourceVersion, b: ResourceVersion): number => (a.date < b.date ? -1 : 1);

/** A known version keeps the fields that the extension omits. */
const mergedVersions = (
  known: readonly ResourceVersion[],
  { versions = [] }: OperationRow,
): readonly ResourceVersion[] => {
  const found = new Map(known.map((version) => [version.date, version]));
  for (const row of versions) {
    const old = found.get(row.date);
    const { suffixes, sunset } = resourceVersionOf(row);
    found.set(row.date, {
      date: row.date,
      suffixes: row.suffixes === undefined ? (old?.suffixes ?? suffixes) : suffixes,
      sunset: row.sunset === undefined ? (old?.sunset ?? null) : sunset,
    });
  }
  return [...found.values()].toSorted(byDate);
};

const mergedOperation = (known: OperationInfo | undefined, row: OperationRow): OperationInfo =>
  known === undefined
    ? { ...operationOf(row), versions: mergedVersions([], row) }
    : {
        ...known,
        deprecated: row.deprecated ?? known.deprecated,
        versions: mergedVersions(known.versions, row),
      };

const mergedOperations = (
  operations: readonly OperationInfo[],
  rows: readonly OperationRow[],
): readonly OperationInfo[] => {
  const found = new Map(operations.map((info) => [operationKey(info), info]));
  for (const row of rows) found.set(operationKey(row), mergedOperation(found.get(operationKey(row)), row));
  return [...found.values()];
};

const changeKey = ({ date, operations }: VersionChange): string => `${date} ${operations.join()}`;

const unique = (items: readonly string[]): readonly string[] => [...new Set(items)];

const extendedBy = (api: Api, extension: ApiExtension): Api => {
  const { products = [], hosts = [], asOf, endpoints = [], operations = [], changes = [] } = extension;
  const dates = operations
    .flatMap(({ versions = [] }) => versions.map(({ date }) => date))
    .filter((date) => date !== 'preview');
  const { legacyVersions, version, firstVersion, resources } = api;
  const head = {
    legacyVersions,
    version,
    firstVersion,
    resources,
    products: unique([...api.products, ...products]),
    hosts: unique([...api.hosts, ...hosts]),
    asOf: asOf ?? api.asOf,
    versionDates: unique([...api.versionDates, ...dates]).toSorted(),
    changes: replaced([...api.changes, ...changes], changeKey),
  };
  return lazyTables(
    head,
    once(() => replaced([...api.endpoints, ...endpoints.map(endpointOf)], endpointKey)),
    once(() => mergedOperations(api.operations, operations)),
  );
};

/** The description with what rule packs add to it, or say in place of it; what comes later wins. */
export const withExtensions = (api: Api, extensions: readonly ApiExtension[]): Api =>
  extensions.reduce(extendedBy, api);
