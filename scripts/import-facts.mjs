// Rebuilds rules/api/endpoints.json and rules/api/operations.json, and the dates in rules/api/api.json, from two
// published tables: the legacy endpoints with their fate, and the operations with their resource versions.
//
//   node scripts/import-facts.mjs <endpoints.json> <versions.json> && npm run format
import { readFileSync, writeFileSync } from 'node:fs';

const api = new URL('../rules/api/', import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const FATES = {
  same: 'same',
  'same-deprecated': 'deprecated',
  renamed: 'renamed',
  'path-changed': 'same', // the literal URL stays; only the template is written in another way
  gone: 'removed',
  'no-direct-equivalent': 'removed',
  'no-v2-equivalent': 'removed',
};

const NAMES = {
  'POST /groups/{groupId}/clusters': 'clusters.create',
  'GET /groups/{groupId}/clusters': 'clusters.list',
  'GET /groups/{groupId}/clusters/{clusterName}': 'clusters.get',
  'PATCH /groups/{groupId}/clusters/{clusterName}': 'clusters.modify',
  'DELETE /groups/{groupId}/clusters/{clusterName}': 'clusters.delete',
};

/** `GROUP-ID` → `groupId`; names that are camel case already stay. */
const camel = (name) =>
  /[a-z]/.test(name) ? name : name.toLowerCase().replaceAll(/-([a-z])/g, (_, letter) => letter.toUpperCase());

const template = (path) =>
  path.replaceAll('{HOST}:{PORT}', '{processId}').replaceAll(/\{([^}]*)\}/g, (_, name) => `{${camel(name)}}`);

const anonymous = (path) => path.replaceAll(/\{[^}]*\}/g, '{}');

/** Notes that only speak about the spelling of a documentation page say nothing to a user. */
const noteOf = (row) => (row.note?.startsWith('legacy doc page prints') ? undefined : row.note);

const successorOf = (row, fate) =>
  row.successor ?? (fate === 'removed' ? (row.v2Path ?? undefined) : undefined);

const endpoint = (row) => {
  const fate = FATES[row.status];
  if (fate === undefined)
    throw new Error(`unknown status "${row.status}" of ${row.method} ${row.legacyPath}`);
  const path = template(row.legacyPath);
  const renamed = fate === 'renamed' && anonymous(path) !== anonymous(row.v2Path);
  return {
    method: row.method,
    base: row.legacyBase.split('/').at(-1),
    path,
    fate,
    v2: renamed ? row.v2Path : undefined,
    successor: successorOf(row, fate),
    note: noteOf(row),
  };
};

const suffixes = (types) => types.map((type) => type.slice(1));
const version = ({ date, mediaTypes, sunset }) => ({
  date,
  suffixes: mediaTypes.join() === '+json' ? undefined : suffixes(mediaTypes),
  sunset,
});

const operation = (row) => ({
  method: row.method,
  path: row.path === '/' ? '' : row.path,
  name: NAMES[`${row.method} ${row.path}`],
  deprecated: row.operationDeprecated,
  versions: row.versions.map(version),
});

/** One row a line: a change of one fact is a change of one line. */
const lines = (rows) => `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`;

const [endpoints, versions] = process.argv.slice(2).map(readJson);
writeFileSync(new URL('endpoints.json', api), lines(endpoints.endpoints.map(endpoint)));
writeFileSync(new URL('operations.json', api), lines(versions.operations.map(operation)));
const description = readJson(new URL('api.json', api));
const dated = { ...description, asOf: versions.asOf, versionDates: versions.versionDates };
writeFileSync(new URL('api.json', api), `${JSON.stringify(dated, null, 2)}\n`);
console.log(
  `${endpoints.endpoints.length} endpoints, ${versions.operations.length} operations, as of ${versions.asOf}`,
);
