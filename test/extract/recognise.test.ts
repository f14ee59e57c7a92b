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

describe('a nock fixture', () => {
  test.each([
    ['[{"scope":"https://x:443","method":"GET","path":"/a","body":"","status":200,"response":{}'],
    ['\uFEFF[\n  {\n    "path": "/a", "status": 200, "scope": "http://x"'],
  ])('starts like %j', (head) => expect(recogniseForm(head)).toBe('nock'));

  test.each([
    ['[{"scope":"http://x","path":"y"}]'],
    ['[{"scope":"admin","path":"/y","method":"GET"}]'],
    ['{"scope":"x","path":"y","method":"z"}'],
    ['[["scope","path"]]'],
  ])('does not start like %j', (head) => expect(recogniseForm(head)).toBeUndefined());
});

describe('a Postman file', () => {
  test.each([
    ['{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":['],
    [String.raw`{"collection":{"info":{"schema":"https:\/\/x\/json\/collection\/v2.1.0\/"},"item":[`],
    ['{"item":[{"request":{"method":"GET","url":"x"}},{"na'],
    ['{"id":"x","values":[{"key":"a"}],"_postman_variable_scope":"environment"}'],
  ])('starts like %j', (head) => expect(recogniseForm(head)).toBe('postman'));

  test.each([
    ['{"item":[{"name":"x"}]}'],
    ['{"info":{"title":"x"},"item":[{"request":{"method":"GET"}}]}'],
    ['{"values":[1,2]}'],
  ])('does not start like %j', (head) => expect(recogniseForm(head)).toBeUndefined());
});

test('a start of one long string is read in no time', () => {
  const head = '{"log":"' + '\\"'.repeat(30_000);
  const before = performance.now();
  expect(recogniseForm(head)).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(1000);
});
