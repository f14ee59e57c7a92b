import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { VerifyReport } from '../../../src/report/verdicts.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

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
    response: { status, headers: [], content: { size: 0, mimeType: 'application/json' } },
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
      ['accepted', 201, 201],
      ['accepted', 200, 200],
      ['accepted', 200, 200],
      ['accepted', 200, 200],
      ['accepted', 200, 200],
      ['accepted', 202, 202],
      ['accepted', 404, 404],
    ]);
    expect(report.calls[1]).toMatchObject({
      exchange: 1,
      method: 'GET',
      path: '/groups/{groupId}/clusters/{clusterName}',
      operation: 'clusters.get',
      lost: expect.arrayContaining(['providerSettings', 'srvAddress', 'replicationSpecs[].regionsConfig']),
    });
    expect(report.summary).toEqual({ calls: 7, accepted: 7, refused: 0, unseen: 0 });
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
      ['accepted', 406, 200],
      ['accepted', 400, 201],
      ['accepted', 404, 200],
      ['accepted', 404, 200],
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
    expect(statuses(await reportOf(files, '--today', '2027-06-30'))).toEqual([['accepted', 200, 200]]);
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
      ['accepted', 200, 200],
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
      http(`GET ${V1}\n\n###\nPOST ${V1}\nContent-Type: application/json\n\n${JSON.stringify(FLAT)}\n`),
    );
    expect(statuses(report)).toEqual([
      ['accepted', 200, 200],
      ['accepted', 201, 201],
    ]);
    expect(report.calls.map(({ line, exchange }) => [line, exchange])).toEqual([
      [1, null],
      [4, null],
    ]);
  });

  it('may leave values open', async () => {
    const file = {
      'run.sh':
        'curl --digest -u "$A:$B" "https://cloud.mongodb.com/api/atlas/v1.0/groups/$GROUP/clusters/$NAME"\n',
    };
    expect(statuses(await reportOf(file))).toEqual([['accepted', 200, 200]]);
  });

  it('is told where its request cannot be seen', async () => {
    const file = {
      'run.sh': `curl --digest -u "$A:$B" -X POST -H 'Content-Type: application/json' -d "$BODY" ${V1}\n`,
    };
    const report = await reportOf(file);
    expect(report.calls[0]).toMatchObject({
      state: 'unseen',
      reason: 'its body cannot be seen',
      after: null,
    });
    expect((await verify(file)).code).toBe(0);
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
      '--format takes pretty, json, not "sarif".',
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
    expect(text).toMatch(/a\.har: line 1, column \d+: the recording breaks off/);
    expect(text.trimEnd().endsWith(reason)).toBe(true);
  });

  it('is named where no call stands before it', async () => {
    const { code, text } = await verify({ 'a.har': whole.slice(0, whole.indexOf('"headers"')) });
    expect(code).toBe(2);
    expect(text).toContain('the recording breaks off');
    expect(text).not.toContain('no call of the API was found');
    expect(text.trimEnd().endsWith(reason)).toBe(true);
  });

  it('leaves the report on standard output whole', async () => {
    const cut = whole.slice(0, whole.lastIndexOf('"response"'));
    expect((await reportOf({ 'a.har': cut })).calls[0]?.state).toBe('accepted');
  });
});
