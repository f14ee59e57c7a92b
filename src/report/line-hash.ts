const WINDOW = 100;
const BASE = 37;
const WORD = 0x1_0000_0000;
const END = 65_535;

/** A number of 64 bits in two halves: twenty times as fast as a BigInt, and this runs over every character. */
class Rolling {
  #high = 0;
  #low = 0;
  readonly #power: readonly [number, number];

  constructor() {
    const power = BigInt.asUintN(64, BigInt(BASE) ** BigInt(WINDOW));
    this.#power = [Number(power >> 32n), Number(power & 0xffff_ffffn)];
  }

  /** The hash times the base, plus what comes in, minus what falls out of the window. */
  push(entering: number, leaving: number): void {
    const low = this.#low * BASE + entering - this.#power[1] * leaving;
    const carry = Math.floor(low / WORD);
    this.#low = low - carry * WORD;
    const high = this.#high * BASE + carry - this.#power[0] * leaving;
    this.#high = high - Math.floor(high / WORD) * WORD;
  }

  toString(): string {
    return ((BigInt(this.#high) << 32n) | BigInt(this.#low)).toString(16);
  }
}

/** Characters that count: no space, no tab, line ends as LF, with the line that each one starts. */
function* charactersOf(
  text: string,
): Generator<{ readonly code: number; readonly line: number | undefined }> {
  let line = 0;
  let starts = true;
  let afterReturn = false;
  for (let at = 0; at <= text.length; at++) {
    let code = at === text.length ? END : text.charCodeAt(at);
    const skipped = code === 32 || code === 9 || (afterReturn && code === 10);
    afterReturn = code === 13;
    if (skipped) continue;
    if (code === 13) code = 10;
    if (starts) line++;
    yield { code, line: starts ? line : undefined };
    starts = code === 10;
  }
}

/**
 * The hashes of the lines of a text (1-based index) as GitHub's code scanning makes them for
 * `primaryLocationLineHash`: a rolling hash of the 100 characters from the line's start on, and which of several equal
 * ones it is.
 */
export const lineHashes = (text: string): readonly (string | undefined)[] => {
  const hashes: (string | undefined)[] = [];
  const counts = new Map<string, number>();
  const window = new Uint16Array(WINDOW);
  const lines: (number | undefined)[] = Array.from({ length: WINDOW });
  const rolling = new Rolling();
  let index = 0;
  const emit = (): void => {
    const line = lines[index];
    if (line === undefined) return;
    const hash = rolling.toString();
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
    hashes[line] = `${hash}:${counts.get(hash)}`;
    lines[index] = undefined;
  };
  const push = (code: number): void => {
    rolling.push(code, window[index]!);
    window[index] = code;
    index = (index + 1) % WINDOW;
  };
  for (const { code, line } of charactersOf(text)) {
    emit();
    if (line !== undefined) lines[index] = line;
    push(code);
  }
  for (let rest = 0; rest < WINDOW; rest++) {
    emit();
    push(0);
  }
  return hashes;
};
