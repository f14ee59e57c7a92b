import { expect, it } from 'vitest';
import { shownName } from '../../src/model/index.ts';

// Names stand in configurations, lists and comments of strangers, where a secret may be in the place of a name.

it.each(['rules', 'legacy-base-url', 'src/api/client2.ts', './a//b', '@acme/rules', 'options.__proto__'])(
  'shows the name %s',
  (name) => {
    expect(shownName(name)).toBe(name);
  },
);

it.each(['sk8a7f6d5e4c3b2a', 'q9Zx81Lm20Pw', 'hello world', 'a=b', 'https://user:word@host', 'a'.repeat(81)])(
  'masks %s',
  (name) => {
    expect(shownName(name)).toBe('•••');
  },
);

it('ends at once for a row of separators, which could be matched in many ways', () => {
  const start = performance.now();
  for (const separator of ['-', '.', '/', '_', '-.', '@*'])
    expect(shownName(`a${separator.repeat(78 / separator.length)}!`)).toBe('•••');
  expect(performance.now() - start).toBeLessThan(500);
});
