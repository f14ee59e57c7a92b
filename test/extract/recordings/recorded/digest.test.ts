import { describe, expect, it } from 'vitest';
import { DigestLogins } from '../../../../src/extract/recordings/recorded/digest.ts';
import type { LoginHalf } from '../../../../src/extract/recordings/recorded/digest.ts';

interface Half extends LoginHalf {
  readonly name: string;
}

const asked = (name: string, key = name): Half => ({ name, key, challenged: true, repeats: false });
const answered = (name: string, key = name): Half => ({ name, key, challenged: false, repeats: true });

const kept = (halves: readonly Half[]): readonly string[] => {
  const logins = new DigestLogins<Half>();
  const all = [...halves.flatMap((half) => logins.add(half)), ...logins.rest()];
  return all.map(({ name }) => name);
};

describe('Digest logins', () => {
  it('keep the repeat, and a challenge that nobody repeats', () => {
    expect(kept([asked('a1', 'a'), answered('a2', 'a'), asked('b'), answered('c')])).toEqual([
      'a2',
      'c',
      'b',
    ]);
  });

  it('pair each challenge with one repeat', () => {
    const twice = [
      asked('1', 'a'),
      asked('2', 'a'),
      answered('3', 'a'),
      answered('4', 'a'),
      answered('5', 'a'),
    ];
    expect(kept(twice)).toEqual(['3', '4', '5']);
  });

  it('wait for a repeat no longer than a thousand further challenges, in any number of them and in no time', () => {
    const many = Array.from({ length: 200_000 }, (_, at) => asked(String(at), at === 0 ? 'first' : 'same'));
    const started = performance.now();
    const names = kept([...many, answered('late', 'first'), answered('last', 'same')]);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(names).toContain('0');
    expect(names).not.toContain('199999');
    expect(names).toHaveLength(many.length + 1);
  });
});
