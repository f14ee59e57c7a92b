/** Bits per file: enough for a thousand words at two percent false positives. */
const BITS = 1 << 15;

/** Hash of one word, as `hashesIn` computes it. */
const hashOf = (word: string): number => {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
  return hash & (BITS - 1);
};

const isWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 48 && unit <= 57) ||
  unit === 95 ||
  unit > 127;

const bitsOf = (text: string): Uint32Array => {
  const bits = new Uint32Array(BITS / 32);
  let hash = 0;
  let inWord = false;
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at < text.length ? text.charCodeAt(at) : 0;
    if (isWordUnit(unit)) {
      hash = (Math.imul(hash, 31) + unit) | 0;
      inWord = true;
    } else if (inWord) {
      const bit = hash & (BITS - 1);
      bits[bit >> 5]! |= 1 << (bit & 31);
      hash = 0;
      inWord = false;
    }
  }
  return bits;
};

const WORD = /^[\w\u0080-\uffff]+$/;

/** Bloom filter of the words of each file, each read once: a package of a thousand files is searched for each name. */
export class WordFilter {
  readonly #bits = new Map<string, Uint32Array | undefined>();
  readonly #read: (path: string) => string | undefined;

  constructor(read: (path: string) => string | undefined) {
    this.#read = read;
  }

  /** False where a word is certainly not in a file, or the file cannot be read. */
  mayHold(path: string, word: string): boolean {
    if (!this.#bits.has(path)) {
      const text = this.#read(path);
      this.#bits.set(path, text === undefined ? undefined : bitsOf(text));
    }
    const bits = this.#bits.get(path);
    if (bits === undefined || !WORD.test(word)) return bits !== undefined;
    const bit = hashOf(word);
    return (bits[bit >> 5]! & (1 << (bit & 31))) !== 0;
  }
}
