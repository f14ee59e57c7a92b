import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionsIn } from '../../src/io/positions.ts';
import { lineStarts, positionOf } from '../../src/report/lines.ts';

/** Splits bytes into pieces of a few bytes, inside characters too. */
const pieces = (text: string, size: number): readonly Uint8Array[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
};

const texts = fc
  .array(fc.constantFrom('a', 'é', '€', '😀', '\n', '\r\n', '\r', '"'), { maxLength: 40 })
  .map((parts) => '\uFEFF' + parts.join(''));

describe('positionsIn', () => {
  it('says in one pass over bytes what the text says', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 7 }), async (text, size) => {
        const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset).reverse();
        const found = await positionsIn(pieces(text, size), offsets);
        const starts = lineStarts(text);
        for (const offset of offsets) {
          const inPair =
            /[\uDC00-\uDFFF]/.test(text[offset] ?? '') || text.slice(offset - 1, offset + 1) === '\r\n';
          if (!inPair) expect(found.get(offset)).toEqual(positionOf(starts, offset));
        }
      }),
    );
  });

  it('gives the end for offsets behind it', async () => {
    expect((await positionsIn(pieces('a\nb', 2), [9])).get(9)).toMatchObject({ line: 2 });
  });
});

describe('positionOf', () => {
  it('counts lines and columns from one, and a byte order mark as one unit', () => {
    const starts = lineStarts('\uFEFFa\r\nb\rc\nd');
    expect([1, 4, 6, 8].map((offset) => positionOf(starts, offset))).toEqual([
      { line: 1, column: 2, offset: 1 },
      { line: 2, column: 1, offset: 4 },
      { line: 3, column: 1, offset: 6 },
      { line: 4, column: 1, offset: 8 },
    ]);
  });
});
