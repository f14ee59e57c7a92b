// Brings rules/api/operations.json and rules/api/api.json up to a later OpenAPI document of the vendor: adds
// operations, versions and media types, moves sunset dates, marks deprecated operations, and prints what changed.
// Nothing is taken away: what the document no longer lists is counted, for a person to judge.
//
//   npm run import-api -- openapi.json [--as-of yyyy-mm-dd] && npm run format
//
// The document names versions as keys of answers, application/vnd.<product>.<date>+<suffix>, each with an x-sunset.
import { readFileSync, writeFileSync } from 'node:fs';

const api = new URL('../rules/api/', import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options']);
const VERSIONED_PATH = /^\/api\/[\w-]+\/v2(?=\/|$)/;
const MEDIA_TYPE = /^application\/vnd\.[\w-]+\.(\d{4}-\d{2}-\d{2}|preview)\+(\w+)$/;

const anonymous = (path) => path.replaceAll(/\{[^}]*\}/g, '{}');
const keyOf = ({ method, path }) => `${method} ${anonymous(path)}`;

/** A path of the document under the versioned base; `undefined` for other paths. */
const pathUnderBase = (path) => {
  const short = VERSIONED_PATH.exec(path);
  return short === null ? undefined : path.slice(short[0].length).replace(/\/$/, '');
};

const contentsOf = ({ responses = {} }) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.entries(response.content ?? {}));

/** The versions of an operation, oldest first, `preview` last. */
const versionsOf = (operation) => {
  const versions = new Map();
  for (const [type, content] of contentsOf(operation)) {
    const [, date, suffix] = MEDIA_TYPE.exec(type) ?? [];
    if (date === undefined) continue;
    const known = versions.get(date) ?? { date, suffixes: [], sunset: undefined };
    const suffixes = [...new Set([...known.suffixes, suffix])].sort();
    versions.set(date, { date, suffixes, sunset: known.sunset ?? content['x-sunset'] });
  }
  return [...versions.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
};

const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([fullPath, item]) => {
    const path = pathUnderBase(fullPath);
    if (path === undefined) return [];
    return Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        deprecated: operation.deprecated === true ? true : undefined,
        versions: versionsOf(operation),
      }))
      .filter(({ versions }) => versions.length > 0);
  });

const suffixesOf = ({ suffixes = ['json'] }) => suffixes;
const written = (suffixes) => (suffixes.join() === 'json' ? undefined : suffixes);
const row = ({ date, suffixes, sunset }) => ({ date, suffixes: written(suffixes), sunset });

const mergedVersion = (old, given, say) => {
  if (old === undefined) {
    say(`version ${given.date} added`);
    return row(given);
  }
  const suffixes = [...new Set([...suffixesOf(old), ...given.suffixes])].sort();
  const more = suffixes.filter((suffix) => !suffixesOf(old).includes(suffix));
  if (more.length > 0) say(`version ${given.date} answers +${more.join(', +')} too`);
  if (given.sunset !== undefined && given.sunset !== old.sunset)
    say(
      `version ${given.date} is deleted on ${given.sunset}${old.sunset ? `, no more on ${old.sunset}` : ''}`,
    );
  return row({ date: old.date, suffixes, sunset: given.sunset ?? old.sunset });
};

const merged = (old, given, say) => {
  const known = new Map(old.versions.map((version) => [version.date, version]));
  for (const version of given.versions)
    known.set(version.date, mergedVersion(known.get(version.date), version, say));
  const versions = [...known.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  if (given.deprecated && !old.deprecated) say('the operation is deprecated');
  const { method, path, name, deprecated } = old;
  return { method, path, name, deprecated: deprecated ?? given.deprecated, versions };
};

/** Where a new row stands: before the first one that comes after it by path and method. */
const placeFor = (rows, { path, method }) => {
  const at = rows.findIndex((other) => other.path > path || (other.path === path && other.method > method));
  return at < 0 ? rows.length : at;
};

/** The table with the document's operations in it, and a line for each change. */
const mergeOperations = (table, operations) => {
  const rows = [...table];
  const changes = [];
  for (const given of operations) {
    const at = rows.findIndex((other) => keyOf(other) === keyOf(given));
    const name = `${given.method} ${given.path || '/'}`;
    if (at >= 0) rows[at] = merged(rows[at], given, (what) => changes.push(`${name}: ${what}`));
    else {
      const added = { ...given, versions: given.versions.map(row) };
      rows.splice(placeFor(rows, given), 0, added);
      changes.push(`${name}: added, with ${given.versions.map(({ date }) => date).join(', ')}`);
    }
  }
  const listed = new Set(operations.map(keyOf));
  return { rows, changes, unlisted: table.filter((other) => !listed.has(keyOf(other))).length };
};

const datesIn = (rows) => [...new Set(rows.flatMap(({ versions }) => versions.map(({ date }) => date)))];

const argumentsFrom = (args) => {
  const at = args.indexOf('--as-of');
  const asOf = at < 0 ? new Date().toISOString().slice(0, 10) : args[at + 1];
  const [file, ...more] = at < 0 ? args : args.toSpliced(at, 2);
  if (file === undefined || more.length > 0 || !/^\d{4}-\d{2}-\d{2}$/.test(asOf ?? ''))
    throw new Error('usage: npm run import-api -- openapi.json [--as-of yyyy-mm-dd]');
  return { file, asOf };
};

const documentIn = (file) => {
  const document = readJson(file);
  if (typeof document.paths !== 'object' || document.paths === null)
    throw new Error(`${file} is no OpenAPI document: it has no "paths".`);
  return document;
};

const lines = (rows) => `[\n${rows.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`;

const run = (args) => {
  const { file, asOf } = argumentsFrom(args);
  const operations = operationsOf(documentIn(file));
  if (operations.length === 0)
    throw new Error(`${file} lists no operation under /api/<product>/v2 with a dated media type.`);
  const table = readJson(new URL('operations.json', api));
  const { rows, changes, unlisted } = mergeOperations(table, operations);
  const head = readJson(new URL('api.json', api));
  const dates = [...new Set([...head.versionDates, ...datesIn(rows)])].filter((date) => date !== 'preview');
  writeFileSync(new URL('operations.json', api), lines(rows));
  const dated = { ...head, asOf, versionDates: dates.sort() };
  writeFileSync(new URL('api.json', api), `${JSON.stringify(dated, null, 2)}\n`);
  for (const change of changes) console.log(change);
  console.log(
    `${changes.length} changes, as of ${asOf}; ${unlisted} operations are not in the document and stay.`,
  );
};

try {
  run(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
