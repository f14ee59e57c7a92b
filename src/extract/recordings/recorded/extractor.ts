import type { Fact, FailedFile, Form } from '../../../model/index.ts';
import { UnreadableRest } from '../../extractor.ts';
import type { ExtractInput, Extractor, TakeFacts } from '../../extractor.ts';
import { loadJsonReader } from '../../documents/json/reader.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { DigestLogins } from './digest.ts';
import type { RecordedExchange } from './exchange.ts';
import { statedExchange } from './facts.ts';
import type { StatedExchange } from './facts.ts';
import { FactBatches } from './fact-batches.ts';
import { StringDecoder } from 'node:string_decoder';

/** 1-based, columns in UTF-16 units. */
interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset in UTF-16 units, or of the end of the bytes when that comes first. */
const lineColumnOf = async (pieces: AsyncIterable<Uint8Array>, offset: number): Promise<LineColumn> => {
  const decoder = new StringDecoder('utf8');
  let line = 1;
  let lineStart = 0;
  let read = 0;
  for await (const piece of pieces) {
    const text = decoder.write(piece as Buffer).slice(0, offset - read);
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      line++;
      lineStart = read + at + 1;
    }
    read += text.length;
    if (read >= offset) break;
  }
  return { line, column: read - lineStart + 1 };
};

/** Recording, with the context for reading it. */
export interface Recording {
  readonly file: string;
  /** Its bytes as UTF-8, in pieces that are valid until the next one is requested. */
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly json: JsonReader;
  /** True for a flattened text that may be a URL of the API. */
  readonly mayBeApiUrl: (flat: string) => boolean;
  /** True for a flattened URL whose every call counts, because of adjacent calls. */
  readonly inSequence: (flat: string) => boolean;
  /** Words of which every relevant part contains at least one. */
  readonly words: readonly string[] | undefined;
  /** Text of a body that the recording stores in a separate file beside it. */
  readonly attached: (name: string) => Promise<string | undefined>;
  /** Records what was not read, at an offset in UTF-16 units; at the end of the file: `Infinity`. */
  readonly broken: (offset: number, reason: string) => void;
  /** Records where a recording is not what its format says, so that none of its exchanges is evidence. */
  readonly malformed: (offset: number, reason: string) => void;
}

/** Parses a recording: everything specific to its format. */
export type ReadExchanges = (recording: Recording) => AsyncIterable<RecordedExchange>;

/** First position that was not read, and the number of further ones. State: both. */
interface Breaks {
  first: { readonly offset: number; readonly reason: string } | undefined;
  more: number;
  isMalformed: boolean;
}

/** Bytes up to the first read error, which is reported. */
async function* asFarAsPossible(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  broken: Recording['broken'],
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    if (!(error instanceof UnreadableRest)) throw error;
    broken(Infinity, error.message);
  }
}

/** Matches the name of a body file: no folder, and nothing above the recording. */
const PLAIN_NAME = /^(?!\.)[\w.-]{1,255}$/;
const MAX_ATTACHMENT_SIZE = 4 * 1024 * 1024;

const textOf = async (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string | undefined> => {
  const all: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > MAX_ATTACHMENT_SIZE) return undefined;
    all.push(Buffer.from(piece));
  }
  return Buffer.concat(all).toString('utf8');
};

const attachedTo =
  (recording: string, { host }: ExtractInput): Recording['attached'] =>
  async (name) => {
    if (!PLAIN_NAME.test(name)) return undefined;
    const folder = Math.max(recording.lastIndexOf('/'), recording.lastIndexOf('!')) + 1;
    const pieces = host.attachment?.(recording, recording.slice(0, folder) + name);
    return pieces && textOf(asFarAsPossible(pieces, () => {}));
  };

const failure = async (
  file: string,
  { first, more, isMalformed }: Breaks,
  { host }: ExtractInput,
): Promise<readonly FailedFile[]> => {
  if (first === undefined) return [];
  const { line, column } = await lineColumnOf(
    asFarAsPossible(host.chunks(file), () => {}),
    first.offset,
  );
  const others = more === 0 ? '' : `, and ${more} more such ${more === 1 ? 'place' : 'places'}`;
  const message = `line ${line}, column ${column}: ${first.reason}${others}`;
  return [{ file, message, ...(isMalformed ? { isMalformed } : {}) }];
};

/** Reason why a recording could not be read to its end: it was removed, or the reader failed. */
const failureOf = (error: unknown): string => {
  const { code, name } = error as NodeJS.ErrnoException;
  return code === undefined
    ? `not read to its end: internal error (${name})`
    : `not read to its end (${code})`;
};

/** Reads a recording and emits its facts; returns what could not be read. */
const readRecording = async (
  file: string,
  json: JsonReader,
  exchangesIn: ReadExchanges,
  input: ExtractInput,
  take: TakeFacts,
): Promise<readonly FailedFile[]> => {
  const breaks: Breaks = { first: undefined, more: 0, isMalformed: false };
  const broken: Recording['broken'] = (offset, reason) => {
    if (breaks.first === undefined) breaks.first = { offset, reason };
    else breaks.more++;
  };
  const malformed: Recording['malformed'] = (offset, reason) => {
    broken(offset, reason);
    breaks.isMalformed = true;
  };
  const { host, mayBeApiUrl, words, inSequence = () => false } = input;
  const pieces = asFarAsPossible(host.chunks(file), broken);
  const attached = attachedTo(file, input);
  const logins = new DigestLogins<StatedExchange>();
  const shares = new FactBatches(take);
  const recording = { file, pieces, json, mayBeApiUrl, inSequence, words, attached, broken, malformed };
  for await (const exchange of exchangesIn(recording)) {
    const stated = statedExchange(exchange, json, mayBeApiUrl);
    if (stated !== undefined) await shares.add(logins.add(stated));
  }
  await shares.add(logins.rest());
  await shares.end();
  return failure(file, breaks, input);
};

/** Creates the extractor of a recording format: its reader yields the exchanges, and everything else is shared. */
export const recordingExtractor = (form: Form, exchangesIn: ReadExchanges): Extractor => ({
  form,
  async extract(input) {
    const json = await loadJsonReader();
    const facts: Fact[] = [];
    const failed: FailedFile[] = [];
    const take: TakeFacts = input.take ?? ((share) => share.forEach((fact) => facts.push(fact)));
    for (const { path } of input.files)
      try {
        failed.push(...(await readRecording(path, json, exchangesIn, input, take)));
      } catch (error) {
        failed.push({ file: path, message: failureOf(error) });
      }
    return { facts, failed };
  },
});
