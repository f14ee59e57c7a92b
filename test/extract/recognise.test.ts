import { describe, expect, test } from 'vitest';
import { recogniseForm } from '../../src/extract/recognise.ts';

describe('a HAR', () => {
  test.each([
    ['{"log":{"version":"1.2","entries":[]}}'],
    ['\uFEFF\r\n { "log" : {\n "entries": ['],
    ['{"log":{"creator":{"name":"x"'],
    ['{"log":{"_recordingName":"x"'],
    ['{"meta":{"a":[{"b":"}"}],"c":"\\"}"},"log":{"pages":[{"id":"x"}],"entries":['],
  ])('starts like %j', (head) => expect(recogniseForm(head)).toBe('har'));

  test.each([
    [''],
    ['null'],
    ['[{"log":{"entries":[]}}]'],
    ['{"log":{"level":"info"},"entries":[],"version":1}'],
    ['{"level":"info","log":"{\\"entries\\":[]}"}'],
    ['{"a":{"log":{"entries":[]}}}'],
    ['{"text":"cut {\\"log\\":{\\"version\\":'],
    ['const x = {"log":{"entries":[]}}'],
  ])('does not start like %j', (head) => expect(recogniseForm(head)).toBeUndefined());
});

test('a start of one long string is read in no time', () => {
  const head = '{"log":"' + '\\"'.repeat(30_000);
  const before = performance.now();
  expect(recogniseForm(head)).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(1000);
});
