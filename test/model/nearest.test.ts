import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from '../../src/model/index.ts';

describe('nearest', () => {
  it.each([
    ['formt', 'format'],
    ['Format', 'format'],
    ['max-warning', 'max-warnings'],
    ['mac-warnings', 'max-warnings'],
    ['jsn', 'json'],
    ['comp', 'compact'],
  ])('%s → %s', (word, expected) => {
    expect(nearest(word, ['format', 'max-warnings', 'json', 'compact'])).toBe(expected);
  });

  it.each(['zzzzzz', 'x', ''])('finds nothing near %j', (word) => {
    expect(nearest(word, ['format', 'max-warnings', 'json'])).toBeUndefined();
  });

  it('suggests in a sentence, or says nothing', () => {
    expect(didYouMean('jsn', ['json'])).toBe(' Did you mean "json"?');
    expect(didYouMean('csv', ['json'])).toBe('');
  });
});
