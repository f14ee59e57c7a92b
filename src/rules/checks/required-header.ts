import { judgedFix } from '../../model/index.ts';
import type { Edit, Finding, Fix, Note, Place } from '../../model/index.ts';
import type { Check, CheckContext, Draft } from './check.ts';
import { headerEdits, type HeaderJob } from './header-edits.ts';
import { expectedDrafts } from './expected-header.ts';
import type { HeaderState } from './header-state.ts';
import { fill, findingAt } from './message.ts';
import type { HeaderOptions, HeaderRule } from './header-rule.ts';
import { NEEDS, needState } from './needs.ts';
import type { Need } from './needs.ts';
import { because, REASONS } from './reasons.ts';
import { agreedOperation } from './fact-index.ts';
import type { Call, View } from './fact-index.ts';
import { unprovenBases } from './unproven-base.ts';
import { addressWords } from './words.ts';

/** A call that lacks the header, and where what is missing would be written. */
interface Job extends HeaderJob {
  readonly target: Place | undefined;
}

/** Where the header would be written: the entry's value, or the gap. */
const targetOf = (state: HeaderState): Place | undefined => {
  if (state.kind === 'bad' || state.kind === 'partly') return state.entries.at(-1)!.place;
  if (state.kind !== 'absent' || state.gap === undefined) return undefined;
  return { file: state.gap.file, span: { start: state.gap.at, end: state.gap.at } };
};

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}:${span.end}`;

const jobOf = (call: Call, need: Need, { settings, api }: CheckContext): Job | undefined => {
  if (!need.applies(call) || call.request.origin === 'generated') return undefined;
  const lack = needState(call, need);
  if (lack.kind === 'good' || lack.kind === 'unknown') return undefined;
  // A Content-Type under a condition goes with a body under the same.
  if (lack.kind === 'partly' && !need.always) return undefined;
  const value = need.wanted(call, lack.kind === 'bad' ? lack.value : '', settings.target, api);
  return { call, lack, target: targetOf(lack), value };
};

/** The sending call, or the wrapper's or instance's; a shared header of another file is reported where it stands. */
const placeOf = ({ call, target }: Job): Place => {
  const { headersAt } = call.request;
  return target === undefined || target.file === headersAt.file ? headersAt : target;
};

const byPlace = (jobs: readonly Job[]): readonly (readonly Job[])[] => {
  const groups = new Map<string, Job[]>();
  for (const job of jobs) {
    const key = keyOf(placeOf(job));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [job]);
    else group.push(job);
  }
  return [...groups.values()];
};

/** Tokens take the vendor type too (specification §7.2); nothing is known of discovery and of other services. */
const mayGetHeader = (call: Call): boolean =>
  !call.foreign &&
  call.located.every(({ address }) => !address.area.endsWith('discovery')) &&
  call.located.length > 0;

const placesOf = ({ request }: Call, target: Place | undefined): readonly string[] =>
  (target === undefined ? [request.headersAt] : [request.headersAt, target]).map(keyOf);

type Sharers = ReadonlyMap<string, readonly Call[]>;

const indices = new WeakMap<View, Map<Need, Sharers>>();

/** Calls by the places that give them their headers; evidence cannot share text with code. */
const sharersOf = (need: Need, view: View): Sharers => {
  const known = indices.get(view) ?? new Map<Need, Sharers>();
  indices.set(view, known);
  const found = known.get(need);
  if (found !== undefined) return found;
  const index = new Map<string, Call[]>();
  for (const call of view.calls.filter(({ request }) => request.origin !== 'recording')) {
    for (const key of placesOf(call, targetOf(needState(call, need)))) {
      const calls = index.get(key);
      if (calls === undefined) index.set(key, [call]);
      else calls.push(call);
    }
  }
  known.set(need, index);
  return index;
};

const isPresumed = ({ call }: Job): boolean => call.request.presumed === true;

const usualValue = (jobs: readonly Job[]): string =>
  jobs.find(({ value }) => value.endsWith('json'))?.value ?? jobs[0]!.value;

/** Why the header may be wrong for one of the requests that would get it. */
const doubtOf = (jobs: readonly Job[], need: Need, { view }: CheckContext): Note | undefined => {
  const presumed = jobs.find(isPresumed)?.call.request;
  if (presumed !== undefined) return because(presumed, REASONS.presumed(presumed.client));
  const usual = usualValue(jobs);
  const odd = jobs.find(({ value }) => value !== usual);
  if (odd !== undefined) return because(odd.call.request, REASONS.otherValue(odd.value));
  const under = jobs.flatMap(({ lack }) => (lack.kind === 'absent' ? [] : (lack.under ?? [])));
  if (under[0] !== undefined) return because(under[0].place, REASONS.underCondition(need.header));
  const index = sharersOf(need, view);
  const keys = new Set(jobs.flatMap(({ call, target }) => placesOf(call, target)));
  const strangers = [...keys].flatMap((key) => (index.get(key) ?? []).filter((call) => !mayGetHeader(call)));
  return strangers[0] && because(strangers[0].request, REASONS.sharedHeader);
};

const sameEdit = (a: Edit, b: Edit): boolean => a.span.start === b.span.start && a.span.end === b.span.end;

const fixOf = (jobs: readonly Job[], need: Need, context: CheckContext): Fix | undefined => {
  const authored = jobs.every(({ call }) => ['authored', 'collection'].includes(call.request.origin));
  const value = usualValue(jobs);
  const all = jobs.map((job) => headerEdits({ ...job, value }, need, context));
  if (!authored || all.some((edits) => edits.length === 0)) return undefined;
  const edits = all
    .flat()
    .filter((edit, at, list) => list.findIndex((other) => sameEdit(edit, other)) === at);
  const replaces = jobs.some(({ lack }) => lack.kind !== 'absent');
  const title = `${replaces ? 'Replace' : 'Add'} the header ${need.header}: ${value}`;
  return judgedFix({ title, edits, group: undefined }, doubtOf(jobs, need, context));
};

/** Says which call it is without its place; a wrapper's finding stays the same when it gets one more caller. */
const anchorOf = (jobs: readonly Job[], header: string): string => {
  const [only, ...others] = jobs;
  if (only === undefined || others.length > 0) return header;
  const path = only.call.located[0]!.address.path;
  return `${header} ${only.call.request.method ?? ''} ${path}`;
};

const dataOf = (jobs: readonly Job[], header: string): Finding['data'] => ({
  header,
  value: usualValue(jobs),
  calls: jobs.length,
});

/** Half a migration: the requests go to the versioned API already. */
const isHalfDone = (jobs: readonly Job[]): boolean =>
  jobs.every(({ call }) => call.located.every(({ address }) => address.area === 'versioned'));

const messageOf = ({ message, options }: HeaderRule, jobs: readonly Job[]): string => {
  if (options.partly !== undefined && jobs.every(({ lack }) => lack.kind === 'partly')) return options.partly;
  const usual = isHalfDone(jobs) ? (options.halfDone ?? message) : message;
  const isBare = jobs.every((job) => isPresumed(job) && job.lack.kind === 'absent');
  return isBare ? `${usual} ${options.presumed ?? ''}` : usual;
};

const draftOf = (rule: HeaderRule, jobs: readonly Job[], context: CheckContext): Draft => {
  const need = NEEDS[rule.options.need];
  const exchanges = new Set(jobs.map(({ call }) => call.request.exchange));
  const data = dataOf(jobs, need.header);
  const presumed = jobs.every(isPresumed);
  const partly = jobs.every(({ lack }) => lack.kind === 'partly');
  const finding = findingAt(rule, placeOf(jobs[0]!), {
    data,
    message: fill(messageOf(rule, jobs), data),
    certainty: presumed || partly ? 'likely' : 'certain',
    anchor: anchorOf(jobs, need.header),
    operation: agreedOperation(jobs.flatMap(({ call }) => call.located)),
    exchange: exchanges.size === 1 ? [...exchanges][0] : undefined,
    fix: fixOf(jobs, need, context),
  });
  const part = rule.options.need === 'version' ? 'header' : 'alone';
  return { finding, part, requests: jobs.map(({ call }) => call.request.id) };
};

/** A header that every call of the administration API needs and that these surely do not send as it must be. */
export const requiredHeader: Check<HeaderOptions> = {
  name: 'required-header',
  vocabulary: (_, api) => ({ addresses: addressWords(api), distinctive: [], common: [], successors: [] }),
  run(rule, context) {
    const need = NEEDS[rule.options.need];
    const jobs = context.view.calls.flatMap((call) => jobOf(call, need, context) ?? []);
    return [
      ...byPlace(jobs).map((group) => draftOf(rule, group, context)),
      ...expectedDrafts(rule, need, context),
      ...unprovenBases(rule, context),
    ];
  },
};
