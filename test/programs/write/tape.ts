/** Choices of a program, drawn one after the other; where the tape ends, the first option is taken. */
export class Tape {
  private at = 0;
  private readonly numbers: readonly number[];
  private readonly tags: Set<string>;

  constructor(numbers: readonly number[], tags: Set<string>) {
    this.numbers = numbers;
    this.tags = tags;
  }

  private next(): number {
    const drawn = this.numbers[this.at] ?? 0;
    this.at += 1;
    return drawn;
  }

  /** One of the options; the first is the simplest. */
  pick<T>(options: readonly T[]): T {
    return options[this.next() % options.length]!;
  }

  /** One of the named options, which is noted as a property of the program unless it is the first. */
  choose<K extends string>(what: string, options: readonly K[]): K {
    const name = this.pick(options);
    if (name !== options[0]) this.tags.add(`${what}:${name}`);
    return name;
  }

  /** True once in `n` times, never at the end of the tape. */
  once(n: number, tag?: string): boolean {
    const hit = this.next() % n === n - 1;
    if (hit && tag !== undefined) this.tags.add(tag);
    return hit;
  }
}
