import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { embeddedDocuments } from '../../src/pipeline/embedded-text.ts';
import type { EmbeddedText, Finding } from '../../src/model/index.ts';

const finding = (at: number, end: number, text: string): Finding => ({
  file: 'x#1',
  span: { start: at, end },
  rule: 'r',
  severity: 'error',
  certainty: 'certain',
  message: '',
  pointer: undefined,
  exchange: undefined,
  operation: undefined,
  data: {},
  fix: { title: '', safety: 'safe', edits: [{ span: { start: at, end }, text }], group: undefined },
  anchor: '',
});

const embeddedIn = (inner: string): { file: string; embedded: EmbeddedText } => {
  const file = JSON.stringify({ a: inner });
  const span = { start: 6, end: file.length - 2 };
  return {
    file,
    embedded: { path: 'x#1', slot: { file: 'x', span, value: inner, spelling: 'json-string' } },
  };
};

const text = fc.string({ unit: 'grapheme' });

it('writes edits of an inner text so that the outer string says what they mean', () => {
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (inner, replacement, a, b) => {
      const [start, end] = [a % (inner.length + 1), b % (inner.length + 1)].sort((x, y) => x - y) as [
        number,
        number,
      ];
      const { file, embedded } = embeddedIn(inner);
      const [found] = embeddedDocuments([embedded], () => file).toHostFiles([
        finding(start, end, replacement),
      ]);
      const edit = found!.fix!.edits[0]!;
      const after = file.slice(0, edit.span.start) + edit.text + file.slice(edit.span.end);
      expect(found!.file).toBe('x');
      expect(JSON.parse(after)).toEqual({ a: inner.slice(0, start) + replacement + inner.slice(end) });
    }),
  );
});

it('offers no fix where the file says something else by now', () => {
  const { embedded } = embeddedIn('{"a": 1}');
  const [found] = embeddedDocuments([embedded], () => '{"a":"{}        "}').toHostFiles([finding(2, 3, 'b')]);
  expect(found).toMatchObject({ file: 'x', span: embedded.slot.span, fix: undefined });
});
