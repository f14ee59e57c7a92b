import { Worker } from 'node:worker_threads';
import type { TakeFacts } from '../../extract/extractor.ts';
import type { Fact, FailedFile, SourceFile } from '../../model/index.ts';
import type { FromThread, ThreadSetup, ToThread } from './messages.ts';

/** Batch of facts of a recording, or its end. */
type Part = { readonly facts: readonly Fact[]; readonly consumed: () => void } | Read;

/** Recording that was read, or that its thread did not read to the end. */
interface Read {
  readonly failed: readonly FailedFile[];
  readonly requested: readonly string[];
}

/** One recording that a thread reads. State: the parts that were received and not consumed yet. */
class Reading {
  readonly file: SourceFile;
  private readonly parts: Part[] = [];
  private wake = (): void => {};

  constructor(file: SourceFile) {
    this.file = file;
  }

  add(part: Part): void {
    this.parts.push(part);
    this.wake();
  }

  /** The next part, awaited. */
  async next(): Promise<Part> {
    while (this.parts.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.parts.shift()!;
  }
}

/** Why a thread ended: the code of its error, and nothing that a file could have a hand in. */
const codeOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown error';

/** Threads that read recordings, each the next one that no other has. State: the readings that nobody has begun. */
class ThreadPool {
  private readonly waiting: Reading[];
  private readonly workers = new Set<Worker>();

  constructor(readings: readonly Reading[]) {
    this.waiting = [...readings];
  }

  /** Starts a thread. One that ends before its recording makes that recording fail, and takes no other. */
  start({ script, setup }: Pick<ThreadedRead, 'script' | 'setup'>): void {
    const worker = new Worker(script, { workerData: setup });
    const post = (message: ToThread): void => worker.postMessage(message, []);
    let current: Reading | undefined;
    const proceed = (): void => {
      current = this.waiting.shift();
      if (current !== undefined) post({ read: current.file });
    };
    const fail = (error: unknown): void => {
      this.workers.delete(worker);
      const message = `not read to its end: its thread ended (${codeOf(error)})`;
      current?.add({ failed: [{ file: current.file.path, message }], requested: [] });
      current = undefined;
    };
    worker.on('message', (message: FromThread) => {
      if ('facts' in message) return current?.add({ ...message, consumed: () => post('consumed') });
      current?.add(message);
      proceed();
    });
    worker.on('error', fail);
    worker.on('exit', (code) => fail(Object.assign(new Error(), { code: `exit code ${code}` })));
    this.workers.add(worker);
    proceed();
  }

  /** True for a reading that no thread has begun, nor will: all have ended. It is given up. */
  givesUp(reading: Reading): boolean {
    const isLost = this.workers.size === 0 && this.waiting[0] === reading;
    if (isLost) this.waiting.shift();
    return isLost;
  }

  /** Ends all threads. */
  async end(): Promise<void> {
    const workers = [...this.workers];
    for (const worker of workers) worker.removeAllListeners();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Recordings to be read in threads. */
export interface ThreadedRead {
  readonly files: readonly SourceFile[];
  readonly count: number;
  /** Module that a thread runs. */
  readonly script: URL;
  readonly setup: ThreadSetup;
  readonly take: TakeFacts;
  /** Receives files beside recordings that were requested. */
  readonly request: (path: string) => void;
  /** Reads one recording in this thread, where no other is left. */
  readonly alone: (file: SourceFile) => Promise<readonly FailedFile[]>;
}

/** Consumes the parts of a reading until its end. */
const consume = async (reading: Reading, { take, request }: ThreadedRead): Promise<readonly FailedFile[]> => {
  for (;;) {
    const part = await reading.next();
    if ('failed' in part) {
      part.requested.forEach(request);
      return part.failed;
    }
    await take(part.facts);
    part.consumed();
  }
};

/**
 * Reads recordings in `count` threads, and consumes their facts in the order of the files, as one thread would. Returns the
 * files that could not be read.
 */
export const readWithPool = async (input: ThreadedRead): Promise<readonly FailedFile[]> => {
  const readings = input.files.map((file) => new Reading(file));
  const pool = new ThreadPool(readings);
  const failed: FailedFile[] = [];
  try {
    for (let at = 0; at < input.count; at++) pool.start(input);
    for (const reading of readings)
      failed.push(
        ...(pool.givesUp(reading) ? await input.alone(reading.file) : await consume(reading, input)),
      );
  } finally {
    await pool.end();
  }
  return failed;
};
