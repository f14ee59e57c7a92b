import { parentPort, workerData } from 'node:worker_threads';
import { formatOf } from '../../extract/forms/formats.ts';
import type { ExtractInput, TakeFacts } from '../../extract/extractor.ts';
import { createHost } from '../../io/host.ts';
import type { SourceFile } from '../../model/index.ts';
import { sequenceTest } from '../../rules/sequences.ts';
import { BATCHES_AHEAD } from './messages.ts';
import type { FromThread, ThreadSetup, ToThread } from './messages.ts';

/** Reads the recordings that the main thread names, one at a time, and sends their facts. */
const { disk, words, addresses, api, sequences } = workerData as ThreadSetup;
const port = parentPort!;
const send = (message: FromThread): void => port.postMessage(message, []);

let requested: string[] = [];
let ahead = 0;
let goOn = (): void => {};

const take: TakeFacts = async (facts) => {
  send({ facts });
  ahead++;
  if (ahead >= BATCHES_AHEAD) await new Promise<void>((resolve) => (goOn = resolve));
};

const input: Omit<ExtractInput, 'files'> = {
  host: createHost({
    ...disk,
    sources: [],
    overlay: new Map(),
    contents: { ask: (path) => requested.push(path) },
  }),
  words,
  mayBeApiUrl: (flat) => addresses.test(flat),
  inSequence: sequenceTest(sequences, api),
  take,
};

const read = async (file: SourceFile): Promise<void> => {
  const extractor = await formatOf(file.form).load();
  const { failed } = await extractor.extract({ ...input, files: [file] });
  send({ failed, requested });
  requested = [];
};

port.on('message', (message: ToThread) => {
  if (message !== 'consumed') return void read(message.read);
  ahead--;
  if (ahead < BATCHES_AHEAD) goOn();
});
