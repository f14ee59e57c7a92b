import type { CaptureOptions } from '../../capture/open-capture.ts';
import { openCapture } from '../../capture/open-capture.ts';
import { CERTIFICATE_VARIABLE } from '../../capture/environment.ts';
import { runCommand } from '../../io/run-command.ts';
import type { CommandEnd } from '../../io/run-command.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import type { RawFlags } from '../../config/options.ts';
import { exempt, say, word } from '../../redact/gate.ts';
import { redactText } from '../../redact/redact.ts';

/** Command after `--`. Throws UsageError if there is none. */
export const commandIn = (flags: RawFlags, name: 'record' | 'prove'): readonly string[] => {
  const words = flags['paths'] as readonly string[];
  if (words.length > 0) return words;
  throw new UsageError(`name a command behind --: migrate ${name} -- npm test`);
};

/** Command to run, with the handler of its calls. */
export interface CapturedRun extends Pick<CaptureOptions, 'hosts' | 'answer' | 'tellsSites' | 'see'> {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly terminal: Terminal;
  /** Called when the command has been started. */
  readonly started: () => void;
  /** Calls that were seen so far. */
  readonly count: () => number;
}

const EVERY_MS = 500;
/** Connections that are open when the command ends, and calls that are under way on them, get this long. */
const PATIENCE_MS = 2000;

/** One line on a terminal, rewritten while the command runs; nothing without a terminal. */
const countOn = ({ terminal, count }: CapturedRun): (() => void) => {
  if (!terminal.errIsTty) return () => {};
  let shown = 0;
  const timer = setInterval(() => {
    if (count() === shown) return;
    shown = count();
    terminal.err(say`\r\u001B[Kmigrate: ${shown} ${word(shown === 1 ? 'call' : 'calls')} …`);
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    if (shown > 0) terminal.err(word('\r\u001B[K'));
    shown = 0;
  };
};

const waitFor = async (isOver: () => boolean): Promise<boolean> => {
  for (let waited = 0; waited < PATIENCE_MS && !isOver(); waited += 50)
    await new Promise((done) => void setTimeout(done, 50));
  return isOver();
};

const tellRefusals = (refusals: ReadonlyMap<string, number>, terminal: Terminal): void => {
  for (const [host, count] of refusals)
    terminal.err(
      say`migrate: a program refused the certificate of this run for ${redactText(host)}${count === 1 ? word('') : say` (${count} times)`}, so its calls were not seen: it only trusts its own certificates. Add the file that ${exempt('reference text', CERTIFICATE_VARIABLE)} names to them while the command runs.\n`,
    );
};

const tellFailed = (unreached: ReadonlyMap<string, number>, terminal: Terminal): void => {
  for (const [host, count] of unreached)
    terminal.err(
      say`migrate: the command tried to call ${redactText(host)}${count === 1 ? word('') : say` (${count} connections)`}, but the connection failed: nothing of it could be recorded.\n`,
    );
};

const tellLeft = (pending: number, terminal: Terminal): void => {
  const calls = pending === 0 ? word('') : say` (calls without a response: ${pending})`;
  terminal.err(
    say`migrate: a program that the command left running is still connected${calls}. Its calls are no longer captured: those to the API fail until it is started again.\n`,
  );
};

const tellUnreached = (count: number, terminal: Terminal): void =>
  terminal.err(
    say`migrate: the command ended before ${count === 1 ? word('a server was') : say`${count} servers were`} reached: what it asked of ${word(count === 1 ? 'it' : 'them')} was not seen.\n`,
  );

/** Runs a command, and captures the calls of the API that it and its children make. */
export const runCaptured = async (run: CapturedRun): Promise<CommandEnd> => {
  const { terminal, words, cwd, started } = run;
  const capture = await openCapture({ ...run, env: terminal.env });
  const endCount = countOn(run);
  try {
    const end = await runCommand(
      { words, cwd, env: capture.env, isApart: terminal.isProtocol === true },
      started,
    );
    await waitFor(() => capture.connections() + capture.opening() === 0);
    endCount();
    tellRefusals(capture.refusals, terminal);
    tellFailed(capture.unreached, terminal);
    if (capture.connections() > 0) tellLeft(capture.pending(), terminal);
    if (capture.opening() > 0) tellUnreached(capture.opening(), terminal);
    return end;
  } finally {
    endCount();
    capture.close();
    // Calls that this breaks off are recorded without a response.
    await waitFor(() => capture.pending() === 0);
  }
};
