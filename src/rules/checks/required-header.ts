import { judgedFix } from '../../model/index.ts';
import type { Edit, Finding, Fix, Note, Place } from '../../model/index.ts';
import { typedUse } from './accounted.ts';
import type { Check, CheckContext, PendingFinding } from './check.ts';
import { headerEdits, spellingsIn } from './headers/header-edits.ts';
import {
  atCallers,
  distinct,
  editsAtCalls,
  otherRequestAmong,
  usualValue,
} from './headers/header-sharing.ts';
import type { Job } from './headers/header-sharing.ts';
import { jobsByPlace, jobsByValue, placeOfJob } from './headers/job-groups.ts';
import { withoutLeftovers } from './headers/leftovers.ts';
import { withInheritedHeaders } from './headers/inherited.ts';
import { comparedHeaderNotes } from './compared.ts';
import { furtherUrlNotes, statedCallNotes, strayHeaderNotes } from './headers/doubts.ts';
import { unplacedMediaNotes } from './segments/unplaced-media.ts';
import { expectedDrafts } from './expected-header.ts';
import type { HeaderState } from './header-state.ts';
import { because, fill, findingAt, message } from './message.ts';
import type { HeaderOptions, HeaderRule } from './header-rule.ts';
import { HEADER_REQUIREMENTS, requirementState } from './header-requirements.ts';
import type { HeaderRequirement } from './header-requirements.ts';
import { agreedOperation } from './fact-index.ts';
import type { ApiCall } from './fact-index.ts';
import { unprovenBases } from './unproven-base.ts';
import { addressWords } from '../api/address-words.ts';

/** Location to write the header: the entry's value, or the gap. */
const targetOf = (state: HeaderState): Place | undefined => {
  if (state.kind === 'good' || state.kind === 'unknown') return undefined;
  const gap = state.kind === 'bad' || state.gap === 'none' ? undefined : state.gap;
  if (gap !== undefined) return { file: gap.file, span: { start: gap.at, end: gap.at } };
  return state.kind === 'absent' ? undefined : state.entries.at(-1)!.place;
};

const jobOf = (call: ApiCall, need: HeaderRequirement, { settings, api }: CheckContext): Job | undefined => {
  if (!need.applies(call) || call.request.origin === 'generated') return undefined;
  const lack = requirementState(call, need);
  if (lack.kind === 'good' || lack.kind === 'unknown') return undefined;
  // A Content-Type under a condition goes with a body under the same.
  if (lack.kind === 'partly' && !need.always) return undefined;
  const value = need.wanted(call, lack.kind === 'bad' ? lack.value : '', settings.target, api);
  return { call, lack, target: targetOf(lack), value };
};

const isHeuristic = ({ call }: Job): boolean => call.request.heuristic === true;

/** True where the header names a file format, which the endpoint does not respond with. */
const asksForOther = ({ lack, value }: Job): boolean =>
  lack.kind === 'bad' && /\b(?:gzip|csv)\b/i.test(lack.value) && value.endsWith('json');

/** True for a request whose URLs need different media types: `/invoices/${id}${csv ? '/csv' : ''}`. */
const isDivided = ({ call }: Job, need: HeaderRequirement, { settings, api }: CheckContext): boolean => {
  const known = call.located.filter(({ identity }) => identity.info !== undefined);
  const values = known.map((one) => need.wanted({ located: [one] }, '', settings.target, api));
  return new Set(values.map((value) => value.split('+').at(-1))).size > 1;
};

/** Why the header may be wrong for the requests that lack it. */
const doubtOf = (jobs: readonly Job[], need: HeaderRequirement): Note | undefined => {
  const heuristic = jobs.find(isHeuristic)?.call.request;
  if (heuristic !== undefined) return because(heuristic, message('presumed', { callee: heuristic.client }));
  const other = jobs.find(asksForOther);
  if (other?.lack.kind === 'bad')
    return because(other.call.request, message('otherMediaType', { written: other.lack.value }));
  const under = jobs.flatMap(({ lack }) => (lack.kind === 'absent' ? [] : (lack.under ?? [])));
  return under[0] && because(under[0].place, message('underCondition', { header: need.header }));
};

/** The edits of the headers where they are written. */
const editsInPlace = (
  jobs: readonly Job[],
  need: HeaderRequirement,
  context: CheckContext,
): readonly Edit[] | undefined => {
  const value = usualValue(jobs);
  const beside = spellingsIn(jobs, need.header);
  const all = jobs.map((job) => headerEdits({ ...job, value, beside }, need, context));
  return all.some((edits) => edits.length === 0) ? undefined : distinct(all.flat());
};

/** A written type that has no room for the header where it would be written. */
const closingType = (
  jobs: readonly Job[],
  need: HeaderRequirement,
  context: CheckContext,
): Place | undefined => {
  const unroomy = jobs.find(
    ({ lack, call }) =>
      call.request.headers.closedBy &&
      (lack.kind === 'absent' || (lack.kind === 'partly' && lack.gap !== 'none')),
  );
  if (unroomy) return unroomy.call.request.headers.closedBy;
  const replaced = jobs.filter(({ lack }) => lack.kind !== 'absent');
  const edits = replaced.length > 0 ? editsInPlace(replaced, need, context) : undefined;
  const file = placeOfJob(jobs[0]!).file;
  return edits && typedUse(targetFile(replaced[0]!) ?? file, edits, context)?.at;
};

const targetFile = ({ target }: Job): string | undefined => target?.file;

/** True where the header is to be written at the calls, if it can be: it cannot be written in what they share. */
const isHindered = (jobs: readonly Job[], need: HeaderRequirement, context: CheckContext): boolean =>
  otherRequestAmong(jobs, need, context) !== undefined ||
  closingType(jobs, need, context) !== undefined ||
  editsInPlace(jobs, need, context) === undefined;

/**
 * One group a call, where all of the calls get the header alone, and not in the file that they share it in; or one
 * a caller, where the call itself is shared with other services.
 */
const apart = (
  jobs: readonly Job[],
  need: HeaderRequirement,
  context: CheckContext,
): readonly (readonly Job[])[] => {
  if (!isHindered(jobs, need, context)) return [jobs];
  const { file } = placeOfJob(jobs[0]!);
  if (editsAtCalls(jobs, need, context) === undefined) {
    const callers = atCallers(jobs, need, context);
    return callers && callers.some((job) => placeOfJob(job).file !== file) ? jobsByPlace(callers) : [jobs];
  }
  if (jobs.every(({ call }) => call.request.file === file)) return [jobs];
  return jobsByPlace(jobs.map((job) => ({ ...job, alone: 'call' })));
};

/** Edits of the calls alone, or of the calls of their wrapper in the file of the finding. */
const editsApart = (
  jobs: readonly Job[],
  need: HeaderRequirement,
  context: CheckContext,
): readonly Edit[] | undefined => {
  const atCalls = editsAtCalls(jobs, need, context);
  if (atCalls || jobs[0]!.alone !== undefined) return atCalls;
  const callers = atCallers(jobs, need, context);
  const { file } = placeOfJob(jobs[0]!);
  return callers?.every((job) => placeOfJob(job).file === file)
    ? editsAtCalls(callers, need, context)
    : undefined;
};

const fixOf = (jobs: readonly Job[], need: HeaderRequirement, context: CheckContext): Fix | undefined => {
  const authored = jobs.every(({ call }) => ['authored', 'collection'].includes(call.request.origin));
  if (!authored || jobs.some((job) => isDivided(job, need, context))) return undefined;
  const value = usualValue(jobs);
  const replaces = jobs.some(({ lack }) => lack.kind !== 'absent');
  const title = message(replaces ? 'fixReplaceHeader' : 'fixAddHeader', { header: need.header, value });
  const doubt = doubtOf(jobs, need);
  const stranger = otherRequestAmong(jobs, need, context);
  const type = closingType(jobs, need, context);
  const edits = editsInPlace(jobs, need, context);
  const alone = (stranger || type || !edits) && editsApart(jobs, need, context);
  if (alone) return judgedFix({ title, edits: alone, group: undefined }, doubt);
  if (stranger?.isHarmed) return undefined;
  if (edits === undefined) return undefined;
  const shared =
    stranger &&
    because(
      stranger.call.request,
      stranger.sendsOwn ? message('ownHeader', { header: need.header }) : message('sharedHeader'),
    );
  const closed = type && because(type, message('closedToHeader', { header: need.header }));
  return judgedFix({ title, edits, group: undefined }, doubt ?? shared ?? closed);
};

/**
 * Key of a call without its position, so that a wrapper's finding stays the same when it gets another caller.
 */
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

/** A partial migration: the requests go to the versioned API already. */
const isHalfDone = (jobs: readonly Job[]): boolean =>
  jobs.every(({ call }) => call.located.every(({ address }) => address.area === 'versioned'));

/** True for a call that sends the header under a condition. */
const sendsSometimes = ({ lack }: Job): boolean => lack.kind === 'partly' && lack.valid;

const messageOf = ({ message, options }: HeaderRule, jobs: readonly Job[]): string => {
  if (options.partly !== undefined && jobs.every(sendsSometimes)) return options.partly;
  const usual = isHalfDone(jobs) ? (options.halfDone ?? message) : message;
  const isBare = jobs.every((job) => isHeuristic(job) && job.lack.kind === 'absent');
  return isBare ? `${usual} ${options.presumed ?? ''}` : usual;
};

const draftOf = (rule: HeaderRule, jobs: readonly Job[], context: CheckContext): PendingFinding => {
  const need = HEADER_REQUIREMENTS[rule.options.need];
  const exchanges = new Set(jobs.map(({ call }) => call.request.exchange));
  const data = dataOf(jobs, need.header);
  const heuristic = jobs.every(isHeuristic);
  const finding = findingAt(rule, placeOfJob(jobs[0]!), {
    data,
    message: fill(messageOf(rule, jobs), data),
    certainty: heuristic || jobs.every(sendsSometimes) ? 'likely' : 'certain',
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
    const need = HEADER_REQUIREMENTS[rule.options.need];
    const jobs = withInheritedHeaders(context.view.calls.flatMap((call) => jobOf(call, need, context) ?? []));
    const drafts = jobsByPlace(jobs)
      .flatMap(jobsByValue)
      .flatMap((group) => apart(group, need, context))
      .map((group) => draftOf(rule, group, context));
    return [
      ...withoutLeftovers(drafts, context),
      ...expectedDrafts(rule, need, context),
      ...unprovenBases(rule, context),
    ];
  },
  notes: ({ options }, context) =>
    options.need === 'version'
      ? [comparedHeaderNotes, strayHeaderNotes, statedCallNotes, furtherUrlNotes, unplacedMediaNotes].flatMap(
          (notes) => notes(context),
        )
      : [],
};
