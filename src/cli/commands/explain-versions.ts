import { answering, daysBetween, lifecycleOf } from '../../rules/checks/lifecycle.ts';
import { isDate } from '../../rules/checks/media.ts';
import type { Api, OperationInfo, Rule } from '../../model/index.ts';

const nameOf = ({ name, method, path }: OperationInfo): string =>
  name === null ? `${method} ${path || '/'}` : `${name} (${method} ${path})`;

/** State of one version of an operation on a day. */
const stateText = (date: string, info: OperationInfo, api: Api, today: string): string => {
  if (date === 'preview') return 'preview, no promise';
  const state = lifecycleOf(date, info, today, api);
  if (!('deletion' in state) || state.deletion === undefined) return 'stable';
  const left = daysBetween(today, state.deletion);
  const basis = state.listed ? 'listed' : 'twelve months after its deprecation';
  return `${state.state}, deletion ${state.deletion} (${basis}; ${left > 0 ? `${left} days left` : 'past'})`;
};

/** The versions of an operation, a line each. */
export const operationText = (info: OperationInfo, api: Api, today: string): string => {
  const flag = info.deprecated ? ', deprecated as a whole' : '';
  const lines = info.versions.map(({ date, suffixes }) => {
    const types = suffixes.map((suffix) => `+${suffix}`).join(', ');
    return `  ${date} ${types}: ${stateText(date, info, api, today)}`;
  });
  const sources = `  listed on ${api.asOf}; dates can change (specification §3, §9.2)`;
  return [`${nameOf(info)}${flag}`, ...lines, sources, ''].join('\n');
};

const MAX_NAMED = 12;

const named = (infos: readonly OperationInfo[]): string => {
  const more = infos.length > MAX_NAMED ? [`and ${infos.length - MAX_NAMED} more`] : [];
  return [...infos.slice(0, MAX_NAMED).map(nameOf), ...more].join('\n    ');
};

/**
 * Explanation of a version date: a version of some operations, a minimum for all others. `undefined` for
 * other words.
 */
export const dateText = (date: string, api: Api, today: string): string | undefined => {
  if (!isDate(date)) return undefined;
  const own = api.operations.filter(({ versions }) => versions.some((version) => version.date === date));
  const floors = api.operations.filter((info) => (answering(date, info, api) ?? date) !== date);
  const ending = own.filter((info) => lifecycleOf(date, info, today, api).state !== 'stable');
  const changes = api.changes.filter((change) => change.date === date);
  return [
    own.length > 0
      ? `${date} is a version of ${own.length} operations; on ${floors.length} more, it resolves to an older version.`
      : `${date} is not a listed version: it resolves to an older version on ${floors.length} operations.`,
    ...(own.length > 0 ? [`  a version of:\n    ${named(own)}`] : []),
    ...(ending.length > 0
      ? [`  deprecated or deleted on ${today} for ${ending.length}:\n    ${named(ending)}`]
      : []),
    ...changes.map(({ operations, says }) => `  changes ${operations.join(', ')}: ${says}`),
    `  listed on ${api.asOf}; dates can change (specification §3, §9.2)`,
    '  see also: deprecated-version, deleted-version, unknown-version; "migrate versions" for your own calls',
    '',
  ].join('\n');
};

const sectionsOf = ({ source }: Rule): readonly string[] =>
  source.startsWith('Specification') ? (source.match(/§\d(?:\.\d)?/g) ?? []) : [];

/** Ids of the rules that a rule shares its check or a section of the specification with. */
export const relatedRules = (rule: Rule, rules: readonly Rule[]): readonly string[] => {
  const sections = new Set(sectionsOf(rule));
  return rules
    .filter((other) => other.id !== rule.id)
    .filter(
      (other) => other.check === rule.check || sectionsOf(other).some((section) => sections.has(section)),
    )
    .map(({ id }) => id);
};
