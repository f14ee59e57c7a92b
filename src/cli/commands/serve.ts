import { ignoreClosedPipes } from '../../io/terminal.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import { choice, date, list, productNames, text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { say, word } from '../../redact/gate.ts';
import { redactText } from '../../redact/redact.ts';
import { isLoopback } from '../../service/server.ts';
import { startReferenceService } from '../../reference/start.ts';
import type { ReferenceService, ReferenceServiceOptions } from '../../reference/start.ts';
import { seedIn, stateIn, printServiceError } from './service-flags.ts';

const PORT = 8417;

const portIn = (flags: RawFlags): number => {
  const value = text(flags, 'port') ?? String(PORT);
  if (/^\d{1,5}$/.test(value) && Number(value) < 65_536) return Number(value);
  throw new UsageError(`--port takes a number up to 65535, not "${value}": --port ${PORT}, or 0 for any.`);
};

const optionsIn = (flags: RawFlags, cwd: string): ReferenceServiceOptions => {
  const seed = seedIn(flags, cwd);
  const state = stateIn(flags, cwd);
  const today = date(flags, 'today');
  const product = productNames(flags).at(-1);
  const host = text(flags, 'host');
  return {
    port: portIn(flags),
    legacy: choice(text(flags, 'legacy') ?? 'on', 'legacy', ['on', 'gone']),
    ...(seed === undefined ? {} : { seed }),
    ...(state === undefined ? {} : { state }),
    ...(today === undefined ? {} : { today }),
    ...(product === undefined ? {} : { product }),
    ...(host === undefined ? {} : { host }),
    allowHosts: list(flags, 'allow-host'),
  };
};

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use; choose another with --port',
  EACCES: 'permission denied; choose a port above 1023 with --port',
  EADDRNOTAVAIL: 'this machine does not have the address given with --host',
  ENOTFOUND: 'the host name given with --host is unknown',
};

const started = async (options: ReferenceServiceOptions): Promise<ReferenceService> => {
  try {
    return await startReferenceService(options);
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new UsageError(`cannot listen on port ${options.port}: ${reason}.`);
  }
};

const interrupted = (): Promise<void> =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });

/** `migrate serve`: the reference service on loopback until it is interrupted; its URL on standard output. */
export const serveCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const [extra] = flags['paths'] as readonly string[];
  if (extra !== undefined)
    throw new UsageError(`"migrate serve" takes no paths, but "${extra}": --seed names a seed.`);
  const options = optionsIn(flags, terminal.cwd);
  const service = await started({ ...options, onError: printServiceError(terminal) });
  const over = interrupted();
  ignoreClosedPipes();
  terminal.out(say`${redactText(service.url)}\n`);
  if (!isLoopback(options.host ?? 'localhost')) terminal.err(word('Other machines can reach this server.\n'));
  terminal.err(say`Unversioned API: ${word(options.legacy ?? 'on')}. Press Ctrl+C to stop.\n`);
  await over;
  await service.close();
  return 0;
};
