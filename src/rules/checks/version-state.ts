import { groupBy } from '../../model/index.ts';
import type { Api, Finding, Rule, Severity, Endpoint, OperationInfo } from '../../model/index.ts';
import type { Check, CheckContext, PendingFinding, Settings } from './check.ts';
import { datesIn } from './dated-headers.ts';
import type { Dated, DateState } from './dated-headers.ts';
import { daysBetween } from './lifecycle.ts';
import { fill, findingAt, message, milder } from './message.ts';
import { placeOfRange, slotKey } from './places.ts';
import { addressWords, mediaWords } from '../api/address-words.ts';

const keyOf = (method: string, path: string): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

const twins = new WeakMap<Api, ReadonlyMap<string, Endpoint>>();

const twinsOf = (api: Api): ReadonlyMap<string, Endpoint> => {
  const known = twins.get(api);
  if (known !== undefined) return known;
  const rows = api.endpoints.flatMap((endpoint) =>
    endpoint.v2 === null ? [] : [[keyOf(endpoint.method, endpoint.v2), endpoint] as const],
  );
  const found = new Map(rows);
  twins.set(api, found);
  return found;
};

/** The legacy endpoint that an operation replaced: it knows what to use instead. */
const legacyTwin = (info: OperationInfo, api: Api): Endpoint | undefined =>
  twinsOf(api).get(keyOf(info.method, info.path));

interface Options {
  readonly states: readonly Exclude<DateState['state'], 'stable'>[];
  /** Messages for what the rule's own does not fit. */
  readonly messages?: Readonly<Partial<Record<'unlisted' | 'undated' | 'computed', string>>>;
}

type StateRule = Rule & { readonly options: Options };

/** Days until the version is deleted; `undefined` if the date is unknown. */
export const daysLeft = (state: DateState, today: string): number | undefined =>
  'deletion' in state && state.deletion !== undefined ? daysBetween(today, state.deletion) : undefined;

const isNear = (state: DateState, { today, failWithin }: Settings): boolean => {
  const left = daysLeft(state, today);
  return left !== undefined && failWithin !== undefined && left <= failWithin;
};

/** The target is what fixes write, whatever version it resolves to: it counts only when its end is near. */
const counts = ({ date, state }: Dated, { states }: Options, settings: Settings): boolean => {
  if (state.state === 'stable' || !states.includes(state.state)) return false;
  const isTarget = date === settings.target || ('version' in state && state.version === settings.target);
  return state.state !== 'deprecated' || !isTarget || isNear(state, settings);
};

const severityOf = (rule: StateRule, { state }: Dated, settings: Settings): Severity => {
  if (state.state === 'unlisted') return milder('info', rule.severity);
  if (state.state === 'computed') return milder('warning', rule.severity);
  return state.state === 'deprecated' && isNear(state, settings) ? 'error' : rule.severity;
};

const dataOf = ({ date, state }: Dated, today: string): Finding['data'] => ({
  date: date === '' ? null : date,
  version: 'version' in state ? state.version : null,
  deletion: 'deletion' in state ? (state.deletion ?? null) : null,
  listed: 'listed' in state ? state.listed : null,
  daysLeft: daysLeft(state, today) ?? null,
  next: 'next' in state ? (state.next ?? null) : null,
  first: 'first' in state ? state.first : null,
});

const variantOf = (state: DateState): 'unlisted' | 'undated' | 'computed' | undefined => {
  if (state.state === 'unlisted' || state.state === 'computed') return state.state;
  return state.state === 'deprecated' && state.deletion === undefined ? 'undated' : undefined;
};

const days = (count: number): string => (Math.abs(count) === 1 ? '1 day' : `${Math.abs(count)} days`);

/** Successor of a version: the next one, or the replacement of an operation that ends as a whole. */
const afterwards = ({ located, state }: Dated, api: Api): string => {
  if ('next' in state && state.next !== undefined) return message('nextVersion', { next: state.next });
  if ('told' in state && state.told === true) return message('noLaterVersion');
  const { info } = located.identity;
  const instead = info === undefined ? undefined : legacyTwin(info, api)?.successor;
  const end = message('operationEnds');
  return instead === undefined || instead === null ? end : message('useInstead', { end, instead });
};

/** Parameters of messages: `left`, `basis`, `answers`, `successor`. */
const wordsOf = (dated: Dated, today: string, api: Api): Readonly<Record<string, string>> => {
  const { date, state } = dated;
  const left = daysLeft(state, today) ?? 0;
  const version = 'version' in state ? state.version : date;
  const listed = 'listed' in state && state.listed;
  const told = 'told' in state && state.told === true;
  const reckoned = listed ? message('asListed', { day: api.asOf }) : message('afterDeprecation');
  return {
    left: left > 0 ? `${days(left)} left` : `${days(left)} ago`,
    basis: told ? message('asAnswered') : reckoned,
    answers: version === date ? '' : message('floorVersion', { date, version }),
    successor: afterwards(dated, api),
  };
};

/** The nearest deadline first. */
const urgency = ({ state }: Dated, today: string): number =>
  daysLeft(state, today) ?? Number.MAX_SAFE_INTEGER;

const draftOf = (
  rule: StateRule,
  same: readonly Dated[],
  { settings, api, text }: CheckContext,
): PendingFinding => {
  const { today } = settings;
  const worst = same.reduce((a, b) => (urgency(b, today) < urgency(a, today) ? b : a));
  const data = dataOf(worst, today);
  const variant = variantOf(worst.state);
  const message = (variant && rule.options.messages?.[variant]) ?? rule.message;
  const operations = new Set(same.map(({ located }) => located.identity.operation));
  const exchanges = new Set(same.map(({ call }) => call.request.exchange));
  const finding = findingAt(rule, placeOfRange(worst.range, text), {
    data,
    message: fill(message, { ...data, ...wordsOf(worst, today, api) }),
    anchor: `${worst.date} ${operations.size === 1 ? worst.located.address.path : ''}`.trim(),
    severity: severityOf(rule, worst, settings),
    operation: operations.size === 1 ? [...operations][0] : undefined,
    exchange: exchanges.size === 1 ? [...exchanges][0] : undefined,
  });
  return { finding, part: 'alone', requests: [] };
};

const byPlace = (all: readonly Dated[]): readonly (readonly Dated[])[] => [
  ...groupBy(all, (dated) => `${slotKey(dated.range.slot)}:${dated.range.from}`).values(),
];

/** A resource version that is no more, soon will be no more, or never was: once where its date is written. */
export const versionState: Check<Options> = {
  name: 'version-state',
  vocabulary: (_, api) => ({
    addresses: [...addressWords(api), ...mediaWords(api)],
    distinctive: [],
    common: [],
    successors: [],
  }),
  run(rule, context) {
    const calls = context.view.calls.filter(({ request }) => request.origin !== 'generated');
    const dated = calls.flatMap((call) => datesIn(call, context));
    const found = dated.filter((one) => counts(one, rule.options, context.settings));
    return byPlace(found).map((same) => draftOf(rule, same, context));
  },
};
