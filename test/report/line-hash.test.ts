import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from './line-hashes.json' with { type: 'json' };
import { lineHashes } from '../../src/report/line-hash.ts';

/** The sum that the algorithm rolls along, on integers of any size. */
const slowHash = (text: string, line: number): string => {
  const lines = text.split('\n').slice(line - 1);
  const counted = `${lines.join('\n').replace(/[ \t]/g, '')}\uFFFF`.padEnd(100, '\u0000').slice(0, 100);
  const sum = Array.from({ length: 100 }, (_, at) => BigInt(counted.charCodeAt(at)));
  return BigInt.asUintN(
    64,
    sum.reduce((hash, code) => hash * 37n + code, 0n),
  ).toString(16);
};

describe('lineHashes', () => {
  // What the upload action of code scanning itself computes of these texts.
  it.each(vectors)('are those of code scanning: $text', ({ text, hashes }) => {
    expect(lineHashes(text).slice(1)).toEqual(hashes);
  });

  it('do not depend on the kind of line end', () => {
    const text = 'a\nb\n\nc\n';
    expect(lineHashes(text.replaceAll('\n', '\r\n'))).toEqual(lineHashes(text));
    expect(lineHashes(text.replaceAll('\n', '\r'))).toEqual(lineHashes(text));
  });

  it('count equal ones', () => {
    const [, first, second] = lineHashes(`${'x'.repeat(120)}\n${'x'.repeat(120)}\n`);
    expect([first?.split(':')[0], first?.split(':')[1], second?.split(':')[1]]).toEqual([
      second?.split(':')[0],
      '1',
      '2',
    ]);
  });

  it('are what integers of any size give', () => {
    const character = constantFrom('a', '\u{FFFD}', 'z', ' ', '\t', '\n', '{', '\u4e2d');
    assert(
      property(string({ unit: character, maxLength: 300 }), (text) => {
        lineHashes(text).forEach((hash, line) => {
          if (hash !== undefined) expect(hash.split(':')[0]).toBe(slowHash(text, line));
        });
      }),
    );
  });
});
