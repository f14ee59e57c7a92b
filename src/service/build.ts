import { loadBackSteps, loadSteps } from '../payload/mapping.ts';
import type { Validators } from '../payload/validate.ts';
import { loadApi } from '../rules/load/api.ts';
import { NonceBook } from './auth/nonces.ts';
import type { StateChange } from './changes.ts';
import { loadConfiguration } from './configuration.ts';
import { Faults } from './faults.ts';
import { Rates } from './rates.ts';
import { routerOf } from './routes.ts';
import { seedChanges, seedCredentials } from './seed.ts';
import type { Seed } from './seed.ts';
import { newKey, Store } from './store.ts';
import type { ServiceContext } from './service-context.ts';

export interface BuildOptions {
  readonly product: string;
  readonly legacy: ServiceContext['legacy'];
  readonly seed: Seed;
  /** Name of the seed in messages. */
  readonly seedName: string;
  /** True where callers and projects count that the seed does not name. Default: false. */
  readonly acceptsAnyCredentials?: boolean;
  readonly now: () => number;
  /** The day that versions are judged on; the day of `now` where there is none. */
  readonly today: string | undefined;
  /** Earlier changes; none: the service starts with the seed. */
  readonly changes: readonly StateChange[];
  /** Reads a file of the package by its path relative to the package's root. */
  readonly read: (relativePath: string) => string;
  readonly validators: Validators;
}

/** A service as its seed and its past leave it, and what happened now: the changes that are still to be kept. */
export interface Built {
  readonly world: ServiceContext;
  readonly begun: readonly StateChange[];
}

const emptyWorld = (options: BuildOptions): ServiceContext => {
  const { product, legacy, seed, now, today, read, validators } = options;
  const configuration = loadConfiguration(read, seed.configuration);
  const { tokens, digest } = configuration;
  return {
    configuration,
    router: routerOf(loadApi(read), product),
    shapes: { steps: loadSteps(read), backSteps: loadBackSteps(read), validators },
    credentials: seedCredentials(seed, options.acceptsAnyCredentials ?? false),
    store: new Store(),
    nonces: new NonceBook(digest.usesOfNonce),
    rates: new Rates(tokens.requests, tokens.windowSeconds),
    faults: new Faults(seed.faults ?? []),
    legacy,
    now,
    today: () => today ?? new Date(now()).toISOString().slice(0, 10),
  };
};

/** Builds a service. Throws UsageError for a seed that makes no sense. */
export const build = (options: BuildOptions): Built => {
  const world = emptyWorld(options);
  const { seed, seedName, changes } = options;
  const begun = changes.length > 0 ? [] : [newKey(), ...seedChanges(seed, world, seedName)];
  for (const change of [...changes, ...begun]) world.store.apply(change);
  return { world, begun };
};
