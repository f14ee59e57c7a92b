import { KeyFinder } from '../entries/finder.ts';
import { entryText } from '../entries/entry-text.ts';
import { EntryScanner } from '../entries/scanner.ts';
import type { RawEntry } from '../entries/scanner.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { addressIn, harExchangeIn, attachedFiles } from './entry.ts';

/** Records an entry that was not read to its end; one cut by the end of the file is reported once, at the end. */
const noteBreak = (
  recording: Recording,
  raw: RawEntry,
  problem: { offset: number; problem: string } | undefined,
): void => {
  if (problem === undefined || raw.extent === 'cut') return;
  const reason =
    raw.extent === 'start'
      ? `entry ${raw.index} is larger than 4 MB; only its start was read`
      : `entry ${raw.index} is not valid JSON: ${problem.problem}; the other entries were read`;
  recording.broken(raw.offset + problem.offset, reason);
};

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
  const url = tree && addressIn(tree, recording.interest);
  if (tree === undefined || url === undefined) return undefined;
  const attached = await attachments(recording, attachedFiles(tree));
  return harExchangeIn({ text, tree, attached }, url, raw.index);
};

const noteEnd = (recording: Recording, scanner: EntryScanner): void => {
  if (scanner.closed) return;
  const where = scanner.inEntry ? `inside entry ${scanner.entries - 1}` : `after ${scanner.entries} entries`;
  recording.broken(Infinity, `the recording ends early ${where}; what precedes was read`);
};

async function* exchangesIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const scanner = new EntryScanner(new KeyFinder({ keys: ['entries'], inside: 'log' }), recording.words);
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
