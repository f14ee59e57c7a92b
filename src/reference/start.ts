import type { AddressInfo } from 'node:net';
import { mayName, serverFor } from '../service/server.ts';
import { openService } from './open.ts';
import type { ServiceOptions } from './open.ts';

/** Start options of the reference service. Defaults are those of the command line, except for the port. */
export interface ReferenceServiceOptions extends ServiceOptions {
  /** 0, the default: any that is free. */
  readonly port?: number;
  /** Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string;
  /** Names besides those of this machine that requests may give as their host, on loopback; `*`: any. Default: none. */
  readonly allowHosts?: readonly string[];
}

/** A service that runs. */
export interface ReferenceService {
  /** `http://127.0.0.1:41234` */
  readonly url: string;
  readonly port: number;
  /** Ends all connections and the service. */
  close(): Promise<void>;
}

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
  const service = openService(options);
  const host = options.host ?? '127.0.0.1';
  const names = options.allowHosts ?? [];
  try {
    const server = serverFor(service.respond, { mayName: (name) => mayName(name, host, names) });
    const { port, close } = await listening(server, options);
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      port,
      close: async () => {
        await close();
        service.close();
      },
    };
  } catch (error) {
    service.close();
    throw error;
  }
};
