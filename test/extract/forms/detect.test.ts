import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { detectFormat, formOf, mayNeedOthers } from '../../../src/extract/forms/detect.ts';

describe('a HAR', () => {
  test.each([
    ['{"log":{"version":"1.2","entries":[]}}'],
    ['\uFEFF\r\n { "log" : {\n "entries": ['],
    ['{"log":{"creator":{"name":"x"'],
    ['{"log":{"_recordingName":"x"'],
    ['{"meta":{"a":[{"b":"}"}],"c":"\\"}"},"log":{"pages":[{"id":"x"}],"entries":['],
  ])('starts like %j', (head) => expect(detectFormat(head)).toBe('har'));

  test.each([
    [''],
    ['null'],
    ['[{"log":{"entries":[]}}]'],
    ['{"log":{"level":"info"},"entries":[],"version":1}'],
    ['{"level":"info","log":"{\\"entries\\":[]}"}'],
    ['{"a":{"log":{"entries":[]}}}'],
    ['{"text":"cut {\\"log\\":{\\"version\\":'],
    ['const x = {"log":{"entries":[]}}'],
  ])('does not start like %j', (head) => expect(detectFormat(head)).toBeUndefined());
});

describe('a nock fixture', () => {
  test.each([
    ['[{"scope":"https://x:443","method":"GET","path":"/a","body":"","status":200,"response":{}'],
    ['\uFEFF[\n  {\n    "path": "/a", "status": 200, "scope": "http://x"'],
  ])('starts like %j', (head) => expect(detectFormat(head)).toBe('nock'));

  test.each([
    ['[{"scope":"http://x","path":"y"}]'],
    ['[{"scope":"admin","path":"/y","method":"GET"}]'],
    ['{"scope":"x","path":"y","method":"z"}'],
    ['[["scope","path"]]'],
  ])('does not start like %j', (head) => expect(detectFormat(head)).toBeUndefined());
});

describe('a Postman file', () => {
  test.each([
    ['{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":['],
    [String.raw`{"collection":{"info":{"schema":"https:\/\/x\/json\/collection\/v2.1.0\/"},"item":[`],
    ['{"item":[{"request":{"method":"GET","url":"x"}},{"na'],
    ['{"id":"x","values":[{"key":"a"}],"_postman_variable_scope":"environment"}'],
  ])('starts like %j', (head) => expect(detectFormat(head)).toBe('postman'));

  test.each([
    ['{"item":[{"name":"x"}]}'],
    ['{"info":{"title":"x"},"item":[{"request":{"method":"GET"}}]}'],
    ['{"values":[1,2]}'],
  ])('does not start like %j', (head) => expect(detectFormat(head)).toBeUndefined());
});

test('a start of one long string is read in no time', () => {
  const head = '{"log":"' + '\\"'.repeat(30_000);
  const before = performance.now();
  expect(detectFormat(head)).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(1000);
});

describe('a log', () => {
  test.each([
    ['curl-log', '*   Trying 1.2.3.4\n> GET /a HTTP/1.1\r\n> Host: x\r\n>\r\n< HTTP/1.1 200 OK\r\n'],
    ['curl-log', '2026-10-03T10:00:00.1Z > GET /a HTTP/2\n2026-10-03T10:00:00.2Z < HTTP/2 200\n'],
    ['curl-log', '== Info: x\n=> Send header, 80 bytes (0x50)\n0000: GET /a HTTP/1.1\n'],
    ['access-log', '1.2.3.4 - - [03/Oct/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "x"\n'],
    ['access-log', '[2026-10-03T10:00:00.000Z] "GET /a HTTP/2" 200 - 0 5 "-"\n'],
    ['access-log', '#Version: 1.0\n1790000000.123 45 10.0.0.1 TCP_MISS/200 4 GET http://x/a - DIRECT/- -\n'],
    ['access-log', '{"method":"GET","path":"/a","status":200}\n{"method":'],
    ['access-log', '{"request":{"uri":"/a","method":"GET"},"status":200}\n'],
  ])('is %s when it starts like %j', (form, head) => expect(detectFormat(head, true)).toBe(form));

  test.each([
    ['The line "GET /a HTTP/1.1" is sent.\nThen comes another.\nAnd one more.\n'],
    ['> GET /a HTTP/1.1 is what curl prints\n'],
    ['{"level":"info","msg":"started"}\n{"level":"info","msg":"ready"}\n'],
    ['{"url":"https://x"}\n{"url":"https://y"}\n'],
  ])('is not what starts like %j', (head) => expect(detectFormat(head, true)).toBeUndefined());

  test('of one line of JSON is told by its name alone', () => {
    const head = '{"method":"GET","url":"/a","status":200}\n';
    expect([detectFormat(head, true), detectFormat(head)]).toEqual(['access-log', undefined]);
  });
});

test('a start that invites patterns to go back and forth is read in no time', () => {
  const starts = ['"GET '.repeat(13_000), '> GET '.repeat(11_000), ' '.repeat(65_000), 'TCP_'.repeat(16_000)];
  const before = performance.now();
  for (const head of starts) expect(detectFormat(head, true)).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(2000);
});

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const COLLECTIONS = new Set(['postman', 'postman-yaml', 'insomnia']);

test('no collection among the fixtures is taken for something else before it is looked at', () => {
  const heads = readdirSync(fixtures, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').slice(0, 65_536))
    .filter((head) => COLLECTIONS.has(detectFormat(head) ?? ''));
  expect(heads.length).toBeGreaterThan(10);
  expect(heads.filter((head) => !mayNeedOthers(head))).toEqual([]);
});

describe('a file without an extension that is named', () => {
  test.each([
    ['deploy', 'fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n', 'typescript'],
    ['Makefile', 'g:\n\tcurl x\n', 'makefile'],
    ['Dockerfile', 'FROM x\n', 'dockerfile'],
    ['Jenkinsfile', 'pipeline { }\n', 'jenkinsfile'],
    ['LICENSE', 'Copyright\n', undefined],
  ])('%s is read as what its name says', (name, head, form) => expect(formOf(name, () => head)).toBe(form));
});
