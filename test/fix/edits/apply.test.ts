import { performance } from 'node:perf_hooks';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, clashing, touching } from '../../../src/fix/edits/apply.ts';
import type { Edit } from '../../../src/model/index.ts';

const edit = (start: number, end: number, text: string): Edit => ({ span: { start, end }, text });

describe('applyEdits', () => {
  it('splices edits in any order against the original offsets', () => {
    expect(applyEdits('abcdef', [edit(4, 5, 'XYZ'), edit(0, 1, ''), edit(2, 2, '-')])).toBe('b-cdXYZf');
  });

  it('applies identical edits once', () => {
    expect(applyEdits('abc', [edit(1, 1, '+'), edit(1, 1, '+')])).toBe('a+bc');
  });

  it.each([
    ['overlap', edit(0, 2, 'x'), edit(1, 3, 'y')],
    ['one span, two texts', edit(0, 2, 'x'), edit(0, 2, 'y')],
    ['two insertions at one place', edit(1, 1, 'x'), edit(1, 1, 'y')],
    ['an insertion inside a replacement', edit(0, 3, 'x'), edit(1, 1, 'y')],
    ['outside the text', edit(0, 1, 'x'), edit(2, 9, 'y')],
  ])('refuses edits that cannot both apply: %s', (_, a, b) => {
    expect(() => applyEdits('abc', [a, b])).toThrow(RangeError);
    expect(() => applyEdits('abc', [b, a])).toThrow(RangeError);
  });

  it('lets an insertion stand at the border of a replacement', () => {
    expect(applyEdits('abc', [edit(1, 2, 'X'), edit(1, 1, '<')])).toBe('a<Xc');
    expect(applyEdits('abc', [edit(1, 2, 'X'), edit(2, 2, '>')])).toBe('aX>c');
  });

  it('does the same as replacing one after the other from the end', () => {
    const script = fc
      .tuple(
        fc.string({ maxLength: 40 }),
        fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.string({ maxLength: 3 }))),
      )
      .map(([text, steps]) => {
        let at = 0;
        const edits = steps.flatMap(([skip, length, written]) => {
          const start = at + skip + 1;
          at = start + length;
          return at <= text.length ? [edit(start, at, written)] : [];
        });
        return { text, edits };
      });
    fc.assert(
      fc.property(script, ({ text, edits }) => {
        const expected = edits.reduceRight(
          (result, { span, text: written }) => result.slice(0, span.start) + written + result.slice(span.end),
          text,
        );
        expect(applyEdits(text, edits)).toBe(expected);
      }),
    );
  });

  it('splices a thousand edits in a large file at once', () => {
    const text = 'x'.repeat(2_000_000);
    const edits = Array.from({ length: 1000 }, (_, at) => edit(at * 1900, at * 1900 + 3, 'yy'));
    const start = performance.now();
    expect(applyEdits(text, edits)).toHaveLength(2_000_000 - 1000);
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe('touching', () => {
  it.each([
    ['identical edits', edit(1, 3, 'x'), edit(1, 3, 'x'), false],
    ['one span, two texts', edit(1, 3, 'x'), edit(1, 3, 'y'), true],
    ['neighbouring replacements', edit(1, 3, 'x'), edit(3, 4, 'y'), false],
    ['an insertion at a border', edit(1, 3, 'x'), edit(3, 3, 'y'), true],
    ['apart', edit(1, 3, 'x'), edit(4, 4, 'y'), false],
  ])('%s', (_, a, b, expected) => {
    expect(touching(a, b)).toBe(expected);
    expect(touching(b, a)).toBe(expected);
  });
});

describe('clashing', () => {
  it('is when applying both throws', () => {
    const edits = fc
      .tuple(fc.nat(4), fc.nat(3), fc.constantFrom('', 'x', 'y'))
      .map(([start, length, text]) => edit(start, start + length, text));
    fc.assert(
      fc.property(edits, edits, (a, b) => {
        if (clashing(a, b)) expect(() => applyEdits('0123456789', [a, b])).toThrow(RangeError);
        else expect(() => applyEdits('0123456789', [a, b])).not.toThrow();
        if (clashing(a, b)) expect(touching(a, b)).toBe(true);
      }),
    );
  });
});
