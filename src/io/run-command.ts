import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { UsageError } from '../model/index.ts';

/** A program of the user, run with our standard input, output and error, or with our error output alone. */
export interface UserCommand {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True where our standard input and output carry a protocol. */
  readonly isApart?: boolean;
}

/** End of a command: its exit code, or 128 and the number of the signal that ended it, as shells say it. */
export interface CommandEnd {
  readonly code: number;
  readonly signal: NodeJS.Signals | undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'command not found',
  EACCES: 'permission denied',
  ENOEXEC: 'it is not executable: does its first line name an interpreter?',
  E2BIG: 'its arguments are too long',
};

const cannotRun = (command: string, error: NodeJS.ErrnoException): UsageError =>
  new UsageError(`cannot run ${command}: ${REASONS[error.code ?? ''] ?? error.code ?? error.message}.`);

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;

/** A terminal sends Ctrl+C to all its programs, so that the command has it already. */
const isSentToAll = (signal: NodeJS.Signals): boolean =>
  (signal === 'SIGINT' || signal === 'SIGQUIT') && process.stdin.isTTY;

/** Runs a command to its end; signals to us are handed to it. Rejects with UsageError where it cannot be started. */
export const runCommand = (
  { words, cwd, env, isApart = false }: UserCommand,
  started: () => void,
): Promise<CommandEnd> =>
  new Promise((resolve, reject) => {
    const [command = '', ...args] = words;
    const child = spawn(command, args, {
      cwd,
      env: { ...env },
      stdio: isApart ? ['ignore', 2, 'inherit'] : 'inherit',
    });
    const hand = (signal: NodeJS.Signals): void => void (isSentToAll(signal) || child.kill(signal));
    for (const signal of SIGNALS) process.on(signal, hand);
    const over = (): void => SIGNALS.forEach((signal) => process.off(signal, hand));
    child.once('spawn', started);
    child.once('error', (error) => {
      over();
      reject(cannotRun(command, error));
    });
    child.once('exit', (code, signal) => {
      over();
      resolve({ code: code ?? 128 + constants.signals[signal!], signal: signal ?? undefined });
    });
  });
