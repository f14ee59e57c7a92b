import { build } from '../build.ts';
import type { BuildOptions } from '../build.ts';
import type { Router } from '../routes.ts';
import type { StateChange } from '../changes.ts';
import { seedChanges } from '../seed.ts';
import type { SeedCluster } from '../seed.ts';
import type { ServiceContext } from '../service-context.ts';
import type { ReplayCall } from './call.ts';
import { nameIn, routeOfCall, seedFor } from './seed.ts';
import type { ReplayEnvironment } from './verify.ts';
import type { Side } from './replay-tokens.ts';

/** Interval between calls whose time is unknown, so that none exceeds the rate limit. */
const APART = 60_000;

export type ReplayOptions = Pick<BuildOptions, 'product' | 'today' | 'read' | 'validators'> & {
  /** Time in milliseconds at which calls happen of which no time is known. */
  readonly start: number;
  readonly router: Router;
  /** Model of a cluster that a call names. */
  readonly model: SeedCluster;
};

/** A cluster that replaces one that a call could not create. */
const madeBy = (
  call: ReplayCall,
  { router, model }: ReplayOptions,
  { world }: Side,
): readonly StateChange[] => {
  const groupId = routeOfCall(call, router)?.parameters['groupId'];
  const name = nameIn(call.body);
  if (call.operation !== 'clusters.create' || groupId === undefined || name === '') return [];
  if (world.store.cluster(groupId, name) !== undefined) return [];
  const clusters = [{ ...model, groupId, cluster: { ...model.cluster, name } }];
  return seedChanges({ clusters }, world, 'the calls');
};

/** Two services in which everything exists that the calls speak of. */
export const replayEnvironment = (
  calls: readonly ReplayCall[],
  options: ReplayOptions,
): ReplayEnvironment => {
  let now = calls.find(({ time }) => time !== undefined)?.time ?? options.start;
  const seed = seedFor(calls, options.router, options.model);
  const sideWith = (legacy: ServiceContext['legacy']): Side => ({
    world: build({ ...options, legacy, seed, seedName: 'the calls', now: () => now, changes: [] }).world,
    wallet: new Map(),
  });
  return {
    before: sideWith('on'),
    after: sideWith('gone'),
    standIn: (call, side) => madeBy(call, options, side),
    at: (time) => {
      now = time ?? now + APART;
    },
  };
};
