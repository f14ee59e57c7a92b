import { array, assert as holds, boolean, constantFrom, property } from 'fast-check';
import createIgnore from 'ignore';
import { expect, it } from 'vitest';
import { patternsOf } from '../../src/io/ignore-patterns.ts';

const NAMES = ['a', 'b', 'ab', '*', 'a*', '[ab]', '**', '**'];

const ignoredBy = (line: string, path: string): boolean =>
  patternsOf([line]).some((test) => test(path).ignored);

it('a pattern of many globstars matches what git says', () => {
  const names = array(constantFrom(...NAMES), { minLength: 3, maxLength: 8 });
  const paths = array(constantFrom('a', 'b', 'ab', 'c'), { minLength: 1, maxLength: 7 });
  holds(
    property(names, boolean(), boolean(), paths, boolean(), (line, isRooted, isOfFolders, path, isFolder) => {
      const pattern = `${isRooted ? '/' : ''}**/${line.join('/')}/**/b${isOfFolders ? '/' : ''}`;
      const name = path.join('/') + (isFolder ? '/' : '');
      const known = createIgnore().add([pattern]).ignores(name);
      expect([pattern, name, ignoredBy(pattern, name)]).toEqual([pattern, name, known]);
    }),
    { numRuns: 3000 },
  );
});

it('the last line that matches decides, of whatever kind it is', () => {
  const lines = ['*.log', '!a/**/b/**/c/**/*.log', 'a/b/c/d.log'];
  const verdicts = (path: string) => patternsOf(lines).map((test) => test(path));
  expect(verdicts('a/b/c/e.log')).toEqual(
    [
      { ignored: true, unignored: false },
      { ignored: false, unignored: true },
      { ignored: false, unignored: false },
    ].map((verdict) => expect.objectContaining(verdict)),
  );
  expect(verdicts('a/b/c/d.log').at(-1)).toMatchObject({ ignored: true });
});

it.each([
  'a'.repeat(1_000_000),
  '?'.repeat(100_000),
  '('.repeat(4000),
  `${'a/**/'.repeat(30)}b`,
  `${'**/'.repeat(60)}b`,
  '**/a/**/b',
  'a/**/a/a/a/**',
  `${'**/a/'.repeat(31)}b/`,
  `${'*a'.repeat(100)}b`,
  '[a-'.repeat(80),
])('the line %.12s… takes no time that matters', (line) => {
  const path = `${'a/'.repeat(1500)}${'a'.repeat(200)}`;
  expect(ignoredBy(line, path)).toBe(line.endsWith('a/**'));
});
