import type { AddressInfo } from 'node:net';
import { payloadValidators } from './generated/payload-validators.ts';
import { openJournal } from './io/journal.ts';
import type { Journal } from './io/journal.ts';
import { readPackageFile, toolVersion } from './io/package.ts';
import { UsageError } from './model/index.ts';
import { answer } from './service/answer.ts';
import { build } from './service/build.ts';
import { checkChanges } from './service/changes.ts';
import type { Change } from './service/changes.ts';
import type { ServiceAnswer, ServiceRequest } from './service/message.ts';
import { present } from './service/present.ts';
import { refusal } from './service/refusals.ts';
import { checkSeed } from './service/seed.ts';
import type { Seed } from './service/seed.ts';
import { mayName, serverFor } from './service/server.ts';
import type { World } from './service/world.ts';

export { UsageError };
export type { Seed, SeedCluster } from './service/seed.ts';

/** How the reference service starts; what is left out has the default of the command line, apart from the port. */
export interface ReferenceServiceOptions {
  /** 0, the default: any that is free. */
  readonly port?: number;
  /** Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string;
  /** Names besides those of this machine that requests may give as their host, on loopback; `*`: any. Default: none. */
  readonly allowHosts?: readonly string[];
  /** Default: `atlas`. */
  readonly product?: string;
  /** The day that resource versions are judged on, `yyyy-mm-dd`. Default: the real day. */
  readonly today?: string;
  /** Whether the unversioned API still answers. Default: `on`. */
  readonly legacy?: 'on' | 'gone';
  /** Projects, clusters and credentials. Default: the seed that the documentation shows. */
  readonly seed?: Seed;
  /** File that the state is kept in. Default: none, it is gone with the service. */
  readonly state?: string;
  /**
   * Told where a mistake of ours was answered with 500, as places in this package, nothing of the request; or that the state
   * could not be kept, which was answered with 503.
   */
  readonly onError?: (text: string, kind: 'bug' | 'state') => void;
  /** Milliseconds since the epoch, for tests of what time changes. Default: the real clock. */
  readonly now?: () => number;
}

/** A service that runs. */
export interface ReferenceService {
  /** `http://127.0.0.1:41234` */
  readonly url: string;
  readonly port: number;
  /** Ends all connections and the service. */
  close(): Promise<void>;
}

const PLAIN = { pretty: false, envelope: false };

const defaultSeed = (): unknown => JSON.parse(readPackageFile('rules/service/seed.json'));

/** Where an error was thrown. Its message is left out: it may quote what a client sent. */
const placesIn = (error: unknown): string =>
  ((error as Error).stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 3)
    .join('\n');

/** Answers a request and keeps what it changes; a mistake of ours is a 500 that tells nothing. */
const responder =
  (
    world: World,
    keep: (changes: readonly Change[]) => void,
    version: string,
    onError: ReferenceServiceOptions['onError'],
  ) =>
  (request: ServiceRequest): ServiceAnswer => {
    try {
      const answered = answer(world, request, version);
      keep(answered.changes);
      for (const change of answered.changes) world.store.apply(change);
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

const compact = (journal: Journal, world: World): void => {
  const snapshot = world.store.snapshot(world.now());
  if (journal.entries.length > WORTH_COMPACTING + 2 * snapshot.length) journal.replace(snapshot);
};

const builtFrom = (options: ReferenceServiceOptions, journal: Journal | undefined) =>
  build({
    product: options.product ?? 'atlas',
    legacy: options.legacy ?? 'on',
    seed: checkSeed(options.seed ?? defaultSeed(), 'seed'),
    seedName: 'seed',
    now: options.now ?? Date.now,
    today: options.today,
    changes: checkChanges(journal?.entries ?? [], options.state ?? ''),
    read: readPackageFile,
    validators: payloadValidators,
  });

type Listening = Pick<ReferenceService, 'port' | 'close'>;

const listening = (
  server: ReturnType<typeof serverFor>,
  { port = 0, host = '127.0.0.1' }: ReferenceServiceOptions,
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          server.closeAllConnections();
        });
      resolve({ port: (server.address() as AddressInfo).port, close });
    });
  });

/**
 * Starts the service of the specification: discovery, tokens, and the administration API in all its versions.
 * Throws `UsageError` for a seed or state file that makes no sense, and the system's error where it cannot listen.
 */
export const startReferenceService = async (
  options: ReferenceServiceOptions = {},
): Promise<ReferenceService> => {
  const journal = options.state === undefined ? undefined : openJournal(options.state);
  try {
    const { world, begun } = builtFrom(options, journal);
    journal?.append(begun);
    if (journal !== undefined) compact(journal, world);
    const keep = (changes: readonly Change[]): void => journal?.append(changes);
    const { port, close } = await listening(
      serverFor(responder(world, keep, toolVersion().version, options.onError), {
        mayName: (name) => mayName(name, options.host ?? '127.0.0.1', options.allowHosts ?? []),
      }),
      options,
    );
    const host = options.host ?? '127.0.0.1';
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      port,
      close: async () => {
        await close();
        journal?.close();
      },
    };
  } catch (error) {
    journal?.close();
    throw error;
  }
};
