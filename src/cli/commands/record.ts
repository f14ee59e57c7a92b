import { apiRoots, isApiCall } from '../../capture/api-calls.ts';
import { harEntry, harFrame } from '../../capture/recording/har.ts';
import { isAnswered } from '../../capture/exchange.ts';
import type { Exchange } from '../../capture/exchange.ts';
import { list, optionsFrom } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { openRuleset } from '../../config/run.ts';
import { toolVersion } from '../../io/package.ts';
import { RecordingFile } from '../../io/recording-file.ts';
import type { Terminal } from '../../io/terminal.ts';
import { UsageError } from '../../model/index.ts';
import type { Redacted } from '../../model/index.ts';
import { say, word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import { commandIn, runCaptured } from './run-captured.ts';

const DEFAULT_FILE = 'calls.har';

const fileIn = (flags: RawFlags): string => {
  const [file = DEFAULT_FILE, more] = list(flags, 'output-file');
  if (more !== undefined) throw new UsageError('--output-file names one recording: give it once.');
  return file;
};

const frame = () => {
  const { name, version } = toolVersion();
  return harFrame({ name: redactText(name), version: redactText(version) });
};

/** A recording that is begun when the command starts. State: the file, and why it could not be written. */
class Recorder {
  readonly #cwd: string;
  readonly #path: string;
  #file: RecordingFile | undefined;
  #isOver = false;
  problem: UsageError | undefined;
  /** Recorded calls whose response broke off, or never came. */
  broken = 0;

  constructor(cwd: string, path: string) {
    this.#cwd = cwd;
    this.#path = path;
  }

  get count(): number {
    return this.#file?.count ?? 0;
  }

  begin(): void {
    const { head, tail } = frame();
    this.#attempt(() => (this.#file = new RecordingFile(this.#cwd, this.#path, head, tail)));
  }

  add(exchange: Exchange): void {
    if (this.problem !== undefined || this.#isOver) return;
    this.#attempt(() => this.#file?.add(harEntry(exchange)));
    if (!isAnswered(exchange)) this.broken += 1;
  }

  end(): void {
    this.#file?.close();
    this.#isOver = true;
  }

  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.problem = error;
    }
  }
}

const brokenOff = (count: number): Redacted =>
  count === 0 ? word('') : say`, ${count} without a whole response`;

/**
 * `migrate record -- COMMAND`: runs a command and writes its calls of the API as a HAR without credentials. Exit: that of the
 * command; 2 where it could not be started, or the recording not be written.
 */
export const recordCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const words = commandIn(flags, 'record');
  const file = fileIn(flags);
  const { 'output-file': _, ...others } = flags;
  const { api } = await openRuleset(optionsFrom(others, [], 'scan'), terminal);
  const roots = apiRoots(api);
  const recorder = new Recorder(terminal.cwd, file);
  const end = await runCaptured({
    words,
    cwd: terminal.cwd,
    terminal,
    hosts: api.hosts.map((host) => host.toLowerCase()),
    answer: undefined,
    tellsSites: false,
    see: (exchange) => {
      if (isApiCall(exchange.url, roots)) recorder.add(exchange);
    },
    started: () => recorder.begin(),
    count: () => recorder.count,
  }).finally(() => recorder.end());
  if (recorder.problem !== undefined) throw recorder.problem;
  const calls = word(recorder.count === 1 ? 'call' : 'calls');
  if (flags['quiet'] !== true)
    terminal.err(
      say`migrate: ${recorder.count} ${calls} of the API recorded in ${redactPath(file)}${brokenOff(recorder.broken)}.\n`,
    );
  return end.code;
};
