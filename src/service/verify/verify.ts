import { isReplay } from './call.ts';
import type { ReplayCall, UnseenCall } from './call.ts';
import { lostIn } from './differences.ts';
import type { Migrated } from './migrate.ts';
import { replay } from './replay.ts';
import type { Replayed } from './replay.ts';
import type { Change } from '../changes.ts';
import type { World } from '../world.ts';

/** What became of one call. */
export interface Verdict {
  readonly call: ReplayCall | UnseenCall;
  /** As it is, by a service that still has the unversioned API. */
  readonly before: Replayed | undefined;
  /** As our fixes leave it, by a service that has the versioned API only; `undefined` where it was not sent. */
  readonly after: Replayed | undefined;
  readonly state: 'accepted' | 'refused' | 'unseen';
  /** Why it was not sent. */
  readonly why: string | undefined;
  /** Members of the answer as it was that the new one does not have. */
  readonly lost: readonly string[];
}

/** The two services that calls are sent to; `at` sets their clocks. */
export interface Stage {
  readonly before: World;
  readonly after: World;
  readonly at: (time: number | undefined) => void;
  /** What a call would have made, where it is not there. */
  readonly standIn: (call: ReplayCall, world: World) => readonly Change[];
}

/** Refusals that say nothing of a migration: the recorded call was answered so too. */
const SEQUENCE = new Set([404, 409]);

const isFine = ({ status }: Replayed, { recorded }: ReplayCall): boolean =>
  status < 400 || (SEQUENCE.has(status) && status === recorded);

/** A recording that kept no headers says nothing against the version header. */
const asItIs = (call: ReplayCall, migrated: Migrated): ReplayCall =>
  call.keptHeaders || call.accept !== undefined || !migrated.ok
    ? call
    : { ...call, accept: migrated.call.accept };

const HIDDEN = 'a part of its body cannot be seen';

const verdictOf = (call: ReplayCall, migrated: Migrated, stage: Stage): Verdict => {
  stage.at(call.time);
  const before = replay(asItIs(call, migrated), stage.before);
  const after = migrated.ok ? replay(migrated.call, stage.after) : undefined;
  // Later calls speak of what this one made: where it failed, something like it takes its place.
  for (const [world, replayed] of [
    [stage.before, before],
    [stage.after, after],
  ] as const)
    if ((replayed?.status ?? 400) >= 400)
      for (const change of stage.standIn(call, world)) world.store.apply(change);
  if (!migrated.ok || after === undefined)
    return { call, before, after, state: 'refused', why: migrated.ok ? undefined : migrated.why, lost: [] };
  if (call.guessed && after.code === 'INVALID_ATTRIBUTE')
    return { call, before, after, state: 'unseen', why: HIDDEN, lost: [] };
  const both = before.status < 400 && after.status < 400;
  return {
    call,
    before,
    after,
    state: isFine(after, call) ? 'accepted' : 'refused',
    why: undefined,
    lost: both ? lostIn(before.body, after.body) : [],
  };
};

/** A call with what becomes of it when it is migrated. */
export interface Pair {
  readonly call: ReplayCall | UnseenCall;
  readonly migrated: Migrated | undefined;
}

/** Sends every call as it is and as it is after the migration, in order. */
export const verify = (pairs: readonly Pair[], stage: Stage): readonly Verdict[] =>
  pairs.map(({ call, migrated }): Verdict =>
    isReplay(call) && migrated !== undefined
      ? verdictOf(call, migrated, stage)
      : { call, before: undefined, after: undefined, state: 'unseen', why: undefined, lost: [] },
  );
