import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { VerifyReport } from '../../../src/report/verdicts.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal, TODAY } from '../../fixtures/transcripts.ts';

const GROUP = '5e2211c17a3e5a48f5497de3';
const V1 = `https://cloud.mongodb.com/api/atlas/v1.0/groups/${GROUP}/clusters`;
const V2 = `https://cloud.mongodb.com/api/atlas/v2/groups/${GROUP}/clusters`;
const FLAT = {
  name: 'shop',
  providerSettings: { providerName: 'AWS', regionName: 'EU_WEST_1', instanceSizeName: 'M10' },
};

interface Entry {
  readonly method: string;
  readonly url: string;
  readonly body?: object | string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** Body of the response. */
  readonly answer?: object;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly time?: string;
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const entryOf = (entry: Entry): object => {
  const {
    method,
    url,
    body,
    type = 'application/json',
    status = 200,
    time = '2026-09-14T08:00:01.000Z',
  } = entry;
  const headers = pairs({
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': type }),
    ...entry.headers,
  });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    startedDateTime: time,
    request: {
      method,
      url,
      headers,
      queryString: [],
      ...(body === undefined ? {} : { postData: { mimeType: type, text } }),
    },
    response: {
      status,
      headers: pairs(entry.answerHeaders ?? {}),
      content: {
        size: 0,
        mimeType: 'application/json',
        ...(entry.answer && { text: JSON.stringify(entry.answer) }),
      },
    },
  };
};

const har = (...entries: readonly Entry[]): string =>
  JSON.stringify({
    log: { version: '1.2', creator: { name: 't', version: '1' }, entries: entries.map(entryOf) },
  });

const verify = async (files: Readonly<Record<string, string>>, ...flags: readonly string[]) => {
  const { terminal, printed } = recordingTerminal(temporaryTree(files), '');
  const code = await run(['verify', ...flags, ...Object.keys(files).slice(0, 1)], terminal);
  return { code, text: printed() };
};

const reportOf = async (
  files: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<VerifyReport> => {
  const { text } = await verify(files, '-f', 'json', ...flags);
  return JSON.parse(
    text
      .split('\n')
      .filter((line) => !line.startsWith('2> '))
      .join('\n'),
  ) as VerifyReport;
};

const statuses = ({ calls }: VerifyReport) =>
  calls.map(({ state, before, after }) => [state, before?.status, after?.status]);

describe('a recording', () => {
  it('is accepted as it is by the old service, and migrated by the new one', async () => {
    const report = await reportOf({
      'a.har': har(
        { method: 'POST', url: V1, body: FLAT, status: 201 },
        { method: 'GET', url: `${V1}/shop` },
        { method: 'GET', url: `${V1}/other` },
        { method: 'PATCH', url: `${V1}/shop`, body: { paused: true } },
        { method: 'GET', url: `https://cloud.mongodb.com/api/atlas/v1.0/groups/${GROUP}/whitelist` },
        { method: 'DELETE', url: `${V1}/shop`, status: 202 },
        { method: 'GET', url: `${V1}/shop`, status: 404 },
      ),
    });
    expect(statuses(report)).toEqual([
      ['proven', 201, 201],
      ['proven', 200, 200],
      ['proven', 200, 200],
      ['proven', 200, 200],
      ['proven', 200, 200],
      ['proven', 202, 202],
      ['proven', 404, 404],
    ]);
    expect(report.calls[1]).toMatchObject({
      exchange: 1,
      method: 'GET',
      path: '/groups/{groupId}/clusters/{clusterName}',
      operation: 'clusters.get',
      lost: expect.arrayContaining(['providerSettings', 'srvAddress', 'replicationSpecs[].regionsConfig']),
    });
    expect(report.summary).toEqual({ calls: 7, proven: 7, refused: 0, notProven: 0, refusedNow: 0 });
  });

  it('names what a list answer loses in its items', async () => {
    const report = await reportOf({
      'a.har': har({ method: 'GET', url: V1 }, { method: 'GET', url: `${V1}/a` }),
    });
    expect(report.calls[0]!.lost).toContain('results[].providerSettings');
  });

  it('is refused where nothing can migrate it, which is exit 1', async () => {
    const files = {
      'a.har': har(
        {
          method: 'PATCH',
          url: `${V1}/shop`,
          body: { providerSettings: { instanceSizeName: 'M4711', providerName: 'AWS' } },
        },
        { method: 'GET', url: V2, headers: { accept: 'application/vnd.atlas.2021-01-01+json' } },
      ),
    };
    const { code, text } = await verify(files);
    expect(code).toBe(1);
    expect(text).toContain(
      'set instanceSize of each electableSpecs, readOnlySpecs and analyticsSpecs to its value',
    );
    expect(text).not.toContain('M4711');
    expect(text).toContain('migrated: 406 INVALID_VERSION_DATE');
    expect(text).toContain('2> migrate: exit 1: a migrated call is refused.');
  });

  it('gets the header and the payload that half a migration left out', async () => {
    const report = await reportOf({
      'a.har': har(
        { method: 'GET', url: V2 },
        { method: 'POST', url: V2, body: FLAT, headers: { accept: 'application/vnd.atlas.2023-02-01+json' } },
        {
          method: 'POST',
          url: 'https://cloud.mongodb.com/api/atlas/v2/oauth/token',
          body: 'grant_type=client_credentials',
          type: 'application/x-www-form-urlencoded',
          headers: { authorization: 'Basic eDp5' },
        },
        {
          method: 'GET',
          url: `https://cloud.mongodb.com/prometheus/v2/groups/${GROUP}/discovery`,
          headers: { authorization: 'Basic eDp5' },
        },
      ),
    });
    expect(statuses(report)).toEqual([
      ['proven', 406, 200],
      ['proven', 400, 201],
      ['proven', 404, 200],
      ['proven', 404, 200],
    ]);
  });

  it('keeps its clock: the eleventh token of a minute is refused', async () => {
    const tokens = Array.from({ length: 12 }, (_, at): Entry => ({
      method: 'POST',
      url: 'https://cloud.mongodb.com/api/oauth/token',
      body: 'grant_type=client_credentials',
      type: 'application/x-www-form-urlencoded',
      headers: { authorization: 'Basic eDp5' },
      time: new Date(Date.UTC(2026, 8, 14, 8, 0, at < 11 ? at : 90)).toISOString(),
    }));
    const report = await reportOf({ 'a.har': har(...tokens) });
    expect(report.calls.map(({ after }) => after?.status)).toEqual([...Array(10).fill(200), 429, 200]);
  });

  it('is judged on a day', async () => {
    const headers = { accept: 'application/vnd.atlas.2023-02-01+json' };
    const files = { 'a.har': har({ method: 'GET', url: V2, headers }) };
    expect(statuses(await reportOf(files, '--today', '2027-07-01'))).toEqual([['refused', 410, 410]]);
    expect(statuses(await reportOf(files, '--today', '2027-06-30'))).toEqual([['proven', 200, 200]]);
  });

  it('goes on behind a call that fails', async () => {
    const broken = { name: 'shop', providerSettings: { providerName: 'AWS', instanceSizeName: 'M10' } };
    const report = await reportOf({
      'a.har': har(
        { method: 'POST', url: V1, body: broken, status: 201 },
        { method: 'GET', url: `${V1}/shop` },
      ),
    });
    expect(statuses(report)).toEqual([
      ['refused', 400, undefined],
      ['proven', 200, 200],
    ]);
  });

  it('prints nothing of what it holds', async () => {
    const canary = 'tr0ub4dor';
    const files = {
      'a.har': har({
        method: 'PATCH',
        url: `${V1}/shop-${canary}?access_token=${canary}`,
        body: { labels: [{ key: canary, value: canary }], providerSettings: { instanceSizeName: canary } },
        headers: { authorization: `Bearer ${canary}`, 'x-api-key': canary },
      }),
    };
    for (const flags of [[], ['-f', 'json']])
      expect((await verify(files, ...flags)).text).not.toContain(canary);
  });
});

const http = (text: string) => ({ 'a.http': text });

describe('what people wrote', () => {
  it('is sent as the fixes leave it', async () => {
    const report = await reportOf(
      http(
        `GET ${V1}\nAuthorization: Bearer {{token}}\n\n###\nPOST ${V1}\nAuthorization: Bearer {{token}}\n` +
          `Content-Type: application/json\n\n${JSON.stringify(FLAT)}\n`,
      ),
    );
    expect(statuses(report)).toEqual([
      ['proven', 200, 200],
      ['proven', 201, 201],
    ]);
    expect(report.calls.map(({ line, exchange }) => [line, exchange])).toEqual([
      [1, null],
      [5, null],
    ]);
  });

  it('may leave values open', async () => {
    const file = {
      'run.sh':
        'curl --digest -u "$A:$B" "https://cloud.mongodb.com/api/atlas/v1.0/groups/$GROUP/clusters/$NAME"\n',
    };
    expect(statuses(await reportOf(file))).toEqual([['proven', 200, 200]]);
  });

  it('is told where its request cannot be seen', async () => {
    const file = {
      'run.sh': `curl --digest -u "$A:$B" -X POST -H 'Content-Type: application/json' -d "$BODY" ${V1}\n`,
    };
    const report = await reportOf(file);
    expect(report.calls[0]).toMatchObject({
      state: 'not-proven',
      reason: 'Its body is unknown.',
      after: null,
    });
    expect((await verify(file)).code).toBe(0);
  });
});

const VENDOR = { accept: 'application/vnd.atlas.2023-02-01+json' };
const TOKEN = 'https://cloud.mongodb.com/api/oauth/token';
const REVOKE = 'https://cloud.mongodb.com/api/oauth/revoke';
const BASIC = { authorization: 'Basic eDp5' };
const FORM = 'application/x-www-form-urlencoded';
const BEARER = { authorization: 'Bearer aaaa.bbbb.cccc' };

/** The state of the only call of a recording, whether the client as it stands is refused, its finding, and the exit code. */
const judged = async (entry: Entry, ...flags: readonly string[]) => {
  const files = { 'a.har': har(entry) };
  const [call] = (await reportOf(files, ...flags)).calls;
  const { code } = await verify(files, ...flags);
  return [call!.state, call!.refusedNow, call!.finding !== null, code];
};

const vendor = (date: string) => ({ 'content-type': `application/vnd.atlas.${date}+json;charset=utf-8` });

/** The only call of a recording with one entry, changed as a whole. */
const verdictOf = async (change: (entry: HarEntry) => void, method = 'GET') => {
  const entry = entryOf({ method, url: `${V2}/shop`, headers: VENDOR }) as HarEntry;
  change(entry);
  const text = JSON.stringify({
    log: { version: '1.2', creator: { name: 't', version: '1' }, entries: [entry] },
  });
  return (await reportOf({ 'a.har': text }, '--today', TODAY)).calls[0]!;
};

const logged = (members: object) => JSON.stringify({ method: 'GET', url: `${V2}/shop`, ...members });

const readAt = (time: string): Entry => ({
  method: 'GET',
  url: `${V2}/shop`,
  headers: { ...VENDOR, ...BEARER },
  time,
});

interface HarEntry {
  request: { method: string; url: string; headers: { name: string; value: string }[] };
  response: Record<string, unknown> | null | undefined;
}

const sends =
  (...headers: readonly (readonly [string, string])[]) =>
  ({ request }: HarEntry): void => {
    request.headers.push(...headers.map(([name, value]) => ({ name, value })));
  };

const answers =
  (members: Record<string, unknown>) =>
  ({ response }: HarEntry): void => {
    Object.assign(response!, members);
  };

const body = (text: string) => answers({ content: { size: 1, mimeType: 'application/json', text } });

describe('a recording that is no whole exchange, or contradicts itself', () => {
  it.each<[string, string, (entry: HarEntry) => void]>([
    ['a status as text', 'not recorded as a number', answers({ status: '200' })],
    ['a status in another notation', 'not recorded as a number', answers({ status: '0xC8' })],
    ['no status', 'does not show the status', answers({ status: null })],
    ['a list as status', 'does not show the status', answers({ status: [200] })],
    ['a fraction', 'does not show the status', answers({ status: 200.5 })],
    ['no response', 'does not show the status', (entry) => (entry.response = undefined)],
    ['a response of null', 'does not show the status', (entry) => (entry.response = null)],
    ['a reason of another status', 'two statuses', answers({ statusText: 'Unauthorized' })],
    [
      'a pseudo header with another status',
      'two statuses',
      answers({ headers: [{ name: ':status', value: '401' }] }),
    ],
    ['an error of the network', 'error of the network', answers({ _error: 'net::ERR_ABORTED' })],
    ['a broken body', 'cannot be read', body('{"error":406,"errorCode":"INV')],
    ['a body of text', 'cannot be read', body('Unauthorized')],
    [
      'a body where there is none',
      'cannot be read',
      (entry) => (answers({ status: 204 })(entry), body('{"name":"shop"}')(entry)),
    ],
    ['an error of a gateway', 'names an error', body('{"message":"Unauthorized","code":"x"}')],
    ['a bare error', 'names an error', body('{"error":"Unauthorized"}')],
    [
      'a body of the type of errors',
      'names an error',
      answers({ content: { mimeType: 'application/problem+json', text: '{"title":"Not Acceptable"}' } }),
    ],
    [
      'a body that is no base64',
      'cannot be read',
      answers({ content: { mimeType: 'application/json', text: '%%', encoding: 'base64' } }),
    ],
    [
      'a body in an unknown encoding',
      'cannot be read',
      answers({ content: { mimeType: 'application/json', text: '{"name":"shop"}', encoding: 'rot13' } }),
    ],
    ['an empty body', 'this operation does not have', body('{}')],
    [
      'two credentials',
      'sends a header twice',
      sends(['Authorization', 'Bearer a.b.c'], ['authorization', 'Bearer d.e.f']),
    ],
    [
      'two credentials in one header',
      'sends a header twice',
      sends(['Authorization', 'Bearer a.b.c, Digest x="y"']),
    ],
    ['another host', 'another host', sends(['Host', 'example.com'])],
    ['another authority', 'another host', sends([':authority', 'example.com'])],
    ['another path', 'another host', sends([':path', '/api/atlas/v2/groups'])],
    ['another method', 'another host', sends([':method', 'DELETE'])],
    ['a method in the place of its own', 'another host', sends(['X-HTTP-Method-Override', 'DELETE'])],
    ['a method in lower case', 'not in upper case', ({ request }) => (request.method = 'get')],
    ['two versions', 'sends Accept twice', sends(['Accept', 'application/vnd.atlas.2024-08-05+json'])],
    ['Accept twice', 'sends Accept twice', sends(['Accept', 'application/json'])],
  ])('proves nothing: %s', async (_, reason, change) => {
    const call = await verdictOf(change);
    expect([call.state, call.reason]).toEqual(['not-proven', expect.stringContaining(reason)]);
  });

  it('proves nothing where a change is answered with nothing new', async () => {
    expect((await verdictOf(answers({ status: 304 }), 'DELETE')).state).toBe('not-proven');
    expect((await verdictOf(answers({ status: 304 }))).state).toBe('proven');
  });

  it.each([
    ['a status', '"status":200', '"status":406,"status":200'],
    ['a response', '"response":', '"response":{"status":406},"response":'],
    ['a URL', '"url":', '"url":"https://example.com/","url":'],
    [
      'a member of a body',
      String.raw`{\"name\":`,
      String.raw`{\"errorCode\":\"X\",\"errorCode\":null,\"name\":`,
    ],
  ])('proves nothing where it has two: %s', async (_, once, twice) => {
    const text = har({ method: 'GET', url: `${V2}/shop`, headers: VENDOR, answer: { name: 'shop' } });
    const [call] = (await reportOf({ 'a.har': text.replace(once, twice) }, '--today', TODAY)).calls;
    expect([call!.state, call!.reason]).toEqual([
      'not-proven',
      expect.stringContaining('contradicts itself'),
    ]);
    const [same] = (await reportOf({ 'a.har': text.replace('"status":200', '"status":200,"status":200') }))
      .calls;
    expect(same!.state).toBe('proven');
  });

  it('proves what it shows where its parts agree', async () => {
    const { pathname, host } = new URL(`${V2}/shop`);
    const call = await verdictOf((entry) => {
      sends([':method', 'GET'], [':path', pathname], [':authority', host], ['Host', `${host}:443`])(entry);
      answers({ statusText: 'OK', headers: [{ name: ':status', value: '200' }] })(entry);
      body('{"name":"shop","code":null,"errors":[]}')(entry);
    });
    expect(call.state).toBe('proven');
  });

  it('is followed in the order of its times, and its tokens end when the recording says', async () => {
    const report = await reportOf({
      'a.har': har(
        readAt('2026-09-14T08:20:00.000Z'),
        {
          method: 'POST',
          url: TOKEN,
          body: 'grant_type=client_credentials',
          type: FORM,
          headers: BASIC,
          answer: { access_token: 'aaaa.bbbb.cccc', token_type: 'Bearer', expires_in: 600 },
          time: '2026-09-14T08:00:00.000Z',
        },
        readAt('2026-09-14T08:09:00.000Z'),
      ),
    });
    expect(report.calls.map(({ state }) => state)).toEqual(['not-proven', 'proven', 'proven']);
    expect(report.calls[0]!.reason).toContain('its token had expired');
  });

  it('may be a log with times that no calendar has', async () => {
    const lines = [1e30, -1e30, '1e400'].map((time) => logged({ status: 200, time }));
    const { calls } = await reportOf({ 'a.log': lines.join('\n') });
    expect(calls.map(({ state }) => state)).toContain('proven');
  });

  it('may be a log that shows no status, or a redirect beside a success', async () => {
    const lines = [200, 302, 'OK'].map((status) => logged({ status }));
    const { calls } = await reportOf({ 'a.log': lines.join('\n') });
    expect(calls.map(({ state }) => state)).toEqual(['proven', 'not-proven', 'not-proven']);
  });
});

describe('evidence against a call', () => {
  it.each([400, 401, 403, 404, 405, 406, 410])('of the versioned API, %i, is no proof', async (status) => {
    const entry = { method: 'GET', url: `${V2}/shop`, headers: VENDOR, status };
    expect(await judged(entry)).toEqual(['refused', true, true, 1]);
  });

  it.each([
    { status: 406, content: { error: 406, errorCode: 'INVALID_VERSION_DATE' } },
    { error: 406, errorCode: 'INVALID_VERSION_DATE', reason: 'Not Acceptable' },
  ])('that arrives with a status of success is no proof: %j', async (answer) => {
    const entry = { method: 'GET', url: `${V2}/shop`, headers: VENDOR, answer };
    expect(await judged(entry)).toEqual(['refused', true, true, 1]);
    expect(await judged({ ...entry, answer: { name: 'shop', status: 500 } })).toEqual([
      'proven',
      false,
      false,
      0,
    ]);
  });

  it.each<[string, Partial<Entry>]>([
    ['an error without a number', { answer: { errorCode: 'INVALID_VERSION_DATE', detail: 'x' } }],
    ['an error in an envelope', { answer: { status: 200, content: { error: 'x', reason: 'y' } } }],
    ['a page', { answerHeaders: { 'Content-Type': 'text/html; charset=utf-8' } }],
    ['an older version', { answerHeaders: { 'content-type': 'application/vnd.atlas.2023-01-01+json' } }],
    ['a newer version', { answerHeaders: { 'content-type': 'application/vnd.atlas.2024-08-05+json' } }],
    ['no version', { answerHeaders: { 'content-type': 'application/vnd.atlas.2023-02-31+json' } }],
    ['another product', { answerHeaders: { 'content-type': 'application/vnd.other.2023-02-01+json' } }],
    ['an end that is past', { answerHeaders: { sunset: 'Thu, 01 Jan 2026 00:00:00 GMT' } }],
    ['a removed property', { answer: { name: 'shop', srvAddress: 'x' } }],
    ['a removed property below', { answer: { replicationSpecs: [{ regionsConfig: {} }] } }],
    ['a removed property in an envelope', { answer: { status: 200, content: { mongoURI: 'x' } } }],
    ['a removed property in a list', { url: V2, answer: { results: [{ numShards: 1 }] } }],
  ])('in a response of success, %s, is no proof', async (_, entry) => {
    const call = { method: 'GET', url: `${V2}/shop`, headers: VENDOR, ...entry };
    expect(await judged(call, '--today', TODAY)).toEqual(['not-proven', false, true, 0]);
  });

  it('is not what a response may have', async () => {
    const right: readonly Partial<Entry>[] = [
      { answerHeaders: vendor('2023-02-01') },
      { headers: { accept: 'application/vnd.atlas.2023-06-01+json' }, answerHeaders: vendor('2023-02-01') },
      {
        answer: { diskSizeGB: 4, replicationSpecs: [{ numShards: 1, regionConfigs: [{ autoScaling: {} }] }] },
      },
      { headers: { accept: 'application/vnd.atlas.2023-01-01+json' }, answer: { numShards: 1 } },
      { answerHeaders: { sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' } },
    ];
    const entries = right.map((entry) => ({ method: 'GET', url: `${V2}/shop`, headers: VENDOR, ...entry }));
    const { calls } = await reportOf({ 'a.har': har(...entries) }, '--today', TODAY);
    expect(calls.map(({ state }) => state)).toEqual(right.map(() => 'proven'));
  });

  it.each([401, 404, 406])(
    'of the versioned API without its header, %i, is a finding all the same',
    async (status) => {
      const entry = { method: 'GET', url: `${V2}/shop`, status };
      expect(await judged(entry)).toEqual(['not-proven', true, true, 1]);
    },
  );

  it.each([
    [401, true, 1],
    [403, true, 1],
    [404, false, 0],
    [409, false, 0],
    [302, false, 0],
    [429, false, 0],
    [503, false, 0],
  ])('of the unversioned API, %i, is no proof either', async (status, now, code) => {
    const entry = { method: 'GET', url: `${V1}/shop`, status };
    expect(await judged(entry)).toEqual(['not-proven', now, false, code]);
  });

  it('is a 404 of the versioned API that what was done before explains, which proves nothing', async () => {
    const report = await reportOf({
      'a.har': har(
        { method: 'DELETE', url: `${V2}/shop`, headers: VENDOR, status: 202 },
        { method: 'GET', url: `${V2}/shop`, headers: VENDOR, status: 404 },
      ),
    });
    expect(statuses(report)).toEqual([
      ['proven', 202, 202],
      ['not-proven', 404, 404],
    ]);
    expect(report.calls[1]).toMatchObject({ refusedNow: false, finding: expect.stringContaining('404') });
  });

  it('is a 200 that the service answers with 404 now', async () => {
    const report = await reportOf({
      'a.har': har(
        { method: 'DELETE', url: `${V1}/shop`, status: 202 },
        { method: 'GET', url: `${V1}/shop`, status: 200 },
      ),
    });
    expect(statuses(report)).toEqual([
      ['proven', 202, 202],
      ['refused', 404, 404],
    ]);
  });

  it('is a body that a 404 kept the service from looking at', async () => {
    const report = await reportOf({
      'a.har': har(
        { method: 'DELETE', url: `${V1}/shop`, status: 202 },
        { method: 'PATCH', url: `${V1}/shop`, body: { paused: 'yes' }, status: 404 },
      ),
    });
    expect(report.calls[1]?.state).toBe('not-proven');
  });

  it.each([200, 404])(
    'is an endpoint that the versioned API does not have, whatever it answered: %i',
    async (status) => {
      const url = `https://cloud.mongodb.com/api/atlas/v2/groups/${GROUP}/clusters/shop/nonsense`;
      const report = await reportOf({ 'a.har': har({ method: 'GET', url, headers: VENDOR, status }) });
      expect(report.calls[0]).toMatchObject({
        state: 'refused',
        reason: 'The versioned API has no such endpoint.',
        before: { status: 404 },
        after: null,
      });
    },
  );

  it('is a client that is refused as it stands, though the fixes mend it', async () => {
    const files = { 'a.har': har({ method: 'GET', url: V2 }) };
    const { code, text } = await verify(files);
    expect([code, text]).toEqual([1, expect.stringContaining('1 call is refused before the migration.')]);
    expect(text).toContain('2> migrate: exit 1: a call is refused before the migration.');
  });
});

describe('a payload', () => {
  const review = { ...FLAT, backupEnabled: true };
  const CURRENT = {
    name: 'shop',
    replicationSpecs: [
      {
        numShards: 1,
        regionConfigs: [
          {
            providerName: 'AWS',
            regionName: 'EU_WEST_1',
            priority: 7,
            electableSpecs: { instanceSize: 'M10', nodeCount: 3 },
          },
        ],
      },
    ],
    clusterType: 'REPLICASET',
  };

  it.each([
    ['9999-99-99', 'refused'],
    ['2023-02-31', 'refused'],
    ['2021-01-01', 'refused'],
    ['2024-08-05', 'not-proven'],
    ['2023-02-01', 'proven'],
  ])('that is declared in version %s is %s', async (date, state) => {
    const headers = { ...VENDOR, 'content-type': `application/vnd.atlas.${date}+json` };
    const entry = { method: 'POST', url: V2, body: CURRENT, headers, status: 201 };
    const [call] = (await reportOf({ 'a.har': har(entry) }, '--today', TODAY)).calls;
    expect(call?.state).toBe(state);
  });

  it('whose members mean something else now is for review, though none of them moves', async () => {
    const entry = { method: 'PATCH', url: `${V1}/shop`, body: { backupEnabled: true } };
    expect((await judged(entry))[0]).toBe('not-proven');
    expect((await judged({ ...entry, body: { backupEnabled: false } }))[0]).toBe('proven');
  });

  it('that is for review is proven with --unsafe only', async () => {
    const entry = { method: 'POST', url: V1, body: review, status: 201 };
    expect(await judged(entry)).toEqual(['not-proven', false, false, 0]);
    expect(await judged(entry, '--unsafe')).toEqual(['proven', false, false, 0]);
    expect(await judged(entry, '--strict')).toEqual(['not-proven', false, false, 2]);
  });

  it('that says something twice is refused, as convert refuses it', async () => {
    const body = JSON.stringify(FLAT).replace('{', '{"name":"other",');
    const report = await reportOf({ 'a.har': har({ method: 'POST', url: V1, body, status: 201 }) });
    expect(report.calls[0]).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('occurs twice'),
    });
  });

  it('loses what has no successor, and is proven', async () => {
    const body = { ...FLAT, autoScaling: { diskGBEnabled: true, autoIndexingEnabled: true } };
    expect(await judged({ method: 'POST', url: V1, body, status: 201 })).toEqual(['proven', false, false, 0]);
  });

  it('of 2023-01-01 stays as it is', async () => {
    const headers = { accept: 'application/vnd.atlas.2023-01-01+json' };
    const entry = { method: 'POST', url: V2, body: FLAT, headers, status: 201 };
    expect(await judged(entry)).toEqual(['proven', false, false, 0]);
  });
});

const token = (time: string): object => ({
  ...entryOf({
    method: 'POST',
    url: TOKEN,
    body: 'grant_type=client_credentials',
    type: FORM,
    headers: BASIC,
    time,
  }),
  response: {
    status: 200,
    headers: [],
    content: {
      size: 1,
      mimeType: 'application/json',
      text: JSON.stringify({ access_token: 'aaaa.bbbb.cccc', token_type: 'Bearer', expires_in: 3600 }),
    },
  },
});

const recordingOf = (...entries: readonly object[]): Readonly<Record<string, string>> => ({
  'a.har': JSON.stringify({ log: { version: '1.2', creator: { name: 't', version: '1' }, entries } }),
});

const get = (time: string, status: number, headers: Readonly<Record<string, string>> = BEARER): object =>
  entryOf({ method: 'GET', url: V2, headers: { ...VENDOR, ...headers }, time, status });

const revoke = (time: string): object =>
  entryOf({
    method: 'POST',
    url: REVOKE,
    body: 'token=aaaa.bbbb.cccc&token_type_hint=access_token',
    type: FORM,
    headers: BASIC,
    time,
  });

describe('credentials', () => {
  it.each([
    [200, 'not-proven', 'the recording shows 200'],
    [401, 'refused', 'its token was revoked before'],
  ])('that were revoked are no longer good, recorded %i', async (status, state, reason) => {
    const report = await reportOf(
      recordingOf(
        token('2026-09-14T08:00:00.000Z'),
        get('2026-09-14T08:00:01.000Z', 200),
        revoke('2026-09-14T08:00:02.000Z'),
        get('2026-09-14T08:00:03.000Z', status),
      ),
    );
    expect(report.calls.map((call) => call.state)).toEqual(['proven', 'proven', 'proven', state]);
    expect(report.calls[3]).toMatchObject({
      after: { status: 401 },
      reason: expect.stringContaining(reason),
    });
  });

  it('end when their time is over', async () => {
    const report = await reportOf(
      recordingOf(
        token('2026-09-14T08:00:00.000Z'),
        get('2026-09-14T08:59:59.000Z', 200),
        get('2026-09-14T09:00:01.000Z', 401),
      ),
    );
    expect(report.calls.map(({ state, after }) => [state, after?.status])).toEqual([
      ['proven', 200],
      ['proven', 200],
      ['refused', 401],
    ]);
    expect(report.calls[2]?.reason).toContain('its token had expired');
  });

  it('that are missing are missing where others of the recording are there', async () => {
    const report = await reportOf(
      recordingOf(get('2026-09-14T08:00:00.000Z', 200), get('2026-09-14T08:00:01.000Z', 401, {})),
    );
    expect(report.calls[1]).toMatchObject({ state: 'refused', after: { status: 401 } });
    expect(report.calls[1]?.reason).toContain('it sends no credentials');
  });

  it('that the recording took out count as right', async () => {
    const report = await reportOf(recordingOf(get('2026-09-14T08:00:00.000Z', 200, {})));
    expect(report.calls[0]?.state).toBe('proven');
  });

  it.each(['basic', 'aws4-hmac-sha256'])('of another kind, %s, are refused', async (scheme) => {
    const report = await reportOf(
      recordingOf(get('2026-09-14T08:00:00.000Z', 401, { authorization: `${scheme} eDp5` })),
    );
    expect(report.calls[0]).toMatchObject({ state: 'refused', after: { status: 401 } });
  });

  it.each<[string, Record<string, string>, string]>([
    ['a scheme alone in a request', http(`GET ${V1}\nAuthorization: Bearer \n`), 'not-proven'],
    ['a scheme without a space', http(`GET ${V1}\nAuthorization: Digest\n`), 'not-proven'],
    ['a scheme alone in a script', { 'run.sh': `curl ${V1} -H 'Authorization: Bearer '\n` }, 'not-proven'],
    ['a header without content', { 'run.sh': `curl ${V1} -H 'Authorization: '\n` }, 'not-proven'],
    ['a token that is not known', { 'run.sh': `curl ${V1} -H "Authorization: Bearer $T"\n` }, 'proven'],
    ['a variable', http(`GET ${V1}\nAuthorization: Bearer {{token}}\n`), 'proven'],
  ])('need more than a scheme: %s', async (_, files, state) => {
    const report = await reportOf(files);
    expect(report.calls[0]?.state).toBe(state);
    if (state === 'not-proven') expect(report.calls[0]?.reason).toContain('it sends no credentials');
  });

  it('that nobody wrote leave a written call open', async () => {
    const report = await reportOf(http(`GET ${V1}\nAccept: application/json\n`));
    expect(report.calls[0]).toMatchObject({ state: 'not-proven', refusedNow: false });
    expect(report.calls[0]?.reason).toContain('it sends no credentials');
  });
});

describe('what cannot be seen', () => {
  it.each([
    [
      'a part of a body',
      `-X POST -H 'Content-Type: application/json' -d '{"desc":"'"$X"'"}' "${V1.replace('clusters', 'apiKeys')}"`,
      'Part of its body',
    ],
    ['a part of a query', `"${V1}?itemsPerPage=$N"`, 'Part of its query'],
  ])('%s leaves a call open', async (_, rest, reason) => {
    const report = await reportOf({ 'run.sh': `curl --digest -u "$A:$B" ${rest}\n` });
    expect(report.calls[0]).toMatchObject({ state: 'not-proven', refusedNow: false });
    expect(report.calls[0]?.reason).toContain(reason);
  });
});

describe('the formats', () => {
  const files = {
    'a|b.har': har(
      { method: 'GET', url: `${V1}/shop` },
      { method: 'GET', url: `${V2}/shop`, headers: VENDOR, status: 404 },
      { method: 'GET', url: `${V1}/shop`, status: 503 },
    ),
  };

  it('show the three states in a terminal', async () => {
    const { text } = await verify(files);
    for (const part of [
      '✓ #0',
      '✗ #1',
      '? #2',
      'refused: Against the service',
      'not proven: Against',
      '3 calls after the migration: 1 proven, 1 refused, 1 not proven.',
    ])
      expect(text).toContain(part);
  });

  it('show them in Markdown, one row a call', async () => {
    const { text } = await verify(files, '-f', 'markdown');
    expect(text).toContain('### a\\|b.har');
    const rows = text.split('\n').filter((line) => line.startsWith('| ') && /#\d/.test(line));
    expect(rows.map((row) => row.split(/(?<!\\)\|/)[1]?.trim())).toEqual([
      '✓ proven',
      '✗ refused',
      '? not proven',
    ]);
    expect(rows.every((row) => row.split(/(?<!\\)\|/).length === 5)).toBe(true);
  });
});

describe('what cannot be replayed', () => {
  it.each([
    [
      { 'a.har': har({ method: 'GET', url: 'https://example.com/' }) },
      [],
      'no call of the API was found in a.har',
    ],
    [{ 'a.txt': 'nothing' }, [], 'no call of the API was found in a.txt'],
    [{}, [], 'name a recording or collection: migrate verify session.har'],
    [{}, ['none.har'], 'none.har'],
    [
      { 'a.har': har({ method: 'GET', url: V1 }) },
      ['-f', 'sarif'],
      '--format takes pretty, json, markdown, not "sarif".',
    ],
  ])('%#: is exit 2', async (files, flags, message) => {
    const { code, text } = await verify(files as Readonly<Record<string, string>>, ...flags);
    expect([code, text]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a recording that breaks off', () => {
  const whole = har({ method: 'GET', url: V1 }, { method: 'GET', url: `${V1}/shop` });
  const reason = 'migrate: exit 2: 1 file could not be read to the end.';

  it('is named with the place, and what stands before it is verified', async () => {
    const cut = whole.slice(0, whole.lastIndexOf('"response"'));
    const { code, text } = await verify({ 'a.har': cut });
    expect(code).toBe(2);
    expect(text).toContain('✓ #0');
    expect(text).toMatch(/a\.har: line 1, column \d+: the recording ends early/);
    expect(text.trimEnd().endsWith(reason)).toBe(true);
  });

  it('is named where no call stands before it', async () => {
    const { code, text } = await verify({ 'a.har': whole.slice(0, whole.indexOf('"headers"')) });
    expect(code).toBe(2);
    expect(text).toContain('the recording ends early');
    expect(text).not.toContain('no call of the API was found');
    expect(text.trimEnd().endsWith(reason)).toBe(true);
  });

  it('proves nothing where text follows its end', async () => {
    const { code, text } = await verify({ 'a.har': `${whole} {"oops":1}` });
    expect([code, text]).toEqual([2, expect.stringContaining('0 proven, 0 refused, 2 not proven')]);
    expect(text).toMatch(/a\.har: line 1, column \d+: text follows after the end of the recording\n/);
  });

  it('leaves the report on standard output whole', async () => {
    const cut = whole.slice(0, whole.lastIndexOf('"response"'));
    expect((await reportOf({ 'a.har': cut })).calls[0]?.state).toBe('proven');
  });
});
