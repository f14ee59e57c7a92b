import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { LintAnswer, LintQuestion, WatchedThread } from './problem.ts';

/** Longer than this no analysis takes. */
const MAX_MS = 120_000;

const FAILURES: Readonly<Record<number, string>> = {
  0: 'the analysis did not end',
  2: 'the analysis ended before its result',
  3: 'the analysis ran out of memory',
};

interface Thread {
  readonly worker: Worker;
  readonly signal: Int32Array;
  readonly port: MessagePort;
}

const threads = new Map<string, Thread>();

const start = (path: URL): Thread => {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const watched: WatchedThread = { path: fileURLToPath(path), signal, port: port2 };
  const worker = new Worker(new URL('./eslint-watch.cjs', path), {
    workerData: watched,
    transferList: [port2],
  });
  worker.unref();
  port1.unref();
  return { worker, signal, port: port1 };
};

/** The response of the worker, waited for: rules of ESLint cannot be asynchronous. Says so where there is none. */
export const askWorker = (path: URL, question: LintQuestion): LintAnswer => {
  const thread = threads.get(path.href) ?? start(path);
  threads.set(path.href, thread);
  const { worker, signal, port } = thread;
  // It may have ended since it responded.
  Atomics.compareExchange(signal, 0, 1, 0);
  port.postMessage(question, []);
  Atomics.wait(signal, 0, 0, MAX_MS);
  const answer = receiveMessageOnPort(port)?.message as LintAnswer | undefined;
  if (answer !== undefined) return answer;
  const failure = FAILURES[Atomics.load(signal, 0)] ?? FAILURES[0]!;
  void worker.terminate();
  threads.delete(path.href);
  return { failure };
};
