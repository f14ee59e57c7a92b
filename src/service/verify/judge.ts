import { vendorTypes } from '../../rules/checks/media.ts';
import type { ReplayCall } from './call.ts';
import type { Migrated } from './migrate.ts';
import type { Replayed } from './replay.ts';

/**
 * State of a call after the migration. `proven`: the reference service accepts it, and nothing that was recorded says
 * otherwise. `refused`: it is refused, by the reference service or as recorded. `not-proven`: neither can be told.
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

const isGood = (status: number | undefined): boolean =>
  status !== undefined && ((status >= 200 && status < 300) || status === 304);

/** True for a call that was answered 404 or 409 in the recording, and by the service for the same reason. */
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
  const told = isGood(call.recorded) ? `, and yet ${shows(call)}` : '';
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
  if (isVersioned(call)) return notProven(`As ${shows(call)}, the service answers ${after.status}.`);
  return after.status === 404 && call.body !== undefined
    ? notProven(`As ${shows(call)}, the service answers 404 and does not look at its body.`)
    : PROVEN;
};

/** A call that the recording shows to be refused, though the service accepts it. */
const byRecording = (evidence: Evidence): ReplayJudgement | undefined => {
  const { call } = evidence;
  const { recorded, against } = call;
  if (recorded === undefined || isGood(recorded))
    return against === undefined
      ? undefined
      : notProven(`Against the service, the recording shows ${against}.`);
  const why = `Against the service, ${shows(call)}.`;
  if (recorded < 400 || isPassing(recorded) || !isVersioned(call)) return notProven(why);
  return isUnchanged(evidence) ? refused(why) : notProven(`${why} As migrated it is another request.`);
};

const datesIn = (header: string | undefined): readonly string[] =>
  vendorTypes(header ?? '').map(({ version }) => version);

/** True for a body that is declared in another version than the one that is asked for. */
const isMixed = ({ accept, contentType }: ReplayCall): boolean =>
  datesIn(contentType).some((version) => !datesIn(accept).includes(version));

const byWhatIsHidden = ({ call, migrated }: Evidence): ReplayJudgement | undefined => {
  if (migrated.ok && isVersioned(migrated.call) && isMixed(migrated.call))
    return notProven('Its Content-Type names another version than its Accept.');
  if (call.hidden !== undefined) return notProven(HIDDEN[call.hidden]);
  if (migrated.ok && migrated.review !== undefined)
    return notProven(`To review, then --unsafe: ${migrated.review}`);
  const isTold = call.keptHeaders || call.area !== 'versioned' || call.accept !== undefined;
  return isTold || isGood(call.recorded) ? undefined : notProven('Its version header is unknown.');
};

/** Judgment from the responses of the service and of the recording together. */
export const judgementOf = (evidence: Evidence): ReplayJudgement =>
  byCredentials(evidence) ??
  byRefusal(evidence) ??
  byRecording(evidence) ??
  byWhatIsHidden(evidence) ??
  PROVEN;

/** Finding about a recorded call that the versioned API refused: its own finding, whatever becomes of the call. */
export const findingOf = ({ call }: Pick<Evidence, 'call'>): string | undefined => {
  const { recorded, against } = call;
  if (isVersioned(call) && isGood(recorded) && against !== undefined)
    return `The recording shows ${against}.`;
  if (!isVersioned(call) || recorded === undefined || recorded < 400 || isPassing(recorded)) return undefined;
  return `The recording shows that it was answered ${recorded}.`;
};

/** True where the client as it stands is refused, as recorded or by the service that still has the unversioned API. */
export const isRefusedNow = (evidence: Evidence): boolean => {
  const { call, before, fault } = evidence;
  const { recorded } = call;
  if (isSequence(evidence, before)) return false;
  const isAnswer = !isVersioned(call) && SEQUENCE.has(recorded ?? 0);
  const asRecorded = recorded !== undefined && recorded >= 400 && !isPassing(recorded) && !isAnswer;
  const isOpen = (fault !== undefined && call.origin !== 'recording') || call.hidden !== undefined;
  return asRecorded || (before.status >= 400 && !isOpen);
};
