import { describe, expect, it } from 'vitest';
import { findingsIn, fixedFiles } from '../../../fixtures/pipeline.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const ACCEPT = 'application/vnd.atlas.2023-02-01+json';

const collection = (items: readonly object[], more: object = {}, indent = 2): string =>
  JSON.stringify({ info: { name: 'x', schema: SCHEMA }, item: items, ...more }, null, indent);

const get = (url: unknown, more: object = {}) => ({
  name: 'x',
  request: { method: 'GET', header: [], url, ...more },
});

const environment = (values: readonly object[]): string =>
  JSON.stringify({ name: 'e', values, _postman_variable_scope: 'environment' });

const reported = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await findingsIn(files)).map(({ rule, file, span }) => {
    const written = files[file]!.slice(span.start, span.end);
    return `${file} ${rule} ${written}`;
  });

const fixed = async (text: string): Promise<string> =>
  (await fixedFiles({ 'c.json': text }, 'safe'))['c.json']!;

describe('a Postman collection', () => {
  it('is told of the address, once, and of the header that the request misses', async () => {
    const url = `${BASE}/groups/1/clusters`;
    expect(await reported({ 'c.json': collection([get(url)]) })).toEqual([
      `c.json missing-version-header ${url}`,
      'c.json legacy-base-url /api/atlas/v1.0',
    ]);
  });

  it('takes a blank variable for a value that is filled in', async () => {
    const values = [
      { key: 'project', value: '' },
      { key: 'cluster', value: ' ' },
    ];
    const found = await findingsIn({
      'c.json': collection([get(`${BASE}/groups/{{project}}/clusters/{{cluster}}/fts/analyzers`)]),
      'e.postman_environment.json': environment(values),
    });
    expect(found.map(({ rule }) => rule)).toContain('removed-endpoint');
  });

  it('changes the whole address and its pieces together', async () => {
    const path = ['api', 'atlas', 'v1.0', 'groups', ':id', 'clusters'];
    const url = {
      raw: `${BASE}/groups/:id/clusters?a=v1.0`,
      protocol: 'https',
      host: ['cloud', 'mongodb', 'com'],
      path,
    };
    const text = collection([get(url)]);
    expect((await reported({ 'c.json': text })).filter((line) => line.includes('legacy'))).toHaveLength(1);
    const after = JSON.parse(await fixed(text)).item[0].request;
    expect(after.url.raw).toBe('https://cloud.mongodb.com/api/atlas/v2/groups/:id/clusters?a=v1.0');
    expect(after.url.path).toEqual(['api', 'atlas', 'v2', 'groups', ':id', 'clusters']);
    expect(after.header).toEqual([{ key: 'Accept', value: ACCEPT }]);
  });

  it('goes by the pieces where the whole says something else, or is absent', async () => {
    const pieces = { host: 'cloud.mongodb.com', path: 'api/atlas/v1.0/groups' };
    const after = JSON.parse(await fixed(collection([get({ raw: 'http://old/', ...pieces }), get(pieces)])));
    const paths = after.item.map((item: { request: { url: { path: string } } }) => item.request.url.path);
    expect(paths).toEqual(['api/atlas/v2/groups', 'api/atlas/v2/groups']);
  });

  it('changes a variable once, for all requests and folders that use it', async () => {
    const requests = [get('{{base}}/groups'), { name: 'f', item: [get('{{ base }}/clusters')] }];
    const text = collection(requests, { variable: [{ key: 'base', value: BASE }] });
    const lines = await reported({ 'c.json': text });
    expect(lines.filter((line) => line.includes('legacy'))).toEqual([
      'c.json legacy-base-url /api/atlas/v1.0',
    ]);
    const after = JSON.parse(await fixed(text));
    expect(after.variable[0].value).toBe('https://cloud.mongodb.com/api/atlas/v2');
    expect(after.item[1].item[0].request.header[0].value).toBe(ACCEPT);
  });

  it('changes environment files with the headers of the requests', async () => {
    const files = {
      'a/c.json': collection([get('{{host}}/api/atlas/{{v}}/groups')]),
      'a/env/dev.json': environment([
        { key: 'host', value: 'https://cloud.mongodb.com' },
        { key: 'v', value: 'v1.0', enabled: true },
      ]),
      'b/other.json': environment([{ key: 'host', value: 'https://example.com' }]),
    };
    const after = await fixedFiles(files, 'safe');
    expect(after['a/env/dev.json']).toBe(files['a/env/dev.json'].replace('v1.0', 'v2'));
    expect(after['a/c.json']).toContain(ACCEPT);
    expect(after['b/other.json']).toBe(files['b/other.json']);
  });

  it('restructures a body inside its string, placeholders and line ends kept', async () => {
    const body = [
      '{',
      '  "name": "{{name}} \\"q\\"", "diskSizeGB": {{disk}},',
      '  "providerSettings": {"providerName": "AWS", "instanceSizeName": "M10", "regionName": "US_EAST_1"}',
      '}',
    ].join('\r\n');
    const text = collection([
      get(`${BASE}/groups/1/clusters`, { method: 'POST', body: { mode: 'raw', raw: body } }),
    ]);
    expect(await reported({ 'c.json': text })).toContain('c.json removed-cluster-property providerSettings');
    const after = JSON.parse(await fixed(text)).item[0].request;
    expect(after.body.raw).toContain('"name": "{{name}} \\"q\\"", "diskSizeGB": {{disk}},\r\n');
    const sent = JSON.parse(after.body.raw.replace('{{disk}}', '10'));
    expect(sent.replicationSpecs[0].regionConfigs[0]).toMatchObject({ regionName: 'US_EAST_1', priority: 7 });
    expect(after.header.map(({ key }: { key: string }) => key)).toContain('Content-Type');
  });

  it('writes a header like its neighbours, and at the variable that says it', async () => {
    const header = [{ key: 'content-type', value: 'application/json' }];
    const tabs = collection([get(`${BASE}/groups`, { header })], {}, 0).replaceAll(
      '"header":[',
      '"header":[\n\t\t',
    );
    expect(await fixed(tabs)).toContain(
      `{"key":"content-type","value":"application/json"},\n\t\t{"key":"accept","value":"${ACCEPT}"}]`,
    );
    const accept = [{ key: 'Accept', value: '{{accept}}' }];
    const text = collection([get(`${BASE}/groups`, { header: accept })], {
      variable: [{ key: 'accept', value: 'application/json' }],
    });
    const after = JSON.parse(await fixed(text));
    expect([after.variable[0].value, after.item[0].request.header[0].value]).toEqual([ACCEPT, '{{accept}}']);
  });

  it('takes headers that are off for absent, and knows of scripts that add some', async () => {
    const off = [{ key: 'Accept', value: ACCEPT, disabled: true }];
    const lines = await reported({ 'c.json': collection([get(`${BASE}/groups`, { header: off })]) });
    expect(lines[0]).toContain('missing-version-header');
    const event = [{ listen: 'prerequest', script: { exec: ['pm.request.headers.add({})'] } }];
    const scripted = await reported({ 'c.json': collection([get(`${BASE}/groups`)], { event }) });
    expect(scripted).toEqual(['c.json legacy-base-url /api/atlas/v1.0']);
  });

  it('takes saved answers for evidence, and the requests saved with them for nothing', async () => {
    const url = `${BASE.replace('v1.0', 'v2')}/groups/1/clusters/a`;
    const header = [{ key: 'Accept', value: ACCEPT }];
    const saved = {
      originalRequest: { method: 'GET', url: `${BASE}/groups/1/clusters/a` },
      code: 200,
      body: '{"mongoURI": "x"}',
    };
    const text = collection([{ ...get(url, { header }), response: [saved] }]);
    const findings = await findingsIn({ 'c.json': text });
    expect(findings.map(({ rule, severity, fix }) => [rule, severity, fix])).toEqual([
      ['removed-cluster-property', 'info', undefined],
    ]);
    expect(text.slice(findings[0]!.span.start, findings[0]!.span.end)).toBe('mongoURI');
  });

  it('is read as the service exports it: wrapped, with the items first', async () => {
    const { info, item } = JSON.parse(collection([get(`${BASE}/groups`)])) as Record<string, unknown>;
    const wrapped = JSON.stringify({ collection: { item, info } });
    expect(await reported({ 'c.json': wrapped })).toContain('c.json legacy-base-url /api/atlas/v1.0');
  });
});

describe('bad input', () => {
  it.each([
    [
      'variables of themselves',
      [
        { key: 'a', value: '{{b}}' },
        { key: 'b', value: '{{a}}/api/atlas/v1.0' },
      ],
    ],
    [
      'variables that double',
      Array.from({ length: 40 }, (_, i) => ({
        key: i === 0 ? 'a' : `v${i}`,
        value: `{{v${i + 1}}}{{v${i + 1}}}`,
      })),
    ],
  ])('%s end', async (_, variable) => {
    const before = performance.now();
    await findingsIn({ 'c.json': collection([get('{{a}}/api/atlas/v1.0')], { variable }) });
    expect(performance.now() - before).toBeLessThan(2000);
  });

  it('that breaks off yields what stands before, and the place', async () => {
    const text = collection([get(`${BASE}/groups`), get(`${BASE}/groups`)]);
    await expect(findingsIn({ 'c.json': text.slice(0, -40) })).rejects.toThrow(
      /c\.json: not valid JSON at line \d+/,
    );
  });

  it('keeps a byte order mark and its place', async () => {
    const text = '\uFEFF' + collection([get(`${BASE}/groups`)]);
    expect(await reported({ 'c.json': text })).toContain('c.json legacy-base-url /api/atlas/v1.0');
    expect((await fixed(text)).startsWith('\uFEFF{')).toBe(true);
  });

  it('keeps no credential in its facts', async () => {
    const secret = 'c0ffee-canary';
    const text = collection(
      [
        get(`https://user:${secret}@cloud.mongodb.com/api/atlas/v1.0/groups?apiKey=${secret}`, {
          header: [{ key: 'Authorization', value: `Bearer ${secret}` }],
          body: { mode: 'raw', raw: JSON.stringify({ password: secret }) },
        }),
      ],
      { variable: [{ key: 'apiSecret', value: secret }] },
    );
    const { postmanExtractor } = await import('../../../../src/extract/collections/postman/index.ts');
    const { facts } = await postmanExtractor.extract({
      files: [{ path: 'c.json', form: 'postman', text, origin: 'collection' }],
      host: { read: () => undefined, files: () => [], search: () => [], chunks: () => [] },
      mayBeApiUrl: (flat) => flat.includes('api/atlas'),
    });
    expect(facts.map(({ kind }) => kind)).toEqual(['request', 'url']);
    expect(JSON.stringify(facts)).not.toContain(secret);
  });
});
