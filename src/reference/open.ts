import { payloadValidators } from '../generated/payload-validators.ts';
import { openJournal } from '../io/journal.ts';
import type { Journal } from '../io/journal.ts';
import { readPackageFile, toolVersion } from '../io/package.ts';
import { UsageError } from '../model/index.ts';
import { answer } from '../service/answer.ts';
import { build } from '../service/build.ts';
import { checkChanges } from '../service/changes.ts';
import type { StateChange } from '../service/changes.ts';
import type { ServiceAnswer, ServiceRequest } from '../service/message.ts';
import { present } from '../service/present.ts';
import { refusal } from '../service/refusals.ts';
import { checkSeed } from '../service/seed.ts';
import type { Seed } from '../service/seed-file.ts';
import { newGroups } from '../service/new-projects.ts';
import type { ServiceContext } from '../service/service-context.ts';

/**
 * Options of the reference service: what it knows and how it judges; what is left out has the default of the command
 * line.
 */
export interface ServiceOptions {
  /** Default: `atlas`. */
  readonly product?: string;
  /** The day that resource versions are judged on, `yyyy-mm-dd`. Default: the real day. */
  readonly today?: string;
  /** Whether the unversioned API still responds. Default: `on`. */
  readonly legacy?: 'on' | 'gone';
  /** Projects, clusters and credentials. Default: the seed that the documentation shows. */
  readonly seed?: Seed;
  /** File that the state is kept in. Default: none, it is gone with the service. */
  readonly state?: string;
  /**
   * Reports a bug of ours (status 500), as stack locations in this package, nothing of the request; or that the state
   * could not be kept, which caused a 503.
   */
  readonly onError?: (text: string, kind: 'bug' | 'state') => void;
  /** Milliseconds since the epoch, for tests of what time changes. Default: the real clock. */
  readonly now?: () => number;
}

/** A service without a port. */
export interface OpenService {
  readonly respond: (request: ServiceRequest) => ServiceAnswer;
  readonly world: ServiceContext;
  close(): void;
}

const PLAIN = { pretty: false, envelope: false };

const defaultSeed = (): unknown => JSON.parse(readPackageFile('rules/service/seed.json'));

/** Stack positions of an error. Its message is left out: it may quote what a client sent. */
const placesIn = (error: unknown): string =>
  ((error as Error).stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 3)
    .join('\n');

type Apply = (changes: readonly StateChange[]) => void;

/** Responds to a request and applies what it changes; a bug of ours is a 500 without details. */
const responder =
  (world: ServiceContext, apply: Apply, version: string, onError: ServiceOptions['onError']) =>
  (request: ServiceRequest): ServiceAnswer => {
    try {
      apply(newGroups(world, request));
      const answered = answer(world, request, version);
      apply(answered.changes);
      return answered.answer;
    } catch (error) {
      const isKept = !(error instanceof UsageError);
      onError?.(isKept ? placesIn(error) : error.message, isKept ? 'bug' : 'state');
      const { configuration } = world;
      const code = isKept ? 'UNEXPECTED_ERROR' : 'SERVICE_UNAVAILABLE';
      return present(refusal(configuration, code), PLAIN, { configuration, version, took: 0 });
    }
  };

/** A journal that has grown far beyond what it says is written anew. */
const WORTH_COMPACTING = 1000;

const compact = (journal: Journal, world: ServiceContext): void => {
  const snapshot = world.store.snapshot(world.now());
  if (journal.entries.length > WORTH_COMPACTING + 2 * snapshot.length) journal.replace(snapshot);
};

const builtFrom = (options: ServiceOptions, acceptsAnyCredentials: boolean, journal: Journal | undefined) =>
  build({
    product: options.product ?? 'atlas',
    legacy: options.legacy ?? 'on',
    seed: checkSeed(options.seed ?? defaultSeed(), 'seed'),
    seedName: 'seed',
    acceptsAnyCredentials,
    now: options.now ?? Date.now,
    today: options.today,
    changes: checkChanges(journal?.entries ?? [], options.state ?? ''),
    read: readPackageFile,
    validators: payloadValidators,
  });

/**
 * Opens the service of the specification in this process. `acceptsAnyCredentials`: callers and projects count that the seed does not
 * name. Throws `UsageError` for a seed or state file that makes no sense.
 */
export const openService = (options: ServiceOptions, acceptsAnyCredentials = false): OpenService => {
  const journal = options.state === undefined ? undefined : openJournal(options.state);
  try {
    const { world, begun } = builtFrom(options, acceptsAnyCredentials, journal);
    journal?.append(begun);
    if (journal !== undefined) compact(journal, world);
    const apply: Apply = (changes) => {
      journal?.append(changes);
      for (const change of changes) world.store.apply(change);
    };
    const respond = responder(world, apply, toolVersion().version, options.onError);
    return { respond, world, close: () => journal?.close() };
  } catch (error) {
    journal?.close();
    throw error;
  }
};
