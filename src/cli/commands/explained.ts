import { didYouMean, UsageError } from '../../model/index.ts';
import type { Api, Endpoint, OperationInfo, Rule } from '../../model/index.ts';
import type { Ruleset } from '../../rules/load/index.ts';
import { dateText } from './explain-versions.ts';

/** Names in the options of a rule: properties, headers, paths. */
const wordsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.match(/[A-Za-z_][\w-]*/g) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsOf);
};

/** A word that more rules speak of than this explains none of them. */
const MAX_TRACES = 4;

const namesWord = (word: string, { why, advice, examples }: Rule): boolean => {
  const texts = [
    why,
    advice,
    ...examples.bad.map(({ code }) => code),
    ...examples.good.map(({ code }) => code),
  ];
  return texts.some((text) => text.split(/[^\w-]+/).includes(word));
};

/** Rules by a word of their options or, for a word that few rules use, of their texts and examples. */
const rulesFor = (word: string, rules: readonly Rule[]): readonly Rule[] => {
  const byOption = rules.filter((rule) => wordsOf(rule.options).includes(word));
  if (byOption.length > 0 || !/^\w{4,}$/.test(word)) return byOption;
  const speaking = rules.filter((rule) => namesWord(word, rule));
  return speaking.length > MAX_TRACES ? [] : speaking;
};

/** Parameters are compared by position: `{groupId}`, `{id}`, `:id` and `{}` are one. */
const pathKey = (path: string): string =>
  path
    .replace(/^[a-z]+:\/\/[^/]*|[?#].*$/g, '')
    .replace(/^.*\/api\/[\w-]+\/v\d[\d.]*(?=\/)/, '')
    .replace(/\{[^}]*\}|:\w+/g, '{}')
    .replace(/\/$/, '');

const anonymous = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}');

/** Number of literal segments of a template that match a path; `undefined` where it is the template of another path. */
const literalsIn = (template: string, path: string): number | undefined => {
  const [own, asked] = [template.split('/'), path.split('/')];
  const fits = own.length === asked.length && own.every((part, at) => part === '{}' || part === asked[at]);
  return fits ? own.filter((part) => part !== '{}').length : undefined;
};

/** Rows whose template is the path, else those that match it with the fewest parameters. */
const atPath = <Row>(
  rows: readonly Row[],
  path: string,
  templateOf: (row: Row) => string,
): readonly Row[] => {
  const exact = rows.filter((row) => templateOf(row) === path);
  if (exact.length > 0) return exact;
  const literals = rows.map((row) => literalsIn(templateOf(row), path));
  const most = Math.max(...literals.map((count) => count ?? -1));
  return most <= 0 ? [] : rows.filter((_, at) => literals[at] === most);
};

interface Asked {
  readonly method: string | undefined;
  readonly path: string;
}

const askedPath = (id: string): Asked | undefined => {
  const [, method, path] = /^(?:([A-Za-z]+)\s+)?(\S*\/\S*)$/.exec(id) ?? [];
  return path === undefined ? undefined : { method: method?.toUpperCase(), path: pathKey(path) };
};

/** Resource of a path template, its last literal segment: `databaseUsers` in `/groups/{groupId}/databaseUsers/{username}`. */
const resourceIn = (template: string): string | undefined =>
  template.split('/').findLast((part) => part !== '' && !part.startsWith('{'));

const endpointsFor = (id: string, asked: Asked | undefined, { endpoints }: Api): readonly Endpoint[] => {
  if (asked === undefined) return endpoints.filter(({ template }) => resourceIn(template) === id);
  return atPath(
    endpoints.filter(({ method }) => asked.method === undefined || method === asked.method),
    asked.path,
    ({ path }) => path,
  );
};

const operationsFor = (id: string, asked: Asked | undefined, api: Api): readonly OperationInfo[] => {
  if (asked === undefined)
    return api.operations.filter(({ name, path }) => name === id || resourceIn(path) === id);
  const wanted = api.operations.filter(({ method }) => asked.method === undefined || method === asked.method);
  return atPath(wanted, asked.path, ({ path }) => anonymous(path));
};

/** Name of a property that is given with the path to it, as `replicationSpecs[].regionsConfig`; else the id itself. */
const propertyOf = (id: string): string =>
  /^(?:\w+(?:\[[\d*]*\])?\.)+(\w+)(?:\[[\d*]*\])?$/.exec(id)?.[1] ?? id;

/** Explanation of a word of the command line. */
export interface Explanation {
  readonly date: string | undefined;
  readonly operations: readonly OperationInfo[];
  readonly rules: readonly Rule[];
  readonly endpoints: readonly Endpoint[];
}

/** API area of a resource outside the administration API, by its operation (`tokens.generate`) or path. */
const areaOf = (id: string, asked: Asked | undefined, api: Api): string | undefined =>
  api.resources.find(
    ({ name, path }) =>
      name === id || (asked !== undefined && literalsIn(pathKey(path), asked.path) !== undefined),
  )?.area;

/**
 * Explains a rule id, a word that rules speak of, an operation, a resource, a version date (its state on `today`), or a
 * path: a template, one with ids in it, or a whole URL, with or without a method.
 */
export const explanationOf = (id: string, { rules, api }: Ruleset, today: string): Explanation => {
  const byId = rules.filter((rule) => rule.id === id);
  if (byId.length > 0) return { rules: byId, endpoints: [], operations: [], date: undefined };
  const asked = askedPath(id);
  const operations = operationsFor(id, asked, api);
  const word = operations.length > 0 ? id : propertyOf(id);
  return {
    rules: rulesFor(areaOf(id, asked, api) ?? word, rules),
    endpoints: endpointsFor(id, asked, api),
    operations,
    date: dateText(id, api, today),
  };
};

/** Error for an unknown word, with the most similar known one. */
export const unknownWord = (id: string, { rules, api }: Ruleset): UsageError => {
  // Options hold prose too: only what looks like a name is worth a suggestion.
  const words = rules.flatMap((rule) => wordsOf(rule.options)).filter((word) => /.[A-Z_-]/.test(word));
  const paths = [
    ...api.endpoints.map((endpoint) => endpoint.template),
    ...api.operations.map(({ path }) => path),
  ];
  const templates = id.includes('/') ? paths : paths.flatMap((path) => resourceIn(path) ?? []);
  const names = [...api.operations, ...api.resources].flatMap(({ name }) => name ?? []);
  const known = [...rules.map((rule) => rule.id), ...names, ...api.versionDates, ...words, ...templates];
  const hint = didYouMean(id, known);
  return new UsageError(
    `unknown rule, property, endpoint or version "${id}".${hint} "migrate rules" lists the rules.`,
  );
};
