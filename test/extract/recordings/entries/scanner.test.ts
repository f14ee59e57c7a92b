import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyFinder } from '../../../../src/extract/recordings/entries/finder.ts';
import { EntryScanner } from '../../../../src/extract/recordings/entries/scanner.ts';
import type { RawEntry } from '../../../../src/extract/recordings/entries/scanner.ts';

interface Found {
  readonly index: number;
  readonly offset: number;
  readonly text: string;
  readonly extent: RawEntry['extent'];
}

const found = ({ index, offset, bytes, extent }: RawEntry): Found => ({
  index,
  offset,
  text: bytes.toString('utf8'),
  extent,
});

/** Scans the text in pieces that end at the given cuts, all through one buffer, as files are read. */
const scan = (text: string | Buffer, cuts: readonly number[] = [], words?: readonly string[]) => {
  const bytes = Buffer.from(text);
  const scanner = new EntryScanner(new KeyFinder({ keys: ['entries'], inside: 'log' }), words);
  const entries: Found[] = [];
  const buffer = Buffer.alloc(bytes.length);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  let start = 0;
  for (const end of ends) {
    const length = bytes.copy(buffer, 0, start, end);
    for (const raw of scanner.push(buffer.subarray(0, length))) entries.push(found(raw));
    buffer.fill(0);
    start = end;
  }
  const rest = scanner.rest();
  if (rest !== undefined) entries.push(found(rest));
  return { entries, scanner };
};

const har = (entries: readonly unknown[], indent?: number) =>
  JSON.stringify({ log: { version: '1.2', entries, creator: { name: 'x' } } }, null, indent);

const entry = fc.dictionary(
  fc.string(),
  fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.jsonValue().map((value) => JSON.stringify(value)),
  ),
);

describe('entries', () => {
  test('are those that JSON.parse sees, at their offsets, wherever the pieces are cut', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 6 }),
        fc.constantFrom(undefined, 2),
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.boolean(),
        (values, indent, cuts, bom) => {
          const text = (bom ? '\uFEFF' : '') + har(values, indent);
          const { entries, scanner } = scan(text, cuts);
          const parsed = (JSON.parse(text.slice(bom ? 1 : 0)) as { log: { entries: unknown[] } }).log.entries;
          expect(entries.map((one) => JSON.parse(one.text) as unknown)).toStrictEqual(parsed);
          for (const [index, one] of entries.entries()) {
            expect(one.index).toBe(index);
            expect(one.extent).toBe('whole');
            expect(text.slice(one.offset, one.offset + one.text.length)).toBe(one.text);
          }
          expect(scanner.closed).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('survive a cut at every single byte', () => {
    const text = har([
      { a: '"\\"\\\\' },
      { é: '😀\u0000[{]}' },
      { b: 'x'.repeat(200) + '\\"' + 'y'.repeat(200) },
    ]);
    const expected = scan(text).entries;
    expect(expected).toHaveLength(3);
    for (let cut = 1; cut < Buffer.byteLength(text); cut++)
      expect(scan(text, [cut]).entries).toStrictEqual(expected);
    const every = Array.from({ length: Buffer.byteLength(text) }, (_, at) => at);
    expect(scan(text, every).entries).toStrictEqual(expected);
  });

  test('are found behind other members that look like them', () => {
    const text = JSON.stringify({
      entries: [{ no: 1 }],
      log: 'log',
      other: { log: { entries: [{ no: 2 }] }, entries: [{ no: 3 }] },
    }).replace(/\}$/, ',"log":{"pages":[{"entries":[{"no":4}]}],"entries":[{"yes":1}],"creator":{}}}');
    expect(scan(text).entries.map((one) => one.text)).toStrictEqual(['{"yes":1}']);
  });

  test('are found between garbage', () => {
    const text = '{"log":{"entries":[null, {"a":1},, "}{" 12 {"b":2} \u0000 {"c":3}]}} trailing';
    expect(scan(text).entries.map((one) => one.text)).toStrictEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  test('that hold no word are passed over and counted', () => {
    const hit = { url: 'https://x/api/atlas/v1.0' };
    const escaped = JSON.stringify(hit).replaceAll('/', '\\/');
    const text = har([{ url: 'none' }, hit, { url: 'api/atla' }, { url: 's/' }, hit]).replace(
      JSON.stringify(hit),
      escaped,
    );
    for (let cut = 0; cut < text.length; cut++) {
      const { entries, scanner } = scan(text, [cut], ['vnd.atlas', 'api/atlas']);
      expect(entries.map((one) => one.index)).toStrictEqual([1, 4]);
      expect(entries.map((one) => text.slice(one.offset, one.offset + one.text.length))).toStrictEqual([
        escaped,
        JSON.stringify(hit),
      ]);
      expect(scanner.entries).toBe(5);
    }
  });
});

describe('a recording that is not whole', () => {
  test('yields what stands before the cut, and the cut entry', () => {
    const text = har([{ a: 1 }, { b: 'two' }]);
    const cut = text.indexOf('two');
    const { entries, scanner } = scan(text.slice(0, cut));
    expect(entries.map((one) => [one.text, one.extent])).toStrictEqual([
      ['{"a":1}', 'whole'],
      ['{"b":"', 'cut'],
    ]);
    expect([scanner.closed, scanner.inEntry]).toStrictEqual([false, true]);
  });

  test('is not closed wherever it is cut', () => {
    const text = har([{ a: '}]}}' }]);
    for (let length = 0; length < text.length; length++)
      expect(scan(text.slice(0, length)).scanner.closed).toBe(false);
    expect(scan(text).scanner.closed).toBe(true);
  });

  test('has only the start of an entry that is too large, and the entries after it', () => {
    const large = '{"url":"api/atlas","text":"' + 'x'.repeat(9_000_000) + '"}';
    const text = `{"log":{"entries":[${large},{"url":"api/atlas"}]}}`;
    const cuts = Array.from({ length: 9 }, (_, at) => at * 1_048_576);
    const { entries, scanner } = scan(text, cuts, ['api/atlas']);
    expect(entries.map((one) => [one.index, one.extent, one.offset, one.text.length])).toStrictEqual([
      [0, 'start', 19, 4 * 1024 * 1024],
      [1, 'whole', 20 + large.length, 19],
    ]);
    expect(scanner.closed).toBe(true);
  });
});
