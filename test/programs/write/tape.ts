/** Choices of a program, drawn one after the other; where the tape ends, the first option is taken. */
export class Tape {
  private at = 0;
  private readonly numbers: readonly number[];
  private readonly tags: Set<string>;
  /** False where only the first of the options are drawn, which `npm test` knows to break nothing. */
  private readonly wide: boolean;

  constructor(numbers: readonly number[], tags: Set<string>, wide = true) {
    this.numbers = numbers;
    this.tags = tags;
    this.wide = wide;
  }

  private next(): number {
    const drawn = this.numbers[this.at] ?? 0;
    this.at += 1;
    return drawn;
  }

  /** One of the options, of the first `narrow` ones where not all are drawn; the first is the simplest. */
  pick<T>(options: readonly T[], narrow = options.length): T {
    return options[this.next() % (this.wide ? options.length : narrow)]!;
  }

  /** Notes a property of the program. */
  note(tag: string): void {
    this.tags.add(tag);
  }

  /** One of the named options, which is noted as a property of the program unless it is the first. */
  choose<K extends string>(what: string, options: readonly K[], narrow = options.length): K {
    const name = this.pick(options, narrow);
    if (name !== options[0]) this.tags.add(`${what}:${name}`);
    return name;
  }

  /** One of the named options where all are drawn, else the first one. */
  chooseWide<K extends string>(what: string, options: readonly K[]): K {
    return this.wide ? this.choose(what, options) : options[0]!;
  }

  /** True once in `n` times, never at the end of the tape. */
  once(n: number, tag?: string): boolean {
    const hit = this.next() % n === n - 1;
    if (hit && tag !== undefined) this.tags.add(tag);
    return hit;
  }
}
