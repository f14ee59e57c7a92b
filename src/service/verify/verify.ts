import { isReplay } from './call.ts';
import type { ReplayCall, UnknownCall } from './call.ts';
import { findingOf, isRefusedNow, judgementOf } from './judge.ts';
import type { ReplayState } from './judge.ts';
import type { Migrated } from './migrate.ts';
import { replay } from './replay.ts';
import type { Replayed } from './replay.ts';
import type { StateChange } from '../changes.ts';
import { faultOf } from './replay-tokens.ts';
import type { Side } from './replay-tokens.ts';
import { isJsonObject } from '../../model/index.ts';
import type { Json } from '../../model/index.ts';

/** Values at one path in all items of a list. */
const itemsOf = (values: readonly Json[]): readonly Json[] =>
  values.flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : []));

const missing = (before: readonly Json[], after: readonly Json[], path: string): readonly string[] => {
  const objects = before.filter(isJsonObject);
  const others = after.filter(isJsonObject);
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  const own = [...names].flatMap((name) => {
    const place = path === '' ? name : `${path}.${name}`;
    const then = objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name]!] : []));
    const now = others.flatMap((object) => (Object.hasOwn(object, name) ? [object[name]!] : []));
    return now.length === 0 && others.length > 0 ? [place] : missing(then, now, place);
  });
  const lists = itemsOf(before).length > 0 ? missing(itemsOf(before), itemsOf(after), `${path}[]`) : [];
  return [...own, ...lists];
};

/**
 * Members of a response that another one does not have: what a client would read in vain. Paths are names
 * only; of what is gone as a whole the parts are not listed, and an empty list says nothing of its items.
 */
const lostIn = (before: Json | undefined, after: Json | undefined): readonly string[] =>
  before === undefined || after === undefined ? [] : missing([before], [after], '');

/** Verdict on one replayed call. */
export interface ReplayVerdict {
  readonly call: ReplayCall | UnknownCall;
  /** Response to the unchanged call, from a service with the unversioned API. */
  readonly before: Replayed | undefined;
  /** Response to the fixed call, from a service without the unversioned API; `undefined` where it was not sent. */
  readonly after: Replayed | undefined;
  readonly state: ReplayState;
  /** Reason why it is not proven, or why it is refused where the response does not show it. */
  readonly why: string | undefined;
  /** Finding about a recorded call that the versioned API refused. */
  readonly finding: string | undefined;
  /** True where the client as it is now is refused. */
  readonly refusedNow: boolean;
  /** Members of the response as it was that the new one does not have. */
  readonly lost: readonly string[];
}

/** The two services that calls are sent to; `at` sets their clocks. */
export interface ReplayEnvironment {
  readonly before: Side;
  readonly after: Side;
  readonly at: (time: number | undefined) => void;
  /** State changes that create a missing resource which a call needs. */
  readonly standIn: (call: ReplayCall, side: Side) => readonly StateChange[];
}

/** A recording that kept no headers says nothing against the version header. */
const asItIs = (call: ReplayCall, migrated: Migrated): ReplayCall =>
  call.keptHeaders || call.accept !== undefined || !migrated.ok
    ? call
    : { ...call, accept: migrated.call.accept };

/** Later calls refer to what this one created: where it failed, something like it replaces it. */
const makeUp = (
  call: ReplayCall,
  side: Side,
  replayed: Replayed | undefined,
  stage: ReplayEnvironment,
): void => {
  if ((replayed?.status ?? 400) < 400) return;
  for (const change of stage.standIn(call, side)) side.world.store.apply(change);
};

const verdictOf = (call: ReplayCall, migrated: Migrated, stage: ReplayEnvironment): ReplayVerdict => {
  stage.at(call.time);
  const fault = faultOf(call, stage.before);
  const before = replay(asItIs(call, migrated), stage.before);
  const after = migrated.ok ? replay(migrated.call, stage.after) : undefined;
  makeUp(call, stage.before, before, stage);
  makeUp(call, stage.after, after, stage);
  const evidence = { call, migrated, before, after, fault };
  const isBoth = before.status < 400 && after !== undefined && after.status < 400;
  return {
    call,
    before,
    after,
    ...judgementOf(evidence),
    finding: findingOf(evidence),
    refusedNow: isRefusedNow(evidence),
    lost: isBoth ? lostIn(before.body, after.body) : [],
  };
};

const unseen = (call: UnknownCall): ReplayVerdict => ({
  call,
  before: undefined,
  after: undefined,
  state: 'not-proven',
  why: `${call.unseen.charAt(0).toUpperCase()}${call.unseen.slice(1)}.`,
  finding: undefined,
  refusedNow: false,
  lost: [],
});

/** A call with what becomes of it when it is migrated. */
export interface CallToReplay {
  readonly call: ReplayCall | UnknownCall;
  readonly migrated: Migrated | undefined;
}

const NO_MIGRATION: Migrated = { ok: false, why: 'It was not migrated.' };

/** Positions of calls in the order in which they were made: by file, and there by time; one without a time follows the one before. */
const inTime = (pairs: readonly CallToReplay[]): readonly number[] => {
  const files = [...new Set(pairs.map(({ call }) => call.file))];
  let last = { file: '', time: 0 };
  const keys = pairs.map(({ call }) => {
    const own = isReplay(call) ? call.time : undefined;
    last = { file: call.file, time: own ?? (call.file === last.file ? last.time : 0) };
    return [files.indexOf(call.file), last.time] as const;
  });
  return [...keys.keys()].toSorted((a, b) => keys[a]![0] - keys[b]![0] || keys[a]![1] - keys[b]![1]);
};

/** Sends every call as it is and as it is after the migration, in the order of their times. */
export const replayAll = (
  pairs: readonly CallToReplay[],
  stage: ReplayEnvironment,
): readonly ReplayVerdict[] => {
  const verdicts = new Map<number, ReplayVerdict>();
  for (const at of inTime(pairs)) {
    const { call, migrated } = pairs[at]!;
    verdicts.set(at, isReplay(call) ? verdictOf(call, migrated ?? NO_MIGRATION, stage) : unseen(call));
  }
  return pairs.map((_, at) => verdicts.get(at)!);
};
