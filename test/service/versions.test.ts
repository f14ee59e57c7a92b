import { describe, expect, it } from 'vitest';
import { V1, V2, accept, testService } from './world.ts';

const answered = (headers: Readonly<Record<string, string>>, today = '2026-11-21', target = V2) =>
  testService({ today }).send('GET', target, { headers });

const typeOf = (version: string, today?: string): string | undefined =>
  answered(accept(version), today).headers['content-type'];

describe('the version of a request (§4.4, §9.2)', () => {
  it.each([
    ['2023-01-01', '2023-01-01'],
    ['2023-02-01', '2023-02-01'],
    ['2024-08-04', '2023-02-01'],
    ['2024-08-05', '2024-08-05'],
    ['2025-03-12', '2024-08-05'],
    ['2999-01-01', '2024-08-05'],
    ['preview', '2024-08-05'],
  ])('%s is answered by %s', (asked, version) => {
    expect(typeOf(asked)).toBe(`application/vnd.atlas.${version}+json;charset=utf-8`);
  });

  it('is not one that comes out later', () => {
    expect(typeOf('2024-08-05', '2024-08-04')).toContain('2023-02-01');
    expect(typeOf('2024-08-05', '2024-08-05')).toContain('2024-08-05');
  });

  it.each([
    ['nothing', {}],
    ['JSON', { accept: 'application/json' }],
    ['anything', { accept: '*/*' }],
    ['a date before the first', accept('2022-12-31')],
    ['a day that is none', accept('2023-02-30')],
    ['another product', { accept: 'application/vnd.other.2023-02-01+json' }],
    ['a version without the date', { accept: 'application/vnd.atlas.v2+json' }],
    ['another suffix', accept('2023-02-01', 'gzip')],
    ['no suffix', { accept: 'application/vnd.atlas.2023-02-01' }],
    ['a version that is refused', { accept: 'application/vnd.atlas.2023-02-01+json;q=0' }],
  ])('406 for %s', (_, headers) => {
    const { status, json } = answered(headers);
    expect([status, json]).toEqual([
      406,
      {
        detail: expect.stringContaining('application/vnd.atlas.<yyyy-mm-dd>+json'),
        error: 406,
        errorCode: 'INVALID_VERSION_DATE',
        parameters: ['atlas', 'json'],
        reason: 'Not Acceptable',
      },
    ]);
  });

  it('is found among others, in any letter case', () => {
    const several =
      'text/html, application/vnd.other.2023-02-01+json, Application/VND.Atlas.2023-02-01+JSON;q=0.9';
    expect(answered({ accept: several }).status).toBe(200);
  });

  it('has the suffix of its operation', () => {
    const log = `/api/atlas/v2/groups/5e2211c17a3e5a48f5497de3/clusters/host/logs/mongodb.gz`;
    const { status, headers, bytes } = answered(accept('2023-02-01', 'gzip'), undefined, log);
    expect([status, headers['content-type'], bytes[0]]).toEqual([
      200,
      'application/vnd.atlas.2023-02-01+gzip',
      0x1f,
    ]);
    expect(answered(accept('2023-02-01'), undefined, log).status).toBe(406);
  });

  it('names the product that the service serves', () => {
    const service = testService({ product: 'other' });
    const target = V2.replace('/atlas/', '/other/');
    const headers = { accept: 'application/vnd.other.2023-02-01+json' };
    expect(service.send('GET', target, { headers }).headers['content-type']).toContain(
      'vnd.other.2023-02-01+json',
    );
    expect(service.send('GET', V2, { headers: accept('2023-02-01') }).status).toBe(404);
  });
});

describe('the life of a version (§3)', () => {
  it('announces the end of a deprecated one', () => {
    const { headers } = answered(accept('2023-02-01'));
    expect(headers).toMatchObject({
      deprecation: `@${Date.parse('2024-08-05T00:00:00Z') / 1000}`,
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      'x-reference-assumptions': expect.stringContaining('version-lifecycle'),
    });
  });

  it('says nothing of a stable one', () => {
    const { headers } = answered(accept('2024-08-05'));
    expect([headers['deprecation'], headers['sunset']]).toEqual([undefined, undefined]);
  });

  it('410 from the day it is deleted', () => {
    expect(answered(accept('2023-02-01'), '2027-06-30').status).toBe(200);
    const { status, json } = answered(accept('2023-02-01'), '2027-07-01');
    expect([status, json['errorCode'], json['parameters']]).toEqual([
      410,
      'VERSION_GONE',
      ['2023-02-01', '2027-07-01', '2024-08-05'],
    ]);
  });

  it('prefers a version that is there to one that is gone', () => {
    const both = { accept: `${accept('2023-02-01').accept}, ${accept('2024-08-05').accept}` };
    expect(answered(both, '2027-07-01').headers['content-type']).toContain('2024-08-05');
  });

  it('is that of each operation (§9.3)', () => {
    const groups = '/api/atlas/v2/groups';
    const { status, headers } = answered(accept('2023-02-01'), '2027-07-01', groups);
    expect([status, headers['content-type']]).toEqual([
      200,
      'application/vnd.atlas.2023-01-01+json;charset=utf-8',
    ]);
  });
});

describe('the unversioned API (§9.1)', () => {
  it('answers whatever is accepted, as JSON', () => {
    for (const headers of [{}, { accept: 'text/html' }, accept('2024-08-05')]) {
      const { status, headers: given } = answered(headers, undefined, V1);
      expect([status, given['content-type']]).toEqual([200, 'application/json;charset=utf-8']);
    }
  });

  it('is gone when it is', () => {
    const service = testService({ legacy: 'gone' });
    const { status, json, headers } = service.send('GET', V1);
    expect([status, json['errorCode'], headers['x-reference-assumptions']]).toEqual([
      410,
      'API_GONE',
      'administration-error, legacy-gone',
    ]);
    expect(service.send('GET', V2, { headers: accept('2023-02-01') }).status).toBe(200);
    const seed = { configuration: { administration: { errors: { API_GONE: { status: 404 } } } } };
    expect(testService({ legacy: 'gone', seed }).send('GET', V1)).toMatchObject({
      status: 404,
      json: { error: 404 },
    });
  });
});
