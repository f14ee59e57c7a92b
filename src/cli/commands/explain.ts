import type { Terminal } from '../../io/terminal.ts';
import { openRuleset } from '../../config/run.ts';
import { UsageError } from '../../model/index.ts';
import type { Api, Endpoint, Example, Rule } from '../../model/index.ts';
import { date, optionsFrom, realDate } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { exempt } from '../../redact/gate.ts';
import { explanationOf, unknownWord } from './explained.ts';
import { operationText, relatedRules } from './explain-versions.ts';
import { textFormat } from './rules.ts';

const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '    ');

const exampleText = ({ title, file, code, fixed }: Example): string => {
  const changed =
    fixed === code
      ? ['  No fix is offered for this case.', '']
      : ['  after the fix:', '', indented(fixed ?? ''), ''];
  const after = fixed === undefined ? [] : changed;
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
    ...labelled('Source', rule.source.replace(/^Specification.*/, '$& (rules/README.md of the package)')),
    ...labelled('See also', relatedRules(rule, rules).join(', ')),
    ...(rule.examples.bad.length > 0 ? ['Found:', '', ...rule.examples.bad.map(exampleText)] : []),
    ...(rule.examples.good.length > 0 ? ['Right:', '', ...rule.examples.good.map(exampleText)] : []),
  ].join('\n');

const FATES: Readonly<Record<Endpoint['fate'], string>> = {
  same: 'the same path in the versioned API',
  deprecated: 'deprecated, still in the versioned API',
  renamed: 'another path in the versioned API',
  removed: 'removed, no equivalent in the versioned API',
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

/**
 * `migrate explain <id>`: a rule, a property that rules speak of, an endpoint (`GET /groups/{id}/clusters`), an
 * operation (`clusters.create`), a resource (`databaseUsers`) or a version date. `migrate explain --at <file>:<line>`: what was seen there.
 */
export const explainCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
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
    throw unknownWord(id, ruleset);
  const properties = rules.flatMap((rule) => propertyRows(id, rule));
  if (format === 'json') {
    const shown = JSON.stringify({ id, properties, ...explained }, undefined, 2);
    terminal.out(exempt('reference text', `${shown}\n`));
    return 0;
  }
  const parts = [
    ...properties.map((row) => propertyText(id, row)),
    ...(explained.date === undefined ? [] : [explained.date]),
    ...rules.map((rule) => ruleText(rule, ruleset.rules)),
    ...endpoints.map((endpoint) => endpointText(endpoint, ruleset.api)),
    ...operations.map((info) => operationText(info, ruleset.api, today)),
  ];
  terminal.out(exempt('reference text', `${parts.join('\n')}\n`));
  return 0;
};
