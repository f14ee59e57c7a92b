import { describe, expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';

const HOST = 'https://cloud.mongodb.com';
const START = Date.parse('2026-01-01T00:00:00Z');

interface Recorded {
  /** Seconds since the first call. */
  readonly at: number;
  readonly path?: string;
  readonly host?: string;
  readonly basic?: string;
  readonly body?: string;
  readonly status?: number;
  readonly answer?: unknown;
}

const entry = ({ at, path, host, basic, body, status, answer }: Recorded) => ({
  startedDateTime: new Date(START + at * 1000).toISOString(),
  request: {
    method: body === undefined ? 'GET' : 'POST',
    url: `${host ?? HOST}${path ?? '/api/oauth/token'}`,
    headers: [
      { name: 'Authorization', value: `Basic ${basic ?? 'eDp5'}` },
      { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
    ],
    ...(body === undefined
      ? {}
      : { postData: { mimeType: 'application/x-www-form-urlencoded', text: body } }),
  },
  response: {
    status: status ?? 200,
    headers: [],
    content: answer === undefined ? {} : { mimeType: 'application/json', text: JSON.stringify(answer) },
  },
});

const told = async (rule: string, calls: readonly Recorded[]) => {
  const entries = calls.map((call) => entry({ body: 'grant_type=client_credentials', ...call }));
  const found = await findingsIn({ 'a.har': JSON.stringify({ log: { version: '1.2', entries } }) });
  return found.filter((finding) => finding.rule === rule);
};

const exchangesOf = async (rule: string, calls: readonly Recorded[]) =>
  (await told(rule, calls)).map(({ exchange }) => exchange);

const every = (count: number, seconds: number, more: Partial<Recorded> = {}): readonly Recorded[] =>
  Array.from({ length: count }, (_, index) => ({ at: index * seconds, ...more }));

describe('token-rate-limit', () => {
  const rule = 'token-rate-limit';

  it('tells of a burst once, at its eleventh call', async () => {
    expect(await exchangesOf(rule, every(10, 1))).toEqual([]);
    expect(await exchangesOf(rule, every(25, 1))).toEqual([10]);
  });

  it('counts a minute, not more', async () => {
    expect(await exchangesOf(rule, every(11, 6))).toEqual([]);
    expect(await exchangesOf(rule, every(11, 5.9))).toEqual([10]);
  });

  it('tells of each burst, of each host, and whatever their order in the file', async () => {
    const later = every(11, 1).map(({ at }) => ({ at: at + 600 }));
    expect(await exchangesOf(rule, [...every(11, 1), ...later])).toEqual([10, 21]);
    expect(await exchangesOf(rule, every(11, 1).toReversed())).toEqual([0]);
    const other = every(6, 1, { host: 'https://cloud-dev.mongodb.com' });
    expect(await exchangesOf(rule, [...every(6, 1), ...other])).toEqual([]);
  });

  it('counts revocations too', async () => {
    const revoked = every(5, 2, { path: '/api/oauth/revoke', body: 'token=x&token_type_hint=access_token' });
    expect(await exchangesOf(rule, [...every(6, 2), ...revoked])).toHaveLength(1);
  });
});

const token = (at: number, access_token: string, more: Partial<Recorded> = {}): Recorded => ({
  at,
  answer: { access_token, token_type: 'Bearer', expires_in: 3600 },
  ...more,
});

const revoke = (of: string): Recorded => ({
  at: 20,
  path: '/api/oauth/revoke',
  body: `token=${of}&token_type_hint=access_token`,
});

describe('token-reuse in recordings', () => {
  const rule = 'token-reuse';

  it('is a second token while the first has more than five minutes left', async () => {
    expect(await exchangesOf(rule, [token(0, 'a'), token(3299, 'b')])).toEqual([1]);
    expect(await exchangesOf(rule, [token(0, 'a'), token(3300, 'b')])).toEqual([]);
  });

  it('goes by what the answer says of its validity', async () => {
    const brief = token(0, 'a', { answer: { access_token: 'a', token_type: 'Bearer', expires_in: 60 } });
    expect(await exchangesOf(rule, [brief, token(1, 'b')])).toEqual([]);
  });

  it('tells credentials apart', async () => {
    expect(await exchangesOf(rule, [token(0, 'a'), token(9, 'b', { basic: 'b3RoZXI=' })])).toEqual([]);
  });

  it('knows which token was revoked', async () => {
    expect(await exchangesOf(rule, [token(0, 'a.b.c'), revoke('a.b.c'), token(30, 'd.e.f')])).toEqual([]);
    const both = [token(0, 'a.b.c'), token(1, 'd.e.f')];
    expect(await exchangesOf(rule, [...both, revoke('a.b.c'), token(30, 'g')])).toEqual([1, 3]);
  });

  it('counts no request that failed', async () => {
    expect(await exchangesOf(rule, [{ at: 0, status: 401 }, token(9, 'b')])).toEqual([]);
  });

  it('prints no credential', async () => {
    const secret = 'eyJhbGciOi.s3cr3tpart.s1gnature';
    const found = await told(rule, [token(0, secret), token(9, secret)]);
    expect(JSON.stringify(found)).not.toContain('s3cr3tpart');
  });
});

const FETCH = `fetch('${HOST}/api/oauth/token', {
  method: 'POST',
  headers: { Authorization: basic, 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=client_credentials',
})`;
const LIST = `fetch('${HOST}/api/atlas/v2/groups', { headers: { Accept: 'application/vnd.atlas.2023-02-01+json' } })`;

const written = async (code: string) =>
  (await findingsIn({ 'a.ts': `declare const basic: string; let kept: unknown; ${code}` }))
    .filter(({ rule }) => rule === 'token-reuse')
    .map(({ anchor }) => anchor);

describe('token-reuse in source', () => {
  it.each([
    ['a loop', `export const f = async (ids: string[]) => { for (const id of ids) await ${FETCH}; };`],
    ['a callback', `export const f = (ids: string[]) => Promise.all(ids.map(async () => ${FETCH}));`],
    [
      'a function that a loop calls',
      `const get = () => ${FETCH}; export const f = async (n: number) => { while (n-- > 0) await get(); };`,
    ],
  ])('is %s', async (_, code) => expect(await written(code)).toEqual(['token repeated']));

  it('is a function that also calls the API and keeps no token', async () => {
    const code = `export const f = async () => { const t = await ${FETCH}; return [t, await ${LIST}]; };`;
    expect(await written(code)).toEqual(['token uncached']);
  });

  it.each([
    ['a token alone', `export const f = () => ${FETCH};`],
    ['a token that is kept', `export const f = async () => { kept = await ${FETCH}; return ${LIST}; };`],
    ['a token on demand', `export const f = async () => { kept ??= await ${FETCH}; return ${LIST}; };`],
    [
      'a second try',
      `export const f = async () => { for (;;) { try { return await ${FETCH}; } catch { continue; } } };`,
    ],
    [
      'a condition in a loop',
      `export const f = async (n: number) => { let t; while (n-- > 0) { if (!t) t = await ${FETCH}; } };`,
    ],
  ])('is not %s', async (_, code) => expect(await written(code)).toEqual([]));
});

const labels = {
  availability_zone: 'use1-az2',
  cl_name: 'main',
  group_id: '5f0c',
  node_type: 'ELECTABLE',
  org_id: '5f0d',
  provider: 'AWS',
  region: 'us-east-1',
};

const discovered = async (answer: unknown, status = 200) => {
  const path = '/prometheus/v1.0/groups/5f0c/discovery';
  const { body: _, ...call } = { at: 0, path, status, answer, body: undefined };
  const entries = [entry(call)];
  const found = await findingsIn({ 'a.har': JSON.stringify({ log: { version: '1.2', entries } }) });
  return found.map(({ rule, pointer, data }) => [rule, pointer, data['problems']]);
};

describe('discovery-response', () => {
  const targets = ['host-00.example.net:27017'];
  const rule = 'discovery-response';

  it('takes several targets, optional labels, new labels, and the older name of the cluster', async () => {
    const { cl_name, availability_zone, ...others } = labels;
    const older = { ...others, cluster_name: cl_name, zone: availability_zone, replica_set_name: 'rs0' };
    expect(await discovered([{ targets: [...targets, '[2001:db8::1]:1'], labels: older }])).toEqual([]);
    expect(await discovered([])).toEqual([]);
  });

  it.each([
    [
      { targets, labels: { ...labels, provider: 'aws' } },
      '/0/labels/provider',
      '[].labels.provider must be AWS, GCP, AZURE',
    ],
    [{ targets, labels: { ...labels, region: 1 } }, '/0/labels/region', '[].labels.region must be string'],
    [
      { targets, labels: { ...labels, org_id: 'main' } },
      '/0/labels/org_id',
      '[].labels.org_id must be hexadecimal',
    ],
    [{ targets: ['host'], labels }, '/0/targets/0', '[].targets[] must be host:port'],
    [{ targets: ['host:65536'], labels }, '/0/targets/0', '[].targets[] must be host:port'],
    [{ targets }, '/0', '[] lacks labels'],
  ])('tells of %j', async (broken, pointer, problem) => {
    expect(await discovered([broken])).toEqual([[rule, pointer, problem]]);
  });

  it('tells of a cluster without a name, and of one mistake in many entries once', async () => {
    const { cl_name: _, ...nameless } = labels;
    const entries = [nameless, nameless].map((each) => ({ targets, labels: each }));
    expect(await discovered(entries)).toEqual([
      [rule, '/0/labels', '[].labels lacks cl_name or cluster_name'],
    ]);
  });

  it('is no list at all', async () => {
    expect(await discovered({ targets })).toEqual([[rule, '', 'the answer must be array']]);
  });

  it('does not judge an error', async () => expect(await discovered({ error: 'x' }, 401)).toEqual([]));
});
