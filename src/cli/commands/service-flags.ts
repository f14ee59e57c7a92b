import { resolve } from 'node:path';
import { text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { readTextFile } from '../../io/text-file.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import { say } from '../../redact/gate.ts';
import { redactText } from '../../redact/redact.ts';
import type { ServiceOptions } from '../../reference/open.ts';
import { checkSeed } from '../../service/seed.ts';
import type { Seed } from '../../service/seed.ts';

/** The seed that `--seed` names. Throws UsageError where it is none. */
export const seedIn = (flags: RawFlags, cwd: string): Seed | undefined => {
  const file = text(flags, 'seed');
  if (file === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readTextFile(cwd, file));
  } catch (error) {
    // Messages of the engine quote their input, which may be a secret.
    if (error instanceof SyntaxError) throw new UsageError(`${file}: not valid JSON.`);
    throw error;
  }
  return checkSeed(value, file);
};

/** Absolute path of the file that `--state` names. */
export const stateIn = (flags: RawFlags, cwd: string): string | undefined => {
  const state = text(flags, 'state');
  return state === undefined ? undefined : resolve(cwd, state);
};

/** Reports a request that the service could not handle. */
export const printServiceError =
  (terminal: Terminal): NonNullable<ServiceOptions['onError']> =>
  (told, kind) =>
    terminal.err(
      kind === 'state'
        ? say`a request got status 503: ${redactText(told)}\n`
        : say`a request got status 500, which is a bug: please report these lines.\n${redactText(told)}\n`,
    );
