import type { Terminal } from '../io/terminal.ts';
import { openRuleset } from '../config/run.ts';
import { didYouMean, UsageError } from '../model/index.ts';
import type { Api, Endpoint, Example, OperationInfo, Rule } from '../model/index.ts';
import { date, optionsFrom, realDate } from '../options.ts';
import type { RawFlags } from '../options.ts';
import type { Ruleset } from '../ruleset/index.ts';
import { dateText, operationsNamed, operationText, relatedRules } from './explain-versions.ts';
import { textFormat } from './rules.ts';

const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '    ');

const exampleText = ({ title, file, code, fixed }: Example): string => {
  const after = fixed === undefined ? [] : ['  after the fix:', '', indented(fixed), ''];
  return [`  ${title} (${file}):`, '', indented(code), '', ...after].join('\n');
};

const labelled = (label: string, text: string): readonly string[] =>
  text === '' ? [] : [`${label}: ${text}`, ''];

const ruleText = (rule: Rule, rules: readonly Rule[]): string =>
  [
    `${rule.id} (${rule.severity})`,
    '',
    rule.title,
    '',
    ...labelled('Why', rule.why),
    ...labelled('What to do', rule.advice),
    ...labelled('Fix', rule.fix),
    ...labelled('Source', rule.source),
    ...labelled('See also', relatedRules(rule, rules).join(', ')),
    ...(rule.examples.bad.length > 0 ? ['Found:', '', ...rule.examples.bad.map(exampleText)] : []),
    ...(rule.examples.good.length > 0 ? ['Right:', '', ...rule.examples.good.map(exampleText)] : []),
  ].join('\n');

const FATES: Readonly<Record<Endpoint['fate'], string>> = {
  same: 'the same path in the versioned API',
  deprecated: 'deprecated, still in the versioned API',
  renamed: 'another path in the versioned API',
  removed: 'removed, no twin in the versioned API',
};

const sentence = (label: string, text: string | null): readonly string[] =>
  text === null ? [] : [`  ${label}: ${text}`];

/** The versioned path with the parameter names of the legacy one, where both have the same parameters. */
const namedPath = ({ v2, template }: Endpoint): string | null => {
  if (v2 === null) return null;
  const names = template.match(/\{\w+\}/g) ?? [];
  const holes = v2.match(/\{\}/g) ?? [];
  if (names.length !== holes.length) return v2;
  let next = 0;
  return v2.replaceAll('{}', () => names[next++]!);
};

const endpointText = (endpoint: Endpoint, { version, products }: Api): string => {
  const product = products[0] ?? 'atlas';
  const path = namedPath(endpoint);
  return [
    `${endpoint.method} /api/${product}/${endpoint.base}${endpoint.template}: ${FATES[endpoint.fate]}`,
    ...sentence('now', path === null ? null : `${endpoint.method} /api/${product}/${version}${path}`),
    ...sentence('instead', endpoint.successor),
    ...sentence('note', endpoint.note),
    '',
  ].join('\n');
};

/** Names in the options of a rule: properties, headers, paths. */
const wordsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return value.match(/[A-Za-z_][\w-]*/g) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsOf);
};

/** Parameters are compared by position: `{groupId}`, `{id}`, `:id` and `{}` are one. */
const pathKey = (path: string): string =>
  path
    .replace(/^.*\/api\/[\w-]+\/v\d[\d.]*(?=\/)/, '')
    .replace(/\{[^}]*\}|:\w+/g, '{}')
    .replace(/\/$/, '');

const endpointsFor = (id: string, api: Api): readonly Endpoint[] => {
  const [, method, path] = /^(?:([A-Za-z]+)\s+)?(\S*\/\S*)$/.exec(id) ?? [];
  if (path === undefined) return [];
  const key = pathKey(path);
  const wanted = method?.toUpperCase();
  return api.endpoints.filter(
    (endpoint) => endpoint.path === key && (wanted === undefined || endpoint.method === wanted),
  );
};

/** A row of a rule's table of properties, as far as it is shown. */
interface PropertyRow {
  readonly path: string;
  readonly only?: string;
  readonly replacement: string | null;
  readonly sent?: string;
  readonly read?: string;
}

const propertyRows = (name: string, { options }: Rule): readonly PropertyRow[] => {
  const rows = (options as { readonly properties?: readonly PropertyRow[] } | null)?.properties ?? [];
  return rows.filter(({ path }) => path.endsWith(`.${name}`) || path.endsWith(`['${name}']`));
};

const propertyText = (name: string, { path, only, replacement, sent, read }: PropertyRow): string =>
  [
    `${name} (${path}${only === undefined ? '' : `, in a ${only}`}): ${replacement ?? 'no replacement'}`,
    ...sentence('sent', sent ?? null),
    ...sentence('read', read ?? null),
    '',
  ].join('\n');

const operationsFor = (id: string, api: Api): readonly OperationInfo[] => {
  const [, method, path] = /^(?:([A-Za-z]+)\s+)?(\S*\/\S*)$/.exec(id) ?? [];
  return operationsNamed(id, path === undefined ? undefined : pathKey(path), method?.toUpperCase(), api);
};

interface Explanation {
  readonly date: string | undefined;
  readonly operations: readonly OperationInfo[];
  readonly rules: readonly Rule[];
  readonly endpoints: readonly Endpoint[];
}

/** The area of a resource beside the administration API, by its operation (`tokens.generate`) or its path. */
const areaOf = (id: string, api: Api): string | undefined => {
  const path = /\S*\/\S*$/.exec(id)?.[0];
  const key = path === undefined ? undefined : pathKey(path);
  return api.resources.find((resource) => resource.name === id || pathKey(resource.path) === key)?.area;
};

const explanationOf = (id: string, { rules, api }: Ruleset, today: string): Explanation => {
  const byId = rules.filter((rule) => rule.id === id);
  const word = areaOf(id, api) ?? id;
  const byWord = byId.length > 0 ? byId : rules.filter((rule) => wordsOf(rule.options).includes(word));
  if (byId.length > 0) return { rules: byId, endpoints: [], operations: [], date: undefined };
  const date = dateText(id, api, today);
  return { rules: byWord, endpoints: endpointsFor(id, api), operations: operationsFor(id, api), date };
};

const unknown = (id: string, { rules, api }: Ruleset): UsageError => {
  const words = rules.flatMap((rule) => wordsOf(rule.options));
  const templates = id.includes('/') ? api.endpoints.map((endpoint) => endpoint.template) : [];
  const names = [...api.operations, ...api.resources].flatMap(({ name }) => name ?? []);
  const known = [...rules.map((rule) => rule.id), ...names, ...api.versionDates, ...words, ...templates];
  const hint = didYouMean(id, known);
  return new UsageError(`nothing is known of "${id}".${hint} "migrate rules" lists the rules.`);
};

/**
 * `migrate explain <id>`: a rule, a property that rules speak of, an endpoint (`GET /groups/{id}/clusters`), an
 * operation (`clusters.create`) or a version date. `migrate explain --at <file>:<line>`: what was seen there.
 */
export const explain = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  if (flags['at'] !== undefined) return (await import('./explain-place.ts')).explainPlace(flags, terminal);
  const format = textFormat(flags);
  const id = [flags['id'], ...(flags['paths'] as readonly string[])]
    .filter((word) => word !== undefined)
    .join(' ');
  if (id === '')
    throw new UsageError(
      'name what to explain: "migrate explain legacy-base-url". "migrate rules" lists the rules.',
    );
  const { format: _, ...others } = flags;
  const ruleset = await openRuleset(optionsFrom(others, [], 'scan'), terminal);
  const today = date(flags, 'today') ?? realDate();
  const explained = explanationOf(id, ruleset, today);
  const { rules, endpoints, operations } = explained;
  if (rules.length + endpoints.length + operations.length === 0 && explained.date === undefined)
    throw unknown(id, ruleset);
  const properties = rules.flatMap((rule) => propertyRows(id, rule));
  if (format === 'json') {
    terminal.out(JSON.stringify({ id, properties, ...explained }, undefined, 2) + '\n');
    return 0;
  }
  const parts = [
    ...properties.map((row) => propertyText(id, row)),
    ...(explained.date === undefined ? [] : [explained.date]),
    ...rules.map((rule) => ruleText(rule, ruleset.rules)),
    ...endpoints.map((endpoint) => endpointText(endpoint, ruleset.api)),
    ...operations.map((info) => operationText(info, ruleset.api, today)),
  ];
  terminal.out(parts.join('\n') + '\n');
  return 0;
};
