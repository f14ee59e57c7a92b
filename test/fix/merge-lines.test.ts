import { diffArrays } from 'diff';
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLines } from '../../src/fix/merge-lines.ts';

const merge = (base: string, ours: string, theirs: string) =>
  mergeLines(base, ours, theirs, (before, after) => diffArrays([...before], [...after]));

const edited = (
  base: readonly string[],
  edits: readonly (readonly [number, string | undefined])[],
  mark: string,
) => {
  const copy = [...base];
  for (const [at, word] of edits)
    copy.splice(
      at % copy.length,
      word === undefined ? 1 : 0,
      ...(word === undefined ? [] : [`${mark}${word}`]),
    );
  return copy;
};
const text = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('');
const count = (list: readonly string[], mark: string) => list.filter((line) => line.startsWith(mark)).length;

describe('mergeLines', () => {
  it.each([
    ['a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n', 'A\nb\nc\nD\n'],
    ['a\nb\nc\nd', 'a\nb\nc\nd\n', 'x\nb\nc\nd', 'x\nb\nc\nd\n'],
    ['a\nb\nc\n', 'a\nc\n', 'a\nb\nc\n', 'a\nc\n'],
    ['a\n', 'A\n', 'A\n', 'A\n'],
    ['a\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n', 'A\r\nb\r\nc\r\n', 'A\r\nb\r\nC\r\n'],
    ['a\nb\na\nb\n', 'a\nb\na\nx\nb\n', 'y\nb\na\nb\n', 'y\nb\na\nx\nb\n'],
  ])('takes both changes %#', (base, ours, theirs, expected) => {
    expect(merge(base, ours, theirs)).toBe(expected);
  });

  it.each([
    ['a\nb\n', 'x\nb\n', 'y\nb\n'],
    ['a\nb\n', 'x\nb\n', 'a\ny\n'],
    ['a\nb\n', 'b\n', 'A\nb\n'],
    ['', 'a\n', 'b\n'],
  ])('refuses changes of the same or neighbouring lines %#', (base, ours, theirs) => {
    expect(merge(base, ours, theirs)).toBeUndefined();
  });

  it('keeps every line that a side wrote, and takes none twice', () => {
    const lines = array(constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });
    const changes = array(tuple(integer({ min: 0, max: 12 }), constantFrom('one', 'two', undefined)), {
      maxLength: 3,
    });
    assert(
      property(lines, changes, changes, (base, first, second) => {
        const [ours, theirs] = [edited(base, first, 'o'), edited(base, second, 't')];
        const merged = merge(text(base), text(ours), text(theirs));
        expect(merge(text(base), text(ours), text(base))).toBe(text(ours));
        expect(merge(text(base), text(base), text(theirs))).toBe(text(theirs));
        if (merged === undefined) return;
        expect(count(merged.split('\n'), 'o')).toBe(count(ours, 'o'));
        expect(count(merged.split('\n'), 't')).toBe(count(theirs, 't'));
        // A line that both took away is gone once.
        expect(merged.split('\n').length).toBeGreaterThan(ours.length + theirs.length - base.length);
      }),
    );
  });
});
