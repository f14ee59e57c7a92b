import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { LintAnswer, LintQuestion } from './problem.ts';

/** Longer than this no analysis takes. */
const MAX_MS = 120_000;

interface Thread {
  readonly worker: Worker;
  readonly signal: Int32Array;
  readonly receive: () => LintAnswer | undefined;
}

let thread: Thread | undefined;

const start = (path: URL): Thread => {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(path, { workerData: { signal, port: port2 }, transferList: [port2] });
  worker.unref();
  port1.unref();
  return {
    worker,
    signal,
    receive: () => receiveMessageOnPort(port1)?.message as LintAnswer | undefined,
  };
};

/** The response of the worker, waited for: rules of ESLint cannot be asynchronous. Throws where there is none. */
export const askWorker = (path: URL, question: LintQuestion): LintAnswer => {
  thread ??= start(path);
  const { worker, signal, receive } = thread;
  Atomics.store(signal, 0, 0);
  worker.postMessage(question, []);
  Atomics.wait(signal, 0, 0, MAX_MS);
  const answer = receive();
  if (answer !== undefined) return answer;
  void worker.terminate();
  thread = undefined;
  return { failure: 'the analysis did not end' };
};
