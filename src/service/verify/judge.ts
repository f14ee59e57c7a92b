import type { RecordedDoubt } from '../../model/index.ts';
import { vendorTypes } from '../../rules/checks/media.ts';
import type { ReplayCall } from './call.ts';
import type { Migrated } from './migrate.ts';
import type { Replayed } from './replay.ts';

/**
 * State of a call after the migration. `proven`: the reference service accepts it, and nothing that was recorded says
 * otherwise. `refused`: it is refused, by the reference service or as recorded. `not-proven`: neither is known.
 */
export type ReplayState = 'proven' | 'refused' | 'not-proven';

/** A state with its reason; what is proven needs none. */
export interface ReplayJudgement {
  readonly state: ReplayState;
  readonly why: string | undefined;
}

/** Evidence that a call is judged by. */
export interface Evidence {
  readonly call: ReplayCall;
  readonly migrated: Migrated;
  readonly before: Replayed;
  readonly after: Replayed | undefined;
  /** Error in the credentials of the call. */
  readonly fault: string | undefined;
}

const PROVEN: ReplayJudgement = { state: 'proven', why: undefined };

const refused = (why: string | undefined): ReplayJudgement => ({ state: 'refused', why });

const notProven = (why: string): ReplayJudgement => ({ state: 'not-proven', why });

/** Statuses that tell of what calls before did to a resource, and nothing of this one. */
const SEQUENCE = new Set([404, 409]);

/** Statuses that pass: the client may simply try again. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

/** True for a call that succeeded; 304 (not modified) is a success of reads only. */
const isGood = ({ recorded, method }: ReplayCall): boolean =>
  recorded !== undefined &&
  ((recorded >= 200 && recorded < 300) || (recorded === 304 && ['GET', 'HEAD'].includes(method)));

/** True for a call that got 404 or 409 in the recording, and from the service for the same reason. */
const isSequence = ({ call }: Evidence, answer: Replayed | undefined): boolean =>
  answer !== undefined && SEQUENCE.has(answer.status) && answer.status === call.recorded;

const isVersioned = ({ area }: ReplayCall): boolean => area !== 'legacy';

/** True where the migration leaves the call as it was recorded. */
const isUnchanged = ({ call, migrated }: Evidence): boolean =>
  migrated.ok &&
  call.path === migrated.call.path &&
  call.accept === migrated.call.accept &&
  call.contentType === migrated.call.contentType &&
  JSON.stringify(call.body) === JSON.stringify(migrated.call.body);

const shows = ({ recorded }: ReplayCall): string => `the recording shows ${recorded}`;

/** A call whose credentials cannot count. */
const byCredentials = ({ call, fault }: Evidence): ReplayJudgement | undefined => {
  if (fault === undefined) return undefined;
  if (call.origin !== 'recording') return notProven(`As it is written, ${fault}: it would be answered 401.`);
  const told = isGood(call) ? `, and yet ${shows(call)}` : '';
  return told === '' ? refused(`In the recording ${fault}.`) : notProven(`In the recording ${fault}${told}.`);
};

const HIDDEN = {
  body: 'Part of its body is unknown.',
  query: 'Part of its query is unknown.',
} as const;

/** A call that the service refuses after the migration, or that was not sent. */
const byRefusal = (evidence: Evidence): ReplayJudgement | undefined => {
  const { call, migrated, after } = evidence;
  if (!migrated.ok)
    return call.hidden === 'body' ? notProven(`${HIDDEN.body} ${migrated.why}`) : refused(migrated.why);
  if (after === undefined || after.status < 400) return undefined;
  if (call.hidden !== undefined && after.status === 400) return notProven(HIDDEN[call.hidden]);
  if (!isSequence(evidence, after)) return refused(undefined);
  if (isVersioned(call)) return notProven(`As ${shows(call)}, the service returns ${after.status}.`);
  return after.status === 404 && call.body !== undefined
    ? notProven(`As ${shows(call)}, the service returns 404 and does not read its body.`)
    : PROVEN;
};

/** A call that the recording shows to be refused, though the service accepts it. */
const byRecording = (evidence: Evidence): ReplayJudgement | undefined => {
  const { call } = evidence;
  const { recorded, against } = call;
  if (recorded === undefined || isGood(call))
    return against === undefined
      ? undefined
      : notProven(`Against the service, the recording shows ${against}.`);
  const why = `Against the service, ${shows(call)}.`;
  if (recorded < 400 || isPassing(recorded) || !isVersioned(call)) return notProven(why);
  return isUnchanged(evidence) ? refused(why) : notProven(`${why} As migrated it is another request.`);
};

const DOUBTS: Readonly<Record<RecordedDoubt, string>> = {
  'no-status': 'The recording does not show the status of its response.',
  'status-form': 'The status of its response is not recorded as a number.',
  'two-statuses': 'The recording states two statuses for its response.',
  'network-error': 'The recording notes an error of the network.',
  'repeated-header': 'It sends a header twice that a request has once.',
  'other-address': 'Its headers name another host, path or method than its request.',
  'other-method': 'Its method is not in upper case.',
  'unread-body': 'The body of the recorded response cannot be read.',
  'repeated-member':
    'The recording contradicts itself: an object of this exchange has two fields of one name that differ.',
  malformed: 'The recording is malformed, as the message about its file says.',
};

/** A call whose recording is no evidence: it may say something against the call, and nothing for it. */
const byDoubt = ({ call: { doubt } }: Evidence): ReplayJudgement | undefined =>
  doubt === undefined ? undefined : notProven(DOUBTS[doubt]);

const datesIn = (header: string | undefined): readonly string[] =>
  vendorTypes(header ?? '').map(({ version }) => version);

/** True for a body that is declared in another version than the requested one. */
const isMixed = ({ accept, contentType }: ReplayCall): boolean =>
  datesIn(contentType).some((version) => !datesIn(accept).includes(version));

/** True for a call that requests a version more than once, or in one of several headers: which one counts is not stated. */
const asksTwice = (migrated: ReplayCall, call: ReplayCall): boolean =>
  new Set(datesIn(migrated.accept)).size > 1 || (call.accepts > 1 && migrated.accept === call.accept);

const byWhatIsHidden = ({ call, migrated }: Evidence): ReplayJudgement | undefined => {
  if (migrated.ok && isVersioned(migrated.call) && asksTwice(migrated.call, call))
    return notProven('It sends Accept twice, or with more than one version.');
  if (migrated.ok && isVersioned(migrated.call) && isMixed(migrated.call))
    return notProven('Its Content-Type names another version than its Accept.');
  if (call.hidden !== undefined) return notProven(HIDDEN[call.hidden]);
  if (migrated.ok && migrated.review !== undefined)
    return notProven(`To review, then --unsafe: ${migrated.review}`);
  const isTold = call.keptHeaders || call.area !== 'versioned' || call.accept !== undefined;
  return isTold || isGood(call) ? undefined : notProven('Its version header is unknown.');
};

/** Judgment from the responses of the service and of the recording together. */
export const judgementOf = (evidence: Evidence): ReplayJudgement =>
  byCredentials(evidence) ??
  byRefusal(evidence) ??
  byRecording(evidence) ??
  byDoubt(evidence) ??
  byWhatIsHidden(evidence) ??
  PROVEN;

/** Finding about a recorded call that the versioned API refused: its own finding, whatever becomes of the call. */
export const findingOf = ({ call }: Pick<Evidence, 'call'>): string | undefined => {
  const { recorded, against } = call;
  if (isVersioned(call) && isGood(call) && against !== undefined) return `The recording shows ${against}.`;
  if (!isVersioned(call) || recorded === undefined || recorded < 400 || isPassing(recorded)) return undefined;
  return `The recording shows that it was answered ${recorded}.`;
};

/** True where the client as it is now is refused, as recorded or by the service that still has the unversioned API. */
export const isRefusedNow = (evidence: Evidence): boolean => {
  const { call, before, fault } = evidence;
  const { recorded } = call;
  if (isSequence(evidence, before)) return false;
  const isAnswer = !isVersioned(call) && SEQUENCE.has(recorded ?? 0);
  const asRecorded = recorded !== undefined && recorded >= 400 && !isPassing(recorded) && !isAnswer;
  const isOpen = (fault !== undefined && call.origin !== 'recording') || call.hidden !== undefined;
  return asRecorded || (before.status >= 400 && !isOpen);
};
