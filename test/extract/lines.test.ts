import { expect, it, vi } from 'vitest';
import { lineStart } from '../../src/extract/lines.ts';

const plain = (text: string, at: number): number => text.slice(0, at).search(/[^\r\n]*$/);

it('finds the start of the line of every position', () => {
  for (const text of ['', 'a', '\n', 'a\nbc\n\nd', 'a\r\nb\rc\n\rd', '\r\n\r\n', 'a\n'])
    for (let at = 0; at <= text.length; at++) {
      expect([text, at, lineStart(text, at)]).toEqual([text, at, plain(text, at)]);
      expect(lineStart(text, text.length - at)).toBe(plain(text, text.length - at));
    }
});

it('searches a line once, however many of its positions are looked up', () => {
  const search = vi.spyOn(String.prototype, 'lastIndexOf');
  const text = `\n${'"srvAddress":1,'.repeat(1000)}`;
  for (let at = 1; at < text.length; at += 15) lineStart(text, at);
  const { length } = search.mock.calls;
  search.mockRestore();
  expect(length).toBeLessThan(10);
});
