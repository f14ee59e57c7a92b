import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePython } from '../../../../src/extract/source/python/escapes.ts';
import { decode } from '../../../../src/fix/edits/decode.ts';
import { spell } from '../../../../src/fix/edits/spelling.ts';

const SPELLINGS = ['py-single', 'py-double', 'py-long', 'py-f-single', 'py-f-double', 'py-f-long'] as const;

/** What Python itself says of these. */
const KNOWN: readonly (readonly [raw: string, isFormatted: boolean, value: string | undefined])[] = [
  [String.raw`a\tb\\c\'d`, false, "a\tb\\c'd"],
  [String.raw`\x41\u00e9\U0001f600\101`, false, 'Aé😀A'],
  [String.raw`\d\/`, false, String.raw`\d\/`],
  ['a\\\nb', false, 'ab'],
  [String.raw`\N{BULLET}`, false, undefined],
  ['{{id}}', true, '{id}'],
  ['{{id}}', false, '{{id}}'],
];

describe('strings of Python', () => {
  it.each(KNOWN)('%j (formatted: %s) is read as Python reads it', (raw, isFormatted, value) => {
    expect(decodePython(raw, isFormatted)).toBe(value);
    expect(decode(raw, isFormatted ? 'py-f-double' : 'py-double')?.value).toBe(value);
  });

  it('say what was written, by both readers', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '/', "'", '"', '\\', '{', '}', '\n', '\t', '\u0001', 'é') }),
        fc.constantFrom(...SPELLINGS),
        (value, spelling) => {
          const raw = spell(value, spelling);
          expect(decode(raw, spelling)?.value).toBe(value);
          expect(decodePython(raw, spelling.startsWith('py-f'))).toBe(value);
        },
      ),
      { numRuns: 500 },
    );
  });
});
