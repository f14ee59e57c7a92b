import { entriesOf, flatten } from '../model/index.ts';
import type { Finding, Rule, Severity, SlotRange } from '../model/index.ts';
import type { Check, CheckContext, Draft } from './check.ts';
import { daysBetween, lifecycleOf } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';
import { isDate, vendorTypes } from './media.ts';
import { fill, findingAt, milder } from './message.ts';
import { knownRanges, placeOfRange, slotKey } from './places.ts';
import { isAdministration } from './view.ts';
import type { Call, Located } from './view.ts';
import { addressWords, mediaWords } from './words.ts';

interface Options {
  readonly states: readonly Exclude<Lifecycle['state'], 'stable'>[];
  /** Messages for what the rule's own does not fit. */
  readonly messages?: Readonly<Partial<Record<'unlisted' | 'undated', string>>>;
}

type StateRule = Rule & { readonly options: Options };

/** A date in a header of a call, with what became of the version that answers it. */
interface Dated {
  readonly call: Call;
  readonly located: Located;
  readonly date: string;
  readonly range: SlotRange;
  readonly lifecycle: Lifecycle;
}

const HEADERS = ['Accept', 'Content-Type'];

const datesIn = (call: Call, { api, settings }: CheckContext): readonly Dated[] =>
  HEADERS.flatMap((header) => entriesOf(call.request.headers, header)).flatMap(({ values }) =>
    (values ?? []).flatMap((text) =>
      vendorTypes(flatten(text)).flatMap((type) => {
        const from = type.start + type.text.indexOf(type.version);
        const [range] = knownRanges(text, from, from + type.version.length);
        if (!isDate(type.version) || range === undefined) return [];
        return call.located.filter(isAdministration).map((located) => ({
          call,
          located,
          date: type.version,
          range,
          lifecycle: lifecycleOf(type.version, located.identity.info, settings.today, api),
        }));
      }),
    ),
  );

const daysLeft = (lifecycle: Lifecycle, today: string): number | undefined =>
  'deletion' in lifecycle && lifecycle.deletion !== undefined
    ? daysBetween(today, lifecycle.deletion)
    : undefined;

/** The target is what fixes write: it counts only when its end is near. */
const counts = ({ lifecycle }: Dated, { states }: Options, { settings }: CheckContext): boolean => {
  if (lifecycle.state === 'stable' || !states.includes(lifecycle.state)) return false;
  if (lifecycle.state !== 'deprecated' || lifecycle.version !== settings.target) return true;
  return isNear(lifecycle, settings);
};

const isNear = (lifecycle: Lifecycle, { today, failWithin }: CheckContext['settings']): boolean => {
  const left = daysLeft(lifecycle, today);
  return left !== undefined && failWithin !== undefined && left <= failWithin;
};

const severityOf = (rule: StateRule, { lifecycle }: Dated, { settings }: CheckContext): Severity => {
  if (lifecycle.state === 'unlisted') return milder('info', rule.severity);
  return lifecycle.state === 'deprecated' && isNear(lifecycle, settings) ? 'error' : rule.severity;
};

const dataOf = ({ date, lifecycle }: Dated, today: string): Finding['data'] => {
  const answers = 'version' in lifecycle ? lifecycle.version : null;
  const deletion = 'deletion' in lifecycle ? (lifecycle.deletion ?? null) : null;
  const next = 'next' in lifecycle ? (lifecycle.next ?? null) : null;
  const first = 'first' in lifecycle ? lifecycle.first : null;
  return { date, version: answers, deletion, daysLeft: daysLeft(lifecycle, today) ?? null, next, first };
};

const messageOf = ({ message, options }: StateRule, { lifecycle }: Dated, data: Finding['data']): string => {
  const undated = lifecycle.state === 'deprecated' && lifecycle.deletion === undefined;
  const variant = lifecycle.state === 'unlisted' ? 'unlisted' : undated ? 'undated' : undefined;
  const successor = data['next'] === null ? '' : `The next version is ${String(data['next'])}.`;
  return fill((variant && options.messages?.[variant]) ?? message, { ...data, successor });
};

/** The nearest deadline first. */
const urgency = (dated: Dated, today: string): number =>
  daysLeft(dated.lifecycle, today) ?? Number.MAX_SAFE_INTEGER;

const draftOf = (rule: StateRule, same: readonly Dated[], context: CheckContext): Draft => {
  const { today } = context.settings;
  const worst = same.reduce((a, b) => (urgency(b, today) < urgency(a, today) ? b : a));
  const data = dataOf(worst, today);
  const operations = new Set(same.map(({ located }) => located.identity.operation));
  const exchanges = new Set(same.map(({ call }) => call.request.exchange));
  const finding = findingAt(rule, placeOfRange(worst.range, context.text), {
    data,
    message: messageOf(rule, worst, data),
    anchor: `${worst.date} ${operations.size === 1 ? worst.located.address.path : ''}`.trim(),
    severity: severityOf(rule, worst, context),
    operation: operations.size === 1 ? [...operations][0] : undefined,
    exchange: exchanges.size === 1 ? [...exchanges][0] : undefined,
  });
  return { finding, part: 'alone', requests: [] };
};

const byPlace = (all: readonly Dated[]): readonly (readonly Dated[])[] => {
  const groups = new Map<string, Dated[]>();
  for (const dated of all) {
    const key = `${slotKey(dated.range.slot)}:${dated.range.from}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [dated]);
    else group.push(dated);
  }
  return [...groups.values()];
};

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
    const found = dated.filter((one) => counts(one, rule.options, context));
    return byPlace(found).map((same) => draftOf(rule, same, context));
  },
};
