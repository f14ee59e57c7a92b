import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/index.ts';
import { readRecordings } from '../../src/pipeline/judge-recordings.ts';
import { RecordingSummary } from '../../src/pipeline/recording-summary.ts';
import { buildFactIndex, noProjects } from '../../src/rules/checks/fact-index.ts';
import { builtIn } from '../rules/load/load.ts';
import { scanOf, TERMS_OF_SCAN } from '../fixtures/pipeline.ts';
import type { Files } from '../fixtures/pipeline.ts';

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const cases = fileURLToPath(new URL('../../fixtures/cases/', import.meta.url));

interface Exchange {
  readonly method?: string;
  readonly url: string;
  readonly seconds?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const entry = ({
  method = 'GET',
  url,
  seconds = 0,
  status = 200,
  headers = {},
  answers = {},
  body,
}: Exchange) => ({
  startedDateTime: new Date(Date.UTC(2026, 8, 1) + seconds * 1000).toISOString(),
  request: {
    method,
    url,
    headers: pairs({ 'user-agent': 'x', ...headers }),
    ...(body === undefined
      ? {}
      : { postData: { mimeType: 'application/x-www-form-urlencoded', text: body } }),
  },
  response: { status, headers: pairs({ server: 'x', ...answers }), content: {} },
});

const har = (exchanges: readonly Exchange[]): string =>
  JSON.stringify({
    log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: exchanges.map(entry) },
  });

const line = (path: string, status = 200, time = '03/Oct/2026:12:00:00 +0000'): string =>
  `1.2.3.4 - - [${time}] "GET ${path} HTTP/1.1" ${status} 12 "-" "x"\n`;

const inShares = async (files: Files) => scanOf(files, 'in batches');

const whole = async (files: Files) => scanOf(files);

const rules = (findings: readonly Finding[]) =>
  findings.map(({ rule, exchange }) => `${rule} ${exchange ?? '-'}`);

const filler = (count: number): readonly Exchange[] =>
  Array.from({ length: count }, (_, at) => ({
    url: `https://cloud.mongodb.com/api/atlas/v2/groups/${at}/alerts`,
    headers: { accept: 'application/vnd.atlas.2023-02-01+json' },
  }));

const texts = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:har|ya?ml|json|log)$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
      .filter(([, text]) => !text.includes('\u0000') && !text.includes('\uFFFD')),
  );

/** A fetch of a token. */
const token = (seconds: number): Exchange => ({
  method: 'POST',
  url: 'https://cloud.mongodb.com/api/oauth/token',
  seconds,
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    authorization: 'Basic x',
  },
  body: 'grant_type=client_credentials',
});

const id = (at: number): string => at.toString(16).padStart(24, '5');

describe('recordings that are judged a share at a time', () => {
  it.each(
    ['har', 'cassette', 'curl-log'].flatMap((form) =>
      readdirSync(join(cases, form)).map((name) => `${form}/${name}`),
    ),
  )('find in %s what a look at the whole finds', async (name) => {
    const files = texts(join(cases, name, 'input'));
    const [shared, all] = [await inShares(files), await whole(files)];
    expect(shared.findings).toEqual(all.findings);
    expect(shared.failed).toEqual(all.failed);
  });

  it('tell of exchanges in every share', async () => {
    const exchanges = [{ url: `${BASE}/groups` }, ...filler(300), { url: `${BASE}/orgs` }];
    const { findings, facts } = await inShares({ 'a.har': har(exchanges) });
    expect(rules(findings)).toEqual([
      'missing-version-header 0',
      'legacy-base-url 0',
      'missing-version-header 301',
      'legacy-base-url 301',
    ]);
    expect(facts).toEqual([]);
  });

  it('take the halves of a Digest login for one exchange, however many lie between them', async () => {
    const url = `${BASE}/groups`;
    const first = { url, status: 401, answers: { 'www-authenticate': 'Digest realm="x"' } };
    const second = { url, headers: { authorization: 'Digest x="y"' } };
    const { findings } = await inShares({ 'a.har': har([first, ...filler(300), second]) });
    expect(rules(findings)).toEqual(['missing-version-header 301', 'legacy-base-url 301']);
  });

  it('look at calls one after the other across shares', async () => {
    const exchanges = Array.from({ length: 11 }, (_, at) => [token(at), ...filler(70)]).flat();
    const { findings } = await inShares({ 'a.har': har(exchanges) });
    expect(rules(findings)).toContain('token-rate-limit 710');
  });

  it('learn from a late exchange what an early address is', async () => {
    const log = line('/api/atlas/v2') + line('/shop').repeat(20) + line('/api/atlas/v1.0/groups');
    const code =
      "export const call = (path) => fetch('/api/atlas/v2/' + path, { headers: { accept: 'text/html' } });\n";
    const files = { 'a.log': log, 'a.ts': code };
    const [shared, all] = [await inShares(files), await whole(files)];
    expect(shared.findings).toEqual(
      all.findings.map((finding) =>
        finding.file === 'a.log'
          ? { ...finding, seen: { count: 1, last: Date.UTC(2026, 9, 3, 12) } }
          : finding,
      ),
    );
    expect(rules(shared.findings)).toContain('missing-version-header -');
  });
});

describe('findings of logs', () => {
  it('are one for each kind of call, with the number of calls and the last day', async () => {
    const path = '/api/atlas/v1.0/groups';
    const lines = Array.from({ length: 412 }, (_, at) => line(`${path}/${id(at)}/alerts`));
    const latest = line(`${path}/${id(1)}/alerts`, 200, '05/Oct/2026:23:30:00 -0200');
    const { findings, recordings } = await inShares({ 'a.log': latest + lines.join('') + line(path) });
    expect(findings.map(({ operation, seen }) => [operation, seen?.count])).toEqual([
      ['GET /groups/{groupId}/alerts', 413],
      ['GET /groups', 1],
    ]);
    expect(findings[0]?.message).toMatch(/ Seen 413 times in this log, last on 2026-10-06\.$/);
    expect(findings[1]?.message).not.toContain('Seen');
    expect(recordings?.correlation().elsewhere.map(({ count }) => count)).toEqual([413, 1]);
  });

  it('count what failed with what did not, a Digest login once, and keep what only a failure tells', async () => {
    const path = '/api/atlas/v1.0/groups';
    const login = line(path, 401) + line(path);
    const gone = line('/api/atlas/v2/groups') + line('/api/atlas/v2/groups', 410);
    const { findings } = await inShares({ 'a.log': login.repeat(50) + line(path, 500) + gone });
    expect(findings.map(({ rule, seen }) => [rule, seen?.count])).toEqual([
      ['legacy-base-url', 51],
      ['version-rejected', 1],
    ]);
  });

  it('lose none where kinds are more than are counted at once', async () => {
    const lines = Array.from({ length: 12_000 }, (_, at) =>
      line(
        `/api/atlas/v1.0/groups/g/clusters/c-${'x'.repeat(at % 3)}${String.fromCharCode(97 + (at % 26))}${at.toString(2).replaceAll('1', 'y').replaceAll('0', 'z')}`,
      ),
    );
    const { findings } = await inShares({ 'a.log': lines.join('') });
    expect(findings.map(({ operation, seen }) => [operation, seen?.count])).toEqual([
      ['clusters.get', 12_000],
    ]);
  });
});

it('counts what is too much to list', { timeout: 60_000 }, async () => {
  const exchanges = Array.from({ length: 10_003 }, () => ({ url: `${BASE}/groups` }));
  const { findings } = await inShares({ 'a.har': har(exchanges) });
  const bases = findings.filter(({ rule }) => rule === 'legacy-base-url');
  expect(bases).toHaveLength(10_000);
  expect(bases.at(-1)?.data['more']).toBe(3);
  expect(bases.at(-1)?.message).toContain('3 more findings of this rule');
});

/** Which recordings a run reads that reports `a.har` alone, by the calls in that recording. */
const readFor = async (exchanges: readonly Exchange[]): Promise<readonly string[][]> => {
  const host: Files = { 'a.har': har(exchanges), 'b.har': har([token(0)]) };
  const files = Object.keys(host).map(
    (path) => ({ path, form: 'har', text: '', origin: 'recording' }) as const,
  );
  const read: string[][] = [];
  await readRecordings(
    {
      ruleset: builtIn,
      settings: TERMS_OF_SCAN.settings,
      projects: noProjects(),
      files,
      reported: files.slice(0, 1),
      extract: async (some, take) => {
        read.push(some.map(({ path }) => path));
        for (const { path } of some) await take((await scanOf({ [path]: host[path]! })).facts);
        return { failed: [] };
      },
      judge: async () => [],
      isLog: () => false,
      summary: new RecordingSummary(false),
    },
    () => buildFactIndex([], builtIn.api, () => ''),
  );
  return read;
};

const BOTH = ['a.har', 'b.har'];

describe('recordings that are not reported', () => {
  it('are read only where the findings of others depend on them', async () => {
    expect(await readFor([{ url: `${BASE}/groups` }])).toEqual([['a.har']]);
    expect(await readFor([token(0)])).toEqual([['a.har'], ['a.har', 'b.har']]);
    expect(await readFor([{ url: '/api/atlas/v2/{}/x' }])).toEqual([['a.har'], BOTH, BOTH]);
  });
});
