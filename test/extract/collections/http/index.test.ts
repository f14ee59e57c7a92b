import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { httpExtractor } from '../../../../src/extract/collections/http/index.ts';
import type { RequestFact } from '../../../../src/model/index.ts';
import { findingsIn, fixedFiles } from '../../../fixtures/pipeline.ts';

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const ACCEPT = 'application/vnd.atlas.2023-02-01+json';

const extract = async (text: string) =>
  httpExtractor.extract({
    files: [{ path: 'a.http', form: 'http', text, origin: 'collection' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [] },
    mayBeApiUrl: (flat) => flat.includes('api/atlas'),
  });

const requests = async (text: string): Promise<readonly RequestFact[]> =>
  (await extract(text)).facts.filter((fact): fact is RequestFact => fact.kind === 'request');

const rules = async (text: string): Promise<readonly string[]> =>
  (await findingsIn({ 'a.http': text })).map(({ rule }) => rule);

const fixed = async (text: string): Promise<string> =>
  (await fixedFiles({ 'a.http': text }, 'safe'))['a.http']!;

describe('a request file', () => {
  it.each([
    [`${BASE}/groups`, 'GET', false],
    [`get ${BASE}/groups HTTP/1.1`, 'GET', false],
    [`### a\n# @name b\n// c\nDELETE ${BASE}/groups/1\n\n\n`, 'DELETE', false],
    [`POST ${BASE}/groups\nContent-Type: application/json\n\n{"a": 1}\n\n> {% x %}\n`, 'POST', true],
    [`POST ${BASE}/groups\n\n> ./check.js\n`, 'POST', false],
    [`PUT ${BASE}/groups\n\n< ./body.json\n`, 'PUT', true],
    [`@b = ${BASE}\nGET {{b}}/groups\n    ?a=b\n    &c=d`, 'GET', false],
  ])('%j', async (text, method, hasBody) => {
    expect(await requests(text)).toMatchObject([{ method, hasBody, origin: 'collection' }]);
  });

  it('says nothing where a script may add headers, nor in comments', async () => {
    const script = `< {%\n request.headers.add("a", "b")\n%}\nGET ${BASE}/groups\n`;
    expect(await rules(script)).toEqual(['legacy-base-url']);
    expect(await rules(`# GET ${BASE}/groups\n// ${BASE}\n`)).toEqual([]);
  });

  it('is fixed at its variables and lines, in its line ends', async () => {
    const text = `\uFEFF@base=${BASE}\r\n###\r\nGET {{base}}/groups\r\n   ?a=b\r\nX-A: b\r\n\r\n###\r\nGET {{base}}/clusters`;
    expect(await fixed(text)).toBe(
      `\uFEFF@base=${BASE.replace('v1.0', 'v2')}\r\n###\r\nGET {{base}}/groups\r\n   ?a=b\r\nX-A: b\r\nAccept: ${ACCEPT}` +
        `\r\n\r\n###\r\nGET {{base}}/clusters\r\nAccept: ${ACCEPT}`,
    );
  });

  it('has its body restructured, placeholders kept', async () => {
    const settings = '{"providerName": "AWS", "instanceSizeName": "{{size}}", "regionName": "US_EAST_1"}';
    const body = `{\n  "name": "a", "diskSizeGB": {{disk}},\n  "providerSettings": ${settings}\n}`;
    const after = await fixed(
      `POST ${BASE}/groups/1/clusters\nContent-Type: application/json\n\n${body}\n\n###\n`,
    );
    expect(after).toContain('"diskSizeGB": {{disk}},\n  "replicationSpecs"');
    expect(after).toContain('"instanceSize": "{{size}}"');
    expect(after).toMatch(/\n\}\n\n###\n$/);
  });

  it('takes the base from the nearest environment file, and fixes it there', async () => {
    const files = {
      'x/api/a.http': 'GET {{host}}/groups\n',
      'x/http-client.env.json': JSON.stringify({ dev: { host: BASE, apiToken: 'x' } }, null, 2),
    };
    const after = await fixedFiles(files, 'safe');
    expect(after['x/http-client.env.json']).toContain('/api/atlas/v2"');
    expect(after['x/api/a.http']).toBe(`GET {{host}}/groups\nAccept: ${ACCEPT}\n`);
  });
});

describe('bad input', () => {
  const pieces = fc.array(
    fc.constantFrom(
      'GET ',
      BASE,
      '\n',
      '\r\n',
      '###',
      '@a = ',
      '{{a}}',
      'A: b',
      '< {%',
      '%}',
      '{',
      '"',
      ' ',
      '\uFEFF',
      '> x',
    ),
    { maxLength: 40 },
  );

  it('of any kind is read to its end', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, async (all) => {
        const text = all.join('');
        const { facts } = await extract(text);
        for (const { span } of facts) expect(span.start <= span.end && span.end <= text.length).toBe(true);
      }),
    );
  });

  it('keeps no credential in its facts', async () => {
    const secret = 'c0ffee-canary';
    const { facts } = await extract(
      `@token = ${secret}\nPOST https://u:${secret}@cloud.mongodb.com/api/atlas/v1.0/groups?apiKey=${secret}\n` +
        `Authorization: Bearer ${secret}\nX-Key: {{token}}\n\n{"password": "${secret}"}\n`,
    );
    expect(facts.map(({ kind }) => kind)).toEqual(['request', 'url']);
    expect(JSON.stringify(facts)).not.toContain(secret);
  });

  it('takes no time', async () => {
    const before = performance.now();
    await extract(`GET ${' '.repeat(100_000)}x${BASE}\n${'a: b\n'.repeat(20_000)}\n${'{{'.repeat(50_000)}`);
    expect(performance.now() - before).toBeLessThan(2000);
  });
});
