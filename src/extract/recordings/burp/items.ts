import type { RawEntry } from '../entries/scanner.ts';
import type { WordSearch } from '../../multi-string-search.ts';
import { UnitCounter } from '../entries/units.ts';
import { recordedWordSearch } from '../entries/word-search.ts';

/** Maximum size of a stored item. Its response comes last: of a larger one the request can still be read. */
const MAX_ITEM_SIZE = 4 * 1024 * 1024;

const OPEN = '<item>';
const CLOSE = '</item>';
const END = '</items>';
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

/** First occurrences of marks in one run of bytes, each searched once: positions must be passed in ascending order. */
class Marks {
  private readonly found = new Map<string, number>();
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Next occurrence from a position on; `Infinity` where there is none. */
  next(mark: string, from: number): number {
    const known = this.found.get(mark);
    if (known !== undefined && known >= from) return known;
    const at = this.bytes.indexOf(mark, from);
    const next = at === -1 ? Infinity : at;
    this.found.set(mark, next);
    return next;
  }
}

/**
 * Finds the items of an export in its bytes, piece by piece, storing at most one item. Items without any of
 * the words are skipped. A mark inside of `<![CDATA[…]]>` is text. State: the position in the file, and the
 * start of an unfinished item.
 */
export class ItemScanner {
  private mode: 'outside' | 'item' | 'text' | 'ended' = 'outside';
  private readonly counter = new UnitCounter();
  private readonly mayMatter: WordSearch;
  private index = -1;
  private offset = 0;
  /** Bytes that may be the start of a mark. */
  private tail: Buffer = Buffer.alloc(0);
  private kept: Buffer[] = [];
  private length = 0;

  /** Without words every item may be relevant. */
  constructor(words: readonly string[] | undefined) {
    this.mayMatter = recordedWordSearch(words);
  }

  /** Number of items begun so far. */
  get items(): number {
    return this.index + 1;
  }

  /** True when the file ended properly. */
  get closed(): boolean {
    return this.mode === 'ended';
  }

  /** True when the bytes end inside an item. */
  get inItem(): boolean {
    return this.mode === 'item' || this.mode === 'text';
  }

  /** Reads the next piece of the file. */
  *push(piece: Uint8Array): Generator<RawEntry> {
    const bytes = Buffer.concat([this.tail, piece]);
    const marks = new Marks(bytes);
    let at = 0;
    while (at < bytes.length) {
      const wasInside = this.inItem;
      const next = this.step(bytes, marks, at);
      if (next === at) break;
      const begins = !wasInside && this.inItem;
      const start = begins ? next - OPEN.length : next;
      this.counter.add(bytes.subarray(at, start));
      if (begins) this.begin();
      if (this.inItem || wasInside) this.keep(bytes.subarray(wasInside ? at : start, next));
      this.counter.add(bytes.subarray(start, next));
      at = next;
      const ended = wasInside && !this.inItem ? this.taken('whole') : undefined;
      if (ended !== undefined) yield ended;
    }
    this.tail = Buffer.from(bytes.subarray(at));
  }

  /** Available part of an item that the end of the file cuts. */
  rest(): RawEntry | undefined {
    if (!this.inItem) return undefined;
    this.keep(this.tail);
    return this.taken('cut');
  }

  /** Skips one mark, or all bytes that cannot start one. */
  private step(bytes: Buffer, marks: Marks, at: number): number {
    const [first, second] = { outside: [OPEN, END], item: [CLOSE, CDATA], text: [CDATA_END], ended: [] }[
      this.mode
    ];
    const one = first === undefined ? Infinity : marks.next(first, at);
    const other = second === undefined ? Infinity : marks.next(second, at);
    const mark = one < other ? first : second;
    if (one === other || mark === undefined)
      return first === undefined ? bytes.length : Math.max(at, bytes.length - CDATA.length);
    this.enter(mark);
    return Math.min(one, other) + mark.length;
  }

  private enter(mark: string): void {
    if (mark === OPEN || mark === CDATA_END) this.mode = 'item';
    else if (mark === CDATA) this.mode = 'text';
    else this.mode = mark === END ? 'ended' : 'outside';
  }

  private begin(): void {
    this.index++;
    this.offset = this.counter.units;
    this.kept = [];
    this.length = 0;
  }

  private keep(bytes: Buffer): void {
    const room = Math.max(MAX_ITEM_SIZE - this.length, 0);
    if (room > 0) this.kept.push(Buffer.from(bytes.subarray(0, room)));
    this.length += bytes.length;
  }

  /** The stored item, if a word occurs in it. */
  private taken(extent: RawEntry['extent']): RawEntry | undefined {
    const bytes = Buffer.concat(this.kept);
    const isLarge = this.length > MAX_ITEM_SIZE;
    this.kept = [];
    if (!this.mayMatter(bytes)) return undefined;
    const { index, offset } = this;
    return { index, offset, bytes, extent: isLarge && extent === 'whole' ? 'start' : extent };
  }
}
