import { expect, it } from 'vitest';
import { formatOf } from '../../../../src/extract/forms/formats.ts';
import type { Form } from '../../../../src/model/index.ts';
import { mayBeApiUrl, words } from './vocabulary.ts';

const LONG = 1_000_000;
const url = 'https://cloud.mongodb.com/api/atlas/v1.0/groups';
const long = (text: string): string => text.repeat(LONG / text.length);
const har = (text: string): string =>
  JSON.stringify({
    log: {
      entries: [
        { request: { method: 'GET', url, headers: [] }, response: { status: 200, content: { text } } },
      ],
    },
  });
const curl = (line: string): string => `> GET /api/atlas/v1.0/groups HTTP/1.1\n${line}\n< HTTP/1.1 200 OK\n`;

/** Texts over which a pattern that goes back and forth would take minutes. */
const BAITS: readonly (readonly [Form, string, string])[] = [
  ['har', 'a body that is one long word', har(JSON.stringify({ a: long('a') }))],
  ['har', 'a body of long names', har(JSON.stringify({ [long('ab.')]: 1, key: long('x@') }))],
  ['har', 'an address of one long parameter', har('{}').replace('groups', `groups?${long('a')}`)],
  ['access-log', 'one long word', `TCP_${long('TCP')} GET ${url}`],
  ['access-log', 'quotes without end', `"GET /api/atlas/v1.0 ${long('"GET ')}`],
  ['access-log', 'JSON without end', `{"url":"/api/atlas/v1.0",${long('{"a":')}`],
  ['curl-log', 'a header with a gap', curl(`> a: x${long(' ')}x`)],
  ['curl-log', 'a body of blanks', curl('') + `<\n${long(' ')}x`],
  [
    'cassette',
    'a body of blanks',
    `interactions:\n- request:\n    uri: ${url}\n    body: "a${long(' ')}!"\n`,
  ],
  ['mitmproxy', 'lengths in lengths', long('9:')],
  ['http', 'a gap in a request line', `GET ${url}${long(' ')}x\na: x${long(' ')}x\n\n@a = x${long(' ')}x\n`],
  ['bruno', 'a gap in an entry', `get {\n  url: ${url}${long(' ')}x\n  ${long('a ')}: 1\n}\n`],
  [
    'wiremock',
    'a pattern of brackets',
    JSON.stringify({ request: { urlPattern: '/api/atlas/v1.0/' + long('[') }, response: {} }),
  ],
];

it.each(BAITS)('%s: %s is read in no time', async (form, _, text) => {
  const extractor = await formatOf(form).load();
  const before = performance.now();
  await extractor.extract({
    files: [{ path: `a.${form}`, form, text, origin: 'recording' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [Buffer.from(text)] },
    mayBeApiUrl,
    words,
  });
  expect(performance.now() - before).toBeLessThan(4000);
});
