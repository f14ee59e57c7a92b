import { describe, expect, it } from 'vitest';
import { nockExtractor } from '../../../../src/extract/collections/nock/index.ts';
import { findingsIn, fixedFiles } from '../../../fixtures/pipeline.ts';

const ACCEPT = 'application/vnd.atlas.2023-02-01+json';
const PATH = '/api/atlas/v1.0/groups/1/clusters';

const interceptor = (more: object = {}) => ({
  scope: 'https://cloud.mongodb.com:443',
  method: 'GET',
  path: PATH,
  body: '',
  status: 200,
  response: {},
  rawHeaders: ['Content-Type', 'application/json'],
  ...more,
});

const fixture = (...all: readonly object[]): string => JSON.stringify(all.map(interceptor), null, 2);

const rules = async (text: string): Promise<readonly string[]> =>
  (await findingsIn({ 'a.json': text })).map(
    ({ rule, severity, span }) => `${rule} ${severity} ${text.slice(span.start, span.end)}`,
  );

const fixed = async (text: string): Promise<string> =>
  (await fixedFiles({ 'a.json': text }, 'safe'))['a.json']!;

const extract = async (text: string) =>
  nockExtractor.extract({
    files: [{ path: 'a.json', form: 'nock', text, origin: 'collection' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [] },
    mayBeApiUrl: (flat) => flat.includes('api/atlas'),
  });

describe('a nock fixture', () => {
  it('moves its path, and misses no header that it did not keep', async () => {
    expect(await rules(fixture({}))).toEqual(['legacy-base-url error /api/atlas/v1.0']);
    expect(await fixed(fixture({}))).toBe(fixture({}).replace('v1.0', 'v2'));
  });

  it('moves its scope where that holds the base', async () => {
    const text = fixture({ scope: 'https://cloud.mongodb.com:443/api/atlas/v1.0', path: '/groups' });
    expect(await fixed(text)).toBe(text.replace('v1.0', 'v2'));
  });

  it('asks for the header that the migrated code sends', async () => {
    const text = fixture({ reqheaders: { accept: 'application/json', authorization: 'Bearer c0ffee' } });
    expect(await rules(text)).toEqual([
      'legacy-base-url error /api/atlas/v1.0',
      expect.stringContaining('missing-version-header error'),
    ]);
    expect(JSON.parse(await fixed(text))[0].reqheaders.accept).toBe(ACCEPT);
  });

  const sent = {
    name: 'a',
    providerSettings: { providerName: 'AWS', instanceSizeName: 'M10', regionName: 'US_EAST_1' },
  };

  it.each([
    ['an object', sent],
    ['a string', JSON.stringify(sent)],
  ])('restructures a body that is %s', async (_, body) => {
    const text = fixture({ method: 'POST', body, status: 201 });
    expect(await rules(text)).toContain('removed-cluster-property error providerSettings');
    const after = JSON.parse(await fixed(text))[0];
    const now = typeof after.body === 'string' ? JSON.parse(after.body) : after.body;
    expect(now.replicationSpecs[0].regionConfigs[0].regionName).toBe('US_EAST_1');
    expect(after.path).toBe(PATH.replace('v1.0', 'v2'));
  });

  it('takes answers for evidence: told, never changed', async () => {
    const text = fixture({
      path: `${PATH}/a`,
      response: { mongoURI: 'x', links: [{ href: `https://cloud.mongodb.com${PATH}` }] },
    });
    expect(await rules(text)).toEqual([
      'legacy-base-url error /api/atlas/v1.0',
      'removed-cluster-property info mongoURI',
    ]);
    expect(JSON.parse(await fixed(text))[0].response).toEqual(JSON.parse(text)[0].response);
  });

  it.each([
    ['a list', ['Sunset', 'x', 'Content-Type', 'a/b']],
    ['an object', { Sunset: 'x', 'Content-Type': 'a/b' }],
  ])('keeps the headers of answers that are %s', async (_, headers) => {
    const { facts } = await extract(fixture({ rawHeaders: headers }));
    const answer = facts.find((fact) => fact.kind === 'response');
    expect(answer?.headers.entries.map(({ name, place }) => [name.value, place.value])).toEqual([
      ['Sunset', 'x'],
      ['Content-Type', 'a/b'],
    ]);
  });

  it('of another service is left alone', async () => {
    expect(await rules(fixture({ scope: 'https://example.com' }))).toEqual([]);
  });
});

describe('bad input', () => {
  it('that breaks off names the place', async () => {
    await expect(findingsIn({ 'a.json': fixture({}, {}).slice(0, -30) })).rejects.toThrow(
      /not valid JSON at line/,
    );
  });

  it('of other shapes is read to its end', async () => {
    const odd = [
      { scope: 1, path: PATH, method: 'GET' },
      { scope: 'x' },
      null,
      'x',
      [PATH],
      { path: PATH, scope: [], status: '' },
    ];
    const text = JSON.stringify([{ scope: 'http://x', path: 'y', method: 'GET' }, ...odd]);
    expect(await rules(text)).toEqual([]);
  });

  it('keeps no credential in its facts', async () => {
    const secret = 'c0ffee-canary';
    const { facts } = await extract(
      fixture({
        scope: `https://u:${secret}@cloud.mongodb.com`,
        path: `${PATH}?apiKey=${secret}`,
        reqheaders: { authorization: `Bearer ${secret}`, 'x-key': secret },
        body: { password: secret },
        response: { token: secret, url: `mongodb://a:${secret}@h/` },
        rawHeaders: { 'Set-Cookie': secret },
      }),
    );
    expect(facts.map(({ kind }) => kind)).toEqual(['request', 'response', 'url']);
    expect(JSON.stringify(facts)).not.toContain(secret);
  });
});
