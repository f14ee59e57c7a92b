import type { RecordedExchange } from '../recorded/exchange.ts';
import { recordingExtractor } from '../recorded/extractor.ts';
import type { Recording } from '../recorded/extractor.ts';
import { exchangesInYaml } from './yaml.ts';
import { packedText } from '../../documents/json/spelled-text.ts';
import { entryText, isWhole } from '../entries/entry-text.ts';
import { KeyFinder } from '../entries/finder.ts';
import { EntryScanner } from '../entries/scanner.ts';
import type { RawEntry } from '../entries/scanner.ts';
import { cassetteExchangeIn } from './exchange.ts';

/** Scanner for the interactions of a cassette in JSON. */
const interactionScanner = (words: readonly string[] | undefined): EntryScanner =>
  new EntryScanner(new KeyFinder({ keys: ['http_interactions', 'interactions'] }), words);

/** Exchange of an interaction in JSON; none for a truncated one. */
const exchangeInJson = ({ file, json }: Recording, raw: RawEntry): RecordedExchange | undefined => {
  const entry = entryText(file, raw.bytes.toString('utf8'), raw.offset, json);
  const { tree } = entry.parse();
  if (tree === undefined || !isWhole(tree)) return undefined;
  return cassetteExchangeIn({
    tree,
    index: raw.index,
    textOf: ({ slot, span, value }) =>
      slot === undefined ? packedText(String(value), span) : entry.spelledIn(slot),
  });
};

/** Maximum size of cassettes in YAML, which are held as a whole. */
const MAX_SIZE = 128 * 1024 * 1024;

type Pieces = AsyncIterable<Uint8Array>;

/** Whether the bytes start a JSON text; `undefined` for white space only. */
const startsAsJson = (start: Buffer): boolean | undefined => {
  const [first] = start.toString('utf8', 0, 256).replace(/^\uFEFF?\s*/, '');
  return first === undefined ? undefined : first === '{';
};

async function* inJson(recording: Recording, pieces: Pieces): AsyncGenerator<RecordedExchange> {
  const scanner = interactionScanner(recording.words);
  for await (const piece of pieces) {
    for (const raw of scanner.push(piece)) {
      const exchange = exchangeInJson(recording, raw);
      if (exchange !== undefined) yield exchange;
    }
  }
  if (scanner.closed) return;
  const reason = `the cassette ends early after ${scanner.entries} interactions; those were read`;
  recording.broken(Infinity, reason);
}

async function* inYaml(recording: Recording, pieces: Pieces): AsyncGenerator<RecordedExchange> {
  const kept: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length <= MAX_SIZE) kept.push(Buffer.from(piece));
  }
  yield* exchangesInYaml(recording, Buffer.concat(kept).toString('utf8'));
  if (length > MAX_SIZE)
    recording.broken(Infinity, 'the cassette is larger than 128 MB; only its start was read');
}

/** The bytes read already, then the remaining pieces. */
async function* followedBy(start: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* exchangesIn(recording: Recording): AsyncGenerator<RecordedExchange> {
  const pieces = recording.pieces[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  let isJson: boolean | undefined;
  while (isJson === undefined) {
    const next = await pieces.next();
    if (next.done === true) return;
    start = Buffer.concat([start, next.value]);
    isJson = startsAsJson(start);
  }
  yield* (isJson ? inJson : inYaml)(recording, followedBy(start, pieces));
}

/** Cassettes of VCR, vcrpy, go-vcr and Betamax, in YAML and JSON. */
export const cassetteExtractor = recordingExtractor('cassette', exchangesIn);
