import type { AskedCall, MadeAnswer } from '../../capture/answering.ts';
import { apiRoots, isApiCall } from '../../capture/api-calls.ts';
import type { RawFlags } from '../../config/options.ts';
import type { Terminal } from '../../io/terminal.ts';
import type { Api } from '../../model/index.ts';
import { ProvedCalls, callRowsOf } from '../../prove/calls.ts';
import { targetOf } from '../../prove/judge.ts';
import { emptyLoginVariables } from '../../prove/logins.ts';
import type { ProvedRun } from '../../prove/report-of.ts';
import { openService } from '../../reference/open.ts';
import type { OpenService } from '../../reference/open.ts';
import { runCaptured } from './run-captured.ts';
import { seedIn, stateIn, printServiceError } from './service-flags.ts';

/** A command, and the settings of the service that responds to its calls. */
export interface Proof {
  readonly words: readonly string[];
  readonly api: Api;
  readonly legacy: 'on' | 'gone';
  readonly today: string;
  readonly flags: RawFlags;
  readonly terminal: Terminal;
}

const asked =
  (service: OpenService) =>
  (call: AskedCall): MadeAnswer =>
    service.respond({
      method: call.method,
      target: targetOf(call),
      headers: call.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
      body: call.body,
      remote: '127.0.0.1',
    });

/** A service for one run. Whoever names no credentials in a seed of his own is let in with any. */
const serviceFor = ({ flags, api, legacy, today, terminal }: Proof): OpenService => {
  const seed = seedIn(flags, terminal.cwd);
  const state = stateIn(flags, terminal.cwd);
  const { apiKeys, serviceAccounts, discoveryUsers } = seed ?? {};
  return openService(
    {
      product: api.products[0]!,
      today,
      legacy,
      onError: printServiceError(terminal),
      ...(seed === undefined ? {} : { seed }),
      ...(state === undefined ? {} : { state }),
    },
    [apiKeys, serviceAccounts, discoveryUsers].every((names) => names === undefined),
  );
};

/** Runs the command once against a service of its own. */
export const runOnce = async (proof: Proof, folder: string): Promise<ProvedRun> => {
  const { api, terminal, words, legacy } = proof;
  const roots = apiRoots(api);
  const service = serviceFor(proof);
  const { router } = service.world;
  const proved = new ProvedCalls({
    router,
    legacy,
    isApiCall: (url) => isApiCall(url, roots),
    emptyVariables: emptyLoginVariables(terminal.env),
  });
  const hosts = api.hosts.map((host) => host.toLowerCase());
  try {
    const { code, signal } = await runCaptured({
      words,
      cwd: folder,
      terminal,
      hosts,
      answer: asked(service),
      tellsSites: true,
      see: (exchange) => proved.add(exchange),
      started: () => {},
      count: () => proved.calls.length,
    });
    return { rows: callRowsOf(proved.calls), folder, code, signal };
  } finally {
    service.close();
  }
};
