import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionsIn } from '../../src/io/positions.ts';
import { lineStarts, positionOf } from '../../src/report/lines.ts';

const pieces = (text: string, size: number): readonly Uint8Array[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
};

test('positionsIn passes over long stretches without losing a line', async () => {
  const stretch = fc.constantFrom('a', 'é😀', '\r\n', '\n\r', ' \n', 'one line\n');
  const stretches = fc.array(stretch, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      stretches,
      fc.nat(),
      fc.integer({ min: 4000, max: 20_000 }),
      async (parts, seed, size) => {
        const text = parts.map((part) => part.repeat(9000)).join('"');
        const starts = lineStarts(text);
        const offsets = [0, seed % text.length, text.length - 1].filter(
          (offset) => !/[\uDC00-\uDFFF\n]/.test(text[offset] ?? ''),
        );
        const found = await positionsIn(pieces(text, size), offsets);
        for (const offset of offsets) expect(found.get(offset)).toEqual(positionOf(starts, offset));
      },
    ),
    { numRuns: 60 },
  );
});
