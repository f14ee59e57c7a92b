import { StringDecoder } from 'node:string_decoder';
import { isatty } from 'node:tty';
import { BUDGETS, UsageError } from '../model/index.ts';
import type { Redacted } from '../model/index.ts';
import { decodeBytes, encodingOf } from './bytes.ts';

/**
 * Terminal of a command: the real process, or a test. The type of its texts ensures that they are redacted.
 */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly outIsTty: boolean;
  readonly errIsTty: boolean;
  /** Width of standard output, where it is a terminal. */
  readonly columns?: number | undefined;
  /** Width of standard error, where it is a terminal. */
  readonly errColumns?: number | undefined;
  /** Findings and other results. */
  out(text: Redacted): void;
  /** Prints text for people: progress, counts, reasons. */
  err(text: Redacted): void;
  /** The whole of standard input. */
  stdin(): Promise<Buffer>;
  /** Lines of standard input, as they come. */
  lines?(): AsyncIterable<string>;
  /** True where standard input and output carry a protocol: programs that are started get neither. */
  readonly isProtocol?: boolean;
  /** The day `yyyy-mm-dd` that `--today` defaults to; absent: the real date in UTC. */
  readonly today?: string;
  /** Answer to a question, one line; absent without an interactive user. */
  ask?(question: Redacted): Promise<string>;
}

/** Asks on standard error, which keeps standard output clean. The end of the input means "no". */
const askPerson = async (question: string): Promise<string> => {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.once('SIGINT', () => process.exit(130));
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('no')));
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
};

const readAll = async (stream: NodeJS.ReadStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    length += bytes.length;
    if (length > BUDGETS.inputBytes.max)
      throw new UsageError('standard input is too large: over 256 MB. Name a file instead.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Lines of a stream. Throws UsageError for one that is too long to be held. */
async function* linesIn(stream: NodeJS.ReadStream): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const [first = '', ...rest] = decoder.write(Buffer.from(chunk)).split('\n');
    length += first.length;
    if (length > BUDGETS.messageBytes.max)
      throw new UsageError('a line of standard input is longer than 64 MB.');
    pieces.push(first);
    for (const next of rest) {
      yield withoutReturn(pieces.join(''));
      pieces = [next];
      length = next.length;
    }
  }
  if (length > 0) yield withoutReturn(pieces.join(''));
}

/**
 * Ends the run quietly if the reader of its output is gone (`migrate scan | head`), but not if the disk is
 * full.
 */
const endOnClosedPipe = (stream: NodeJS.WriteStream): void => {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    if (stream !== process.stderr)
      process.stderr.write(`migrate: cannot write the output (${error.code ?? error.message}).\n`);
    process.exit(2);
  });
};

/** Keeps a service running after the reader of its output is gone. */
export const ignoreClosedPipes = (): void => {
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners('error').on('error', () => {});
};

/** A terminal of unknown width reports 0. */
const widthOf = (stream: NodeJS.WriteStream): number | undefined =>
  stream.isTTY && stream.columns > 0 ? stream.columns : undefined;

/** The working directory; without one no command can run. */
const workingFolder = (): string => {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('migrate: the current folder does not exist any more: change to one that does.\n');
    return process.exit(2);
  }
};

export const processTerminal = (): Terminal => {
  endOnClosedPipe(process.stdout);
  endOnClosedPipe(process.stderr);
  return {
    cwd: workingFolder(),
    env: process.env,
    outIsTty: process.stdout.isTTY,
    errIsTty: process.stderr.isTTY,
    columns: widthOf(process.stdout),
    errColumns: widthOf(process.stderr),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stdin: () => readAll(process.stdin),
    lines: () => linesIn(process.stdin),
    // Asking `process.stdin` would open it.
    ...(isatty(0) ? { ask: askPerson } : {}),
  };
};

/**
 * Choice of colors for standard output: by flag, else by the usual environment variables, else by the terminal.
 */
export const wantsColor = (terminal: Terminal, asked: boolean | undefined): boolean => {
  if (asked !== undefined) return asked;
  const { NO_COLOR, FORCE_COLOR, TERM } = terminal.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return terminal.outIsTty && TERM !== 'dumb';
};

/** Standard input as text. Throws UsageError when it is none. */
export const readStdin = async (terminal: Terminal): Promise<string> => {
  const bytes = await terminal.stdin();
  const found = encodingOf(bytes);
  if ('reason' in found) throw new UsageError(`standard input is ${found.reason}: give it as UTF-8 text.`);
  return decodeBytes(bytes, found.encoding);
};

/** Terminal that discards its texts: for callers that use results only. */
export const silentTerminal = (cwd: string): Terminal => ({
  cwd,
  env: {},
  outIsTty: false,
  errIsTty: false,
  out: () => {},
  err: () => {},
  stdin: () => Promise.resolve(Buffer.alloc(0)),
});
