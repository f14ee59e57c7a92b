import type { Fact, FailedFile } from '../../model/index.ts';
import type { ExtractInput, Extractor } from '../extractor.ts';
import { loadJsonReader } from '../json/reader.ts';
import type { JsonReader } from '../json/reader.ts';
import { withoutChallenged } from './digest.ts';
import { entryText } from './entry-text.ts';
import { exchangeOf } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { lineColumnOf } from './place.ts';
import { EntryScanner } from './scanner.ts';
import type { RawEntry } from './scanner.ts';

/** What was not read of a recording: why, and where in UTF-16 units (the end of the file: `Infinity`). */
interface Break {
  readonly offset: number;
  readonly reason: string;
}

interface Reading {
  readonly file: string;
  readonly read: JsonReader;
  readonly interest: (flat: string) => boolean;
  readonly exchanges: Exchange[];
  readonly breaks: Break[];
}

/** The message for an entry that was not read to its end; one that the file cuts is told once, at the end. */
const breakIn = (raw: RawEntry, problem: { offset: number; problem: string }): Break | undefined => {
  if (raw.extent === 'cut') return undefined;
  const reason =
    raw.extent === 'start'
      ? `entry ${raw.index} is larger than 4 MB; only its start was read`
      : `entry ${raw.index} is not valid JSON: ${problem.problem}; the other entries were read`;
  return { offset: raw.offset + problem.offset, reason };
};

const readEntry = (reading: Reading, raw: RawEntry): void => {
  const text = entryText(reading.file, raw.bytes.toString('utf8'), raw.offset, reading.read);
  const { tree, problem } = text.parse();
  const broken = problem && breakIn(raw, problem);
  if (broken !== undefined) reading.breaks.push(broken);
  const exchange = tree && exchangeOf(text, tree, raw.index, reading.interest);
  if (exchange !== undefined) reading.exchanges.push(exchange);
};

const breakAtEnd = (scanner: EntryScanner): Break | undefined => {
  if (scanner.closed) return undefined;
  const where = scanner.inEntry ? `inside entry ${scanner.entries - 1}` : `after ${scanner.entries} entries`;
  return { offset: Infinity, reason: `the recording breaks off ${where}; what stands before it was read` };
};

const failure = (reading: Reading, input: ExtractInput): readonly FailedFile[] => {
  const [first, ...more] = reading.breaks;
  if (first === undefined) return [];
  const { line, column } = lineColumnOf(input.host.chunks(reading.file), first.offset);
  const others = more.length === 0 ? '' : `, and ${more.length} more such places`;
  const message = `line ${line}, column ${column}: ${first.reason}${others}`;
  return [{ file: reading.file, message }];
};

const readFile = (file: string, read: JsonReader, input: ExtractInput) => {
  const reading: Reading = { file, read, interest: input.interest, exchanges: [], breaks: [] };
  const scanner = new EntryScanner(input.words);
  for (const piece of input.host.chunks(file)) {
    for (const raw of scanner.push(piece)) readEntry(reading, raw);
  }
  const rest = scanner.rest();
  if (rest !== undefined) readEntry(reading, rest);
  const end = breakAtEnd(scanner);
  if (end !== undefined) reading.breaks.push(end);
  const facts = withoutChallenged(reading.exchanges).flatMap((exchange) => exchange.facts);
  return { facts, failed: failure(reading, input) };
};

/** HAR recordings of any size: the calls they record, read entry by entry and never held as a whole. */
export const harExtractor: Extractor = {
  form: 'har',
  async extract(input) {
    const read = await loadJsonReader();
    const facts: Fact[] = [];
    const failed: FailedFile[] = [];
    for (const { path } of input.files) {
      const result = readFile(path, read, input);
      for (const fact of result.facts) facts.push(fact);
      failed.push(...result.failed);
    }
    return { facts, failed };
  },
};
