import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineScanner } from '../../../../src/extract/recordings/lines/scanner.ts';

interface Found {
  readonly index: number;
  readonly text: string;
  readonly offset: number;
}

/** Scans the text in pieces of a few bytes, all through one buffer, as files are read. */
const scan = (text: string, size: number, words?: readonly string[]): readonly Found[] => {
  const scanner = new LineScanner(words);
  const bytes = Buffer.from(text);
  const buffer = Buffer.alloc(size);
  const found: Found[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(buffer, 0, at, at + size);
    for (const { index, source } of scanner.push(buffer.subarray(0, length)))
      found.push({ index, text: source.text, offset: source.spanAt(0, 0).start });
  }
  const rest = scanner.rest();
  if (rest !== undefined)
    found.push({ index: rest.index, text: rest.source.text, offset: rest.source.spanAt(0, 0).start });
  return found;
};

const texts = fc
  .array(fc.constantFrom('a', 'é', '😀', 'word', '\n', '\r\n', '\n\n'), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('lines', () => {
  test('are those of the text, at their offsets, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
        if (text.endsWith('\n') || text === '') lines.pop();
        const found = scan(text, size);
        expect(found.map((line) => line.text)).toEqual(lines);
        expect(found.map((line) => line.index)).toEqual(lines.map((_, index) => index));
        for (const line of found)
          expect(text.slice(line.offset, line.offset + line.text.length)).toBe(line.text);
      }),
    );
  });

  test('without a word are counted and passed over', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const found = scan(text, size, ['word']);
        expect(found).toEqual(scan(text, size).filter((line) => line.text.includes('word')));
      }),
    );
  });

  test('of many megabytes are passed over, and the next ones are read', () => {
    const scanner = new LineScanner(undefined);
    const found: string[] = [];
    const long = Buffer.alloc(1024 * 1024, 'x');
    for (const piece of ['a\n', ...Array.from({ length: 6 }, () => long), '\nb\n'])
      for (const { index, source } of scanner.push(Buffer.from(piece))) found.push(`${index} ${source.text}`);
    expect(found).toEqual(['0 a', '2 b']);
    expect(scanner.tooLong).toBe(1);
  });

  test('do not begin with a byte order mark', () => {
    expect(scan('\uFEFFa\nb', 3)).toEqual([
      { index: 0, text: 'a', offset: 1 },
      { index: 1, text: 'b', offset: 3 },
    ]);
  });
});
