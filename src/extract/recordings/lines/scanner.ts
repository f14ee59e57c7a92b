import type { WordSearch } from '../../multi-string-search.ts';
import { UnitCounter } from '../entries/units.ts';
import { recordedWordSearch } from '../entries/word-search.ts';
import { plainText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';

/** Maximum length of a line; longer ones are skipped. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Relevant line, without its line break. */
export interface LogLine {
  /** Zero-based, over all lines of the file. */
  readonly index: number;
  readonly source: SpelledText;
}

/**
 * Splits bytes into lines, piece by piece. Lines without any of the words are counted and skipped. State: the
 * position in the file, and the start of an unfinished line.
 */
export class LineScanner {
  /** Number of lines that were too long to be read. */
  tooLong = 0;
  private readonly counter = new UnitCounter();
  private readonly mayMatter: WordSearch;
  private index = 0;
  private carried: Buffer[] = [];
  private carriedBytes = 0;
  /** Units before the unfinished line. */
  private start = 0;
  private counted = 0;

  /** Without words every line may be relevant. */
  constructor(words: readonly string[] | undefined) {
    this.mayMatter = recordedWordSearch(words);
  }

  /** Reads the next piece of the file. */
  *push(piece: Uint8Array): Generator<LogLine> {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    this.counted = 0;
    let at = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, at)) {
      const line = this.carriedBytes > 0 ? this.joined(bytes.subarray(at, end)) : this.whole(bytes, at, end);
      if (line !== undefined) yield line;
      this.index++;
      at = end + 1;
    }
    this.carry(bytes, at);
  }

  /** Text after the last line break. */
  rest(): LogLine | undefined {
    return this.carriedBytes === 0 ? undefined : this.joined(Buffer.alloc(0));
  }

  private whole(bytes: Buffer, start: number, end: number): LogLine | undefined {
    const line = bytes.subarray(start, end);
    if (!this.mayMatter(line)) return undefined;
    this.countTo(bytes, start);
    return this.lineOf(line, this.counter.units);
  }

  private joined(tail: Buffer): LogLine | undefined {
    const bytes = Buffer.concat([...this.carried, tail]);
    const offset = this.start;
    const isWhole = this.carriedBytes <= MAX_LINE_LENGTH;
    this.carried = [];
    this.carriedBytes = 0;
    if (!isWhole) this.tooLong++;
    if (!isWhole || !this.mayMatter(bytes)) return undefined;
    return this.lineOf(bytes, offset);
  }

  private carry(bytes: Buffer, at: number): void {
    if (at < bytes.length && this.carriedBytes === 0) {
      this.countTo(bytes, at);
      this.start = this.counter.units;
    }
    const rest = bytes.subarray(at);
    if (this.carriedBytes + rest.length <= MAX_LINE_LENGTH) this.carried.push(Buffer.from(rest));
    this.carriedBytes += rest.length;
    this.countTo(bytes, bytes.length);
  }

  private countTo(bytes: Buffer, at: number): void {
    this.counter.add(bytes.subarray(this.counted, at));
    this.counted = at;
  }

  private lineOf(bytes: Buffer, offset: number): LogLine {
    const text = bytes.toString('utf8').replace(/\r$/, '');
    // A byte order mark is one unit, and not part of a line.
    const mark = text.startsWith('\uFEFF') ? 1 : 0;
    return { index: this.index, source: plainText(text.slice(mark), offset + mark) };
  }
}

/** Relevant lines of a recording. */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  scanner: LineScanner,
): AsyncGenerator<LogLine> {
  for await (const piece of pieces) yield* scanner.push(piece);
  const rest = scanner.rest();
  if (rest !== undefined) yield rest;
}
