import type { WordSearch } from '../../multi-string-search.ts';
import type { ListFinder } from './finder.ts';
import { endOfNested, skipString, QUOTE } from './skip.ts';
import type { BytePosition } from './skip.ts';
import { UnitCounter } from './units.ts';
import { recordedWordSearch } from './word-search.ts';

/** Maximum size of a stored entry; of a larger one only the start is read. */
const MAX_ENTRY_SIZE = 4 * 1024 * 1024;

/** Relevant entry. */
export interface RawEntry {
  /** Zero-based, over all entries of the file. */
  readonly index: number;
  /** UTF-16 units before it in the file. */
  readonly offset: number;
  /** Valid until the scanner receives its next piece. */
  readonly bytes: Buffer;
  /** `start`: the entry is too large, and this is its start; `cut`: the file ends inside it. */
  readonly extent: 'whole' | 'start' | 'cut';
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const SPACE = 0x20;

/** Observations of a scanner besides the entries; offsets are UTF-16 units before it in the file. */
export interface ScannerNotes {
  /** An item of the list that is no object. */
  readonly stray?: (offset: number, index: number) => void;
  /** What follows the document. */
  readonly trailing?: (offset: number) => void;
}

/**
 * Finds the entries of a recording in its bytes, piece by piece, storing at most one entry. Entries without
 * any of the words are skipped. State: the position in the file, and the start of an unfinished entry.
 */
export class EntryScanner {
  private readonly finder: ListFinder;
  private readonly position: BytePosition = { depth: 0, inString: false, escaped: false };
  private readonly counter = new UnitCounter();
  private readonly mayMatter: WordSearch;
  private mode: 'outside' | 'between' | 'entry' = 'outside';
  private index = -1;
  /** Start of the entry in this piece, or -1 if it started in an earlier one. */
  private start = -1;
  private offset = 0;
  private kept: Buffer[] = [];
  private keptBytes = 0;
  private counted = 0;
  /** True inside an item that is neither an object nor a list. */
  private inScalar = false;
  private readonly notes: ScannerNotes;

  /** `finder` finds the lists of entries. Without words every entry may be relevant. */
  constructor(finder: ListFinder, words: readonly string[] | undefined, notes: ScannerNotes = {}) {
    this.finder = finder;
    this.notes = notes;
    this.mayMatter = recordedWordSearch(words);
  }

  /** Number of entries begun so far. */
  get entries(): number {
    return this.index + 1;
  }

  /** True when the file ended properly. */
  get closed(): boolean {
    return this.mode === 'outside' && this.finder.closed;
  }

  /** True when the bytes end inside an entry. */
  get inEntry(): boolean {
    return this.mode === 'entry';
  }

  /** Reads the next piece of the file. */
  *push(piece: Uint8Array): Generator<RawEntry> {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    this.counted = 0;
    for (let at = 0; at < bytes.length;) {
      at = this.step(bytes, at);
      if (this.mode !== 'entry' || this.position.depth > 0) continue;
      this.mode = 'between';
      const entry = this.ended(bytes, at);
      if (entry !== undefined) yield entry;
    }
    if (this.mode === 'entry') this.keep(bytes);
    this.countTo(bytes, bytes.length);
  }

  /** Available part of an entry that the end of the file cuts. */
  rest(): RawEntry | undefined {
    return this.mode === 'entry' ? this.joined('cut') : undefined;
  }

  private step(bytes: Buffer, at: number): number {
    if (this.mode === 'entry') return endOfNested(bytes, at, this.position);
    if (this.mode === 'between') return this.between(bytes, at);
    const { at: next, found } = this.finder.read(bytes, at);
    if (this.finder.trailing !== undefined) this.notes.trailing?.(this.countTo(bytes, this.finder.trailing));
    if (found) this.mode = 'between';
    return next;
  }

  /** Skips to the next entry or the end of the list. */
  private between(bytes: Buffer, from: number): number {
    let at = this.position.inString ? skipString(bytes, from, this.position) : from;
    while (at < bytes.length) {
      const byte = bytes[at];
      if (byte === OPEN_BRACE) return this.begin(bytes, at);
      if (byte === OPEN_BRACKET) {
        this.notes.stray?.(this.countTo(bytes, at), this.index + 1);
        return this.begin(bytes, at);
      }
      at++;
      if (byte === CLOSE_BRACKET) {
        this.mode = 'outside';
        this.inScalar = false;
        break;
      }
      if (byte === COMMA) this.inScalar = false;
      else if (byte! > SPACE) this.stray(bytes, at - 1);
      if (byte === QUOTE) at = skipString(bytes, at, this.position);
    }
    return at;
  }

  /** Counts an item that is neither an object nor a list, at its first byte. */
  private stray(bytes: Buffer, at: number): void {
    if (this.inScalar) return;
    this.inScalar = true;
    this.index++;
    this.notes.stray?.(this.countTo(bytes, at), this.index);
  }

  private begin(bytes: Buffer, at: number): number {
    this.mode = 'entry';
    this.inScalar = false;
    this.index++;
    this.start = at;
    return endOfNested(bytes, at, this.position);
  }

  private ended(bytes: Buffer, end: number): RawEntry | undefined {
    const { start, index } = this;
    this.start = -1;
    if (start === -1) {
      this.append(bytes.subarray(0, end));
      return this.joined(this.keptBytes > MAX_ENTRY_SIZE ? 'start' : 'whole');
    }
    const entry = bytes.subarray(start, end);
    if (!this.mayMatter(entry)) return undefined;
    return { index, offset: this.countTo(bytes, start), bytes: entry, extent: 'whole' };
  }

  /** Joins the pieces of an entry, if a word occurs in it. */
  private joined(extent: RawEntry['extent']): RawEntry | undefined {
    const bytes = Buffer.concat(this.kept);
    this.kept = [];
    this.keptBytes = 0;
    if (!this.mayMatter(bytes)) return undefined;
    return { index: this.index, offset: this.offset, bytes, extent };
  }

  /** Stores the bytes of an entry that continues in the next piece. */
  private keep(bytes: Buffer): void {
    if (this.start !== -1) this.offset = this.countTo(bytes, this.start);
    this.append(bytes.subarray(Math.max(this.start, 0)));
    this.start = -1;
  }

  private append(bytes: Buffer): void {
    const room = Math.max(MAX_ENTRY_SIZE - this.keptBytes, 0);
    if (room > 0) this.kept.push(Buffer.from(bytes.subarray(0, room)));
    this.keptBytes += bytes.length;
  }

  /** UTF-16 units before the position in the piece; positions must be passed in ascending order. */
  private countTo(bytes: Buffer, at: number): number {
    this.counter.add(bytes.subarray(this.counted, at));
    this.counted = at;
    return this.counter.units;
  }
}
