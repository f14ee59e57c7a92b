import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefilterOf } from '../../src/extract/prefilter.ts';
import { wordSearch } from '../../src/extract/multi-string-search.ts';

const letters = fc
  .array(fc.constantFrom('a', 'b', 'é', '/'), { minLength: 2, maxLength: 5 })
  .map((all) => all.join(''));

describe('wordSearch', () => {
  it('finds what a naive search finds', () => {
    const text = fc.array(letters, { maxLength: 20 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 5 }), text, (words, haystack) => {
        const found = wordSearch(words)(Buffer.from(haystack));
        expect(found).toBe(words.some((word) => haystack.includes(word)));
      }),
      { numRuns: 2000 },
    );
  });

  it('passes over nothing where a word is a single letter, as the name of a file o.py', () => {
    const found = wordSearch(['o', 'settings']);
    expect(['from . import o', 'import settings'].map((text) => found(Buffer.from(text)))).toEqual([
      true,
      true,
    ]);
  });
});

describe('prefilterOf', () => {
  const { source, data, addresses } = prefilterOf({
    addresses: ['api/atlas', 'api/atlas/v2'],
    distinctive: ['replicationSpecs'],
    common: ['numShards'],
  });
  const found = (search: typeof source, text: string) => search(Buffer.from(text));

  it.each(['x/api/atlas/v1', String.raw`\/api\/atlas`, 'replicationSpecs: []'])(
    'reads sources for %s',
    (text) => {
      expect(found(source, text)).toBe(true);
    },
  );

  it.each([
    '{"replicationSpecs": 1}',
    String.raw`"{\"replicationSpecs\":1}"`,
    String.raw`{"u":"\/api\/atlas\/"}`,
  ])('reads data for %s', (text) => {
    expect(found(data, text)).toBe(true);
  });

  it('wants quoted keys in data, and no common name anywhere', () => {
    expect(found(data, '{"note": "replicationSpecs of old"}')).toBe(false);
    expect(found(source, 'numShards')).toBe(false);
  });

  it('has a pattern for addresses in texts', () => {
    expect(addresses.test('https://x/api/atlas')).toBe(true);
    expect(addresses.test('replicationSpecs')).toBe(false);
  });
});
