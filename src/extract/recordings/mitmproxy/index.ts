import { recordedWordSearch } from '../entries/word-search.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { exchangeOf } from './flow.ts';
import { FrameReader } from './frames.ts';
import type { Frame } from './frames.ts';
import { readTnetstring } from './tnetstring.ts';

/** Returns whether a word occurs in a flow. */
const mattersTo = (words: Recording['words']): ((frame: Frame) => boolean) => {
  const mayMatter = recordedWordSearch(words);
  return ({ bytes }) => mayMatter(bytes);
};

const exchangeIn = (recording: Recording, { bytes, offset, index }: Frame): RecordedExchange | undefined => {
  const flow = readTnetstring(recording.file, bytes, offset);
  if (flow === undefined) recording.broken(offset, `flow ${index} cannot be read; the others were`);
  return flow && exchangeOf(flow, index);
};

async function* exchangesIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const reader = new FrameReader();
  const matters = mattersTo(recording.words);
  for await (const piece of recording.pieces) {
    for (const frame of reader.push(piece)) {
      const exchange = matters(frame) ? exchangeIn(recording, frame) : undefined;
      if (exchange !== undefined) yield exchange;
    }
  }
  if (!reader.closed)
    recording.broken(Infinity, `the dump ends early after ${reader.frames} flows; those were read`);
}

/** Dumps of mitmproxy. */
export const mitmproxyExtractor = recordingExtractor('mitmproxy', exchangesIn);
