import { Worker, workerData } from 'node:worker_threads';
import type { WatchedThread } from './problem.ts';

/**
 * Starts the thread that analyses, and signals its end to the waiting thread: ESLint is blocked meanwhile and
 * gets no events, and a thread that runs out of memory cannot say so itself.
 */
const { path, signal, port } = workerData as WatchedThread;

const tell = (state: number): void => {
  Atomics.store(signal, 0, state);
  Atomics.notify(signal, 0);
};

let isOutOfMemory = false;
new Worker(path, { workerData: { signal, port }, transferList: [port] })
  .on('error', ({ code }: NodeJS.ErrnoException) => (isOutOfMemory = code === 'ERR_WORKER_OUT_OF_MEMORY'))
  .on('exit', () => tell(isOutOfMemory ? 3 : 2));
