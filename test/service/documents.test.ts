import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { GROUP, V1, V2, accept, list, testService } from './world.ts';

const V1_GROUP = `/api/atlas/v1.0/groups/${GROUP}`;
const V2_GROUP = `/api/atlas/v2/groups/${GROUP}`;
const HEADERS = accept('2023-02-01');

describe('resources that the specification says nothing of', () => {
  it('keep what they are sent, at their address in both forms of the API', () => {
    const service = testService();
    const entries = [{ ipAddress: '10.0.0.1', comment: 'build' }, { cidrBlock: '10.1.0.0/16' }];
    const made = service.send('POST', `${V1_GROUP}/whitelist`, { body: entries });
    expect([made.status, made.json['totalCount']]).toEqual([201, 2]);
    expect(made.headers['x-reference-assumptions']).toContain('administration-resource');
    const listed = service.send('GET', `${V2_GROUP}/accessList`, { headers: HEADERS }).json;
    expect(list(listed['results']).map(({ comment, cidrBlock }) => comment ?? cidrBlock)).toEqual([
      'build',
      '10.1.0.0/16',
    ]);
    const one = `${V2_GROUP}/accessList/${encodeURIComponent('10.1.0.0/16')}`;
    expect(service.send('DELETE', one, { headers: HEADERS })).toMatchObject({ status: 204, text: '' });
    expect(service.send('GET', one, { headers: HEADERS })).toMatchObject({
      status: 404,
      json: { errorCode: 'RESOURCE_NOT_FOUND' },
    });
    expect(service.send('GET', `${V1_GROUP}/whitelist`).json['totalCount']).toBe(1);
  });

  it('are named by the members that stand in their path', () => {
    const service = testService();
    const user = { username: 'ann', databaseName: 'admin', roles: [] };
    expect(service.send('POST', `${V1_GROUP}/databaseUsers`, { body: user }).status).toBe(201);
    const one = `${V2_GROUP}/databaseUsers/admin/ann`;
    expect(
      service.send('PATCH', one, { headers: HEADERS, body: { roles: [{ roleName: 'read' }] } }).json,
    ).toMatchObject({
      username: 'ann',
      roles: [{ roleName: 'read' }],
    });
    expect(service.send('GET', `${V1_GROUP}/databaseUsers`).json).toMatchObject({
      totalCount: 1,
      results: [{ username: 'ann' }],
    });
  });

  it('come from the seed', () => {
    const seed = { documents: { [`/groups/${GROUP}/alerts`]: [{ id: 'a', status: 'OPEN' }] } };
    const { json } = testService({ seed }).send('GET', `${V2_GROUP}/alerts?status=OPEN`, {
      headers: HEADERS,
    });
    expect(json).toMatchObject({ results: [{ id: 'a' }], totalCount: 1 });
  });

  it('may be settings, actions or files', () => {
    const service = testService();
    expect(service.send('GET', `${V2_GROUP}/maintenanceWindow`, { headers: HEADERS })).toMatchObject({
      status: 200,
      text: '{}',
    });
    expect(service.send('POST', `${V2_GROUP}/maintenanceWindow/defer`, { headers: HEADERS }).status).toBe(
      200,
    );
    const log = service.send('GET', `${V1_GROUP}/clusters/host/logs/mongodb.gz`);
    expect([log.headers['content-type'], gunzipSync(log.bytes).toString()]).toEqual(['application/gzip', '']);
  });

  it('include the projects themselves', () => {
    const { json } = testService().send('GET', '/api/atlas/v2/groups', { headers: HEADERS });
    expect(json).toMatchObject({ results: [{ id: GROUP, name: 'shop' }], totalCount: 1 });
  });
});

describe('lists', () => {
  it('come in pages', () => {
    const service = testService();
    for (const name of ['a', 'b', 'c'])
      service.send('POST', `${V1_GROUP}/databaseUsers`, { body: { username: name, databaseName: 'admin' } });
    const page = (query: string) => service.send('GET', `${V1_GROUP}/databaseUsers?${query}`).json;
    expect(page('itemsPerPage=2&pageNum=2')).toMatchObject({ results: [{ username: 'c' }], totalCount: 3 });
    expect(page('includeCount=false')).not.toHaveProperty('totalCount');
    for (const query of ['pageNum=0', 'pageNum=x', 'itemsPerPage=501', 'includeCount=1'])
      expect(page(query), query).toMatchObject({ errorCode: 'INVALID_QUERY_PARAMETER' });
  });

  it('are their own envelope, single resources are wrapped (§4.2)', () => {
    const service = testService();
    expect(service.send('GET', `${V1}?envelope=true`).json).toMatchObject({
      status: 200,
      results: [{ name: 'orders' }],
    });
    expect(service.send('GET', `${V1}/orders?envelope=true`).json).toMatchObject({
      status: 200,
      content: { name: 'orders' },
    });
    expect(service.send('GET', `${V1}/none?envelope=true`).json).toMatchObject({
      status: 404,
      content: { error: 404 },
    });
  });
});

const post = (headers: Readonly<Record<string, string>>, body: string) =>
  testService().send('POST', V2, { headers: { ...HEADERS, ...headers }, body });

describe('what is wrong with a request', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };

  it.each([
    ['no content type', {}, '{}', 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', 415],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }, '{}', 415],
    ['a compressed body', { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{}', 415],
    ['a vendor type without a date', { 'content-type': 'application/vnd.atlas+json' }, '{}', 415],
    ['no JSON', JSON_TYPE, '{', 400],
    ['no object', JSON_TYPE, '[]', 400],
    ['nothing', JSON_TYPE, '', 400],
    ['too deep a body', JSON_TYPE, '['.repeat(100_000), 400],
    ['a vendor type', { 'content-type': 'application/vnd.atlas.2023-02-01+json' }, '{}', 400],
  ])('%s', (_, headers, body, status) => {
    const received = post(headers, body);
    expect([received.status, received.json['error']]).toEqual([status, status]);
  });

  it('bytes that are no text', () => {
    const service = testService();
    const headers = { ...HEADERS, ...JSON_TYPE };
    const body = Uint8Array.of(0x22, 0xff, 0x22);
    expect(service.send('POST', V2, { headers, body })).toMatchObject({
      status: 400,
      json: { errorCode: 'INVALID_JSON' },
    });
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/api/atlas/v3/groups', 404],
    ['GET', '/api/public/v1.0/groups', 404],
    ['GET', '/api/atlas/v2/nothing', 404],
    ['GET', `${V2}/%zz`, 400],
    ['GET', 'nonsense', 400],
    ['GET', `/api/atlas/v2/groups/ffffffffffffffffffffffff/clusters`, 404],
    ['PUT', V2, 405],
    ['OPTIONS', V2, 405],
    ['GET', `${V2}?pretty=maybe`, 400],
  ])('%s %s is %i', (method, target, status) => {
    const { status: given, json } = testService().send(method, target, { headers: HEADERS });
    expect([given, json['error']]).toEqual([status, status]);
  });

  it('a header that counts, twice', () => {
    const service = testService();
    const headers = [
      ['accept', HEADERS.accept],
      ['authorization', 'Bearer x'],
    ] as const;
    expect(service.send('GET', V2, { headers })).toMatchObject({
      status: 400,
      json: { errorCode: 'DUPLICATE_HEADER' },
    });
  });

  it('keeps its error in characters that every charset has', () => {
    const { text } = testService().send('GET', `${V2}/${encodeURIComponent('zürich ✓')}`, {
      headers: HEADERS,
    });
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(text)).toMatchObject({ parameters: ['zürich ✓', GROUP] });
  });
});
