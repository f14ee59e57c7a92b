import { firstWhere } from '../../model/index.ts';

/** Lines of a text, found once: a text may be one line of many megabytes, with a comment in every corner. */
export class Lines {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    this.#starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)];
    this.#length = text.length;
  }

  /** Number of the line that holds an offset, from 0. */
  at(offset: number): number {
    return firstWhere(this.#starts, (start) => start > offset) - 1;
  }

  /** Offset at which the line of an offset starts. */
  before(offset: number): number {
    return this.#starts[this.at(offset)]!;
  }

  /** Offset behind the line ending that follows an offset. */
  after(offset: number): number {
    return this.#starts[this.at(offset) + 1] ?? this.#length;
  }
}
