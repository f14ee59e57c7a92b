import { KeyFinder } from '../entries/finder.ts';
import { entryText } from '../entries/entry-text.ts';
import { EntryScanner } from '../entries/scanner.ts';
import type { RawEntry } from '../entries/scanner.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { noteBreak, noteEnd, scannerNotes } from './breaks.ts';
import { addressIn, hasAddress, harExchangeIn, attachedFiles } from './entry.ts';

const attachments = async (
  recording: Recording,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const name of names) {
    const attachment = await recording.attached(name);
    if (attachment !== undefined) found.set(name, attachment);
  }
  return found;
};

const readEntry = async (recording: Recording, raw: RawEntry): Promise<RecordedExchange | undefined> => {
  const text = entryText(recording.file, raw.bytes.toString('utf8'), raw.offset, recording.json);
  const { tree, problem } = text.parse();
  noteBreak(recording, raw, problem);
  if (problem === undefined && !hasAddress(tree))
    recording.broken(raw.offset, `entry ${raw.index} has no request with a URL; the other entries were read`);
  const url = tree && addressIn(tree, recording.mayBeApiUrl);
  if (tree === undefined || url === undefined) return undefined;
  const attached = await attachments(recording, attachedFiles(tree));
  return harExchangeIn({ text, tree, attached }, url, raw.index);
};

async function* exchangesIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const finder = new KeyFinder({ keys: ['entries'], inside: 'log', single: true });
  const scanner = new EntryScanner(finder, recording.words, scannerNotes(recording));
  for await (const piece of recording.pieces) {
    for (const raw of scanner.push(piece)) {
      const exchange = await readEntry(recording, raw);
      if (exchange !== undefined) yield exchange;
    }
  }
  const rest = scanner.rest();
  const last = rest && (await readEntry(recording, rest));
  if (last !== undefined) yield last;
  noteEnd(recording, scanner);
}

/** HAR recordings of any size: their calls, read entry by entry and never held as a whole. */
export const harExtractor = recordingExtractor('har', exchangesIn);
