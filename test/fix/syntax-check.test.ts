import { describe, expect, it } from 'vitest';
import { syntaxCheck } from '../../src/fix/syntax-check.ts';

/** Counts the exclamation marks of programs. */
const gate = syntaxCheck((file, text) => (/\.[mt]/.test(file) ? text.split('!').length - 1 : 0));

describe('syntaxCheck', () => {
  it.each([
    ['a.json', '{"a": 1, "b": 2}', '{"a": 1}', true],
    ['a.json', '{"a": 1, "b": 2}', '{"a": 1,}', false],
    ['a.json', '{"a": 1}', '{} // gone', false],
    ['a.json', '\ufeff{"a": 1}', '\ufeff{}', true],
    ['tsconfig.json', '{"a": 1, // why\n "b": 2,\n}', '{"a": 1, // why\n "c": {"d": 1,},\n}', true],
    ['a.jsonc', '{"a": 1,}', '{"a": 1,,}', false],
    ['a.json', '{"a": 1 "b"', '{"a": 1', true],
    ['a.yaml', 'a: 1\nb: 2\n', 'a: 1\n', true],
    ['a.yml', 'a: 1\nb: 2\n', 'a: 1\n  b: 2\n', false],
    ['a.yaml', 'a: &x 1\nb: *x\n', 'b: *x\n', false],
    ['a.ts', 'f(!)', 'f()', true],
    ['a.mjs', 'f()', 'f(!)', false],
    ['a.tsx', 'f(!)', 'g(!)', true],
    ['.env', 'A=!', 'A=!!', true],
  ])('%s: %j → %j', async (file, before, after, expected) => {
    expect(await gate(file, before, after)).toBe(expected);
  });
});
