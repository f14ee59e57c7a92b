import { describe, expect, test } from 'vitest';
import { innermostFault } from '../../../src/extract/source/syntax/file-fault.ts';

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  app: ['lib'],
  lib: ['bad'],
  bad: [],
  other: [],
};

/** File that is blamed where `broken` cannot be analysed, nor what imports it. */
const blamed = (broken: readonly string[], imports = IMPORTS): string | undefined => {
  const reach = (file: string, seen = new Set<string>()): boolean =>
    !seen.has(file) && (broken.includes(file) || imports[file]!.some((each) => reach(each, seen.add(file))));
  const work = (file: string): void => {
    if (reach(file)) throw new RangeError('Maximum call stack size exceeded');
  };
  return innermostFault(Object.keys(imports), work, (file) => imports[file]!);
};

describe('of an error that names no file', () => {
  test('the file is blamed, not those that import it', () => {
    expect(blamed(['bad'])).toBe('bad');
  });

  test('one of files that import each other is blamed', () => {
    expect(blamed(['a'], { a: ['b'], b: ['a'] })).toBe('a');
  });

  test('none is blamed where each works alone', () => {
    expect(blamed([])).toBeUndefined();
  });
});
