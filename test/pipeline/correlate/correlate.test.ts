import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../src/pipeline/correlate/findings.ts';
import { Correlator } from '../../../src/pipeline/correlate/index.ts';
import type { Correlation } from '../../../src/pipeline/correlate/index.ts';
import { scanOf } from '../../fixtures/pipeline.ts';
import type { Files } from '../../fixtures/pipeline.ts';

const HOST = 'https://cloud.mongodb.com';
const V1 = '/api/atlas/v1.0';

interface Recorded {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answers?: Readonly<Record<string, string>>;
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const postData = (body: unknown) =>
  body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } };

const har = (...calls: readonly Recorded[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'test', version: '1' },
      entries: calls.map(({ method = 'GET', path, headers = {}, body, status = 200, answers = {} }) => ({
        startedDateTime: '2026-10-03T12:00:00.000Z',
        request: {
          method,
          url: HOST + path,
          headers: pairs({ 'user-agent': 'x', ...headers }),
          ...postData(body),
        },
        response: { status, headers: pairs({ server: 'x', ...answers }), content: {} },
      })),
    },
  });

const NOON = '03/Oct/2026:12:00:00 +0000';

const log = (...lines: readonly (readonly [time: string, request: string])[]): string =>
  lines.map(([time, request]) => `1.2.3.4 - - [${time}] "${request} HTTP/1.1" 200 12 "-" "x"\n`).join('');

const correlated = async (files: Files): Promise<Correlation> =>
  (await scanOf(files, 'in batches')).recordings!.correlation();

/** The text of each call site with its count and how many of these are shared; and what is from elsewhere. */
const tell = async (files: Files) => {
  const { sites, elsewhere } = await correlated(files);
  return {
    sites: sites.map(
      ({ file, span, seen }) => `${files[file]!.slice(span.start, span.end)} ${seen.count}/${seen.shared}`,
    ),
    elsewhere: elsewhere.map(
      ({ file, method, operation, count }) => `${file} ${method} ${operation} ${count}`,
    ),
  };
};

const counts = async (files: Files) => (await tell(files)).sites.map((site) => site.split(' ').at(-1));

describe('matching recorded calls to code', () => {
  it('takes concrete ids for the holes of a path, and leaves another method and path alone', async () => {
    const files = {
      'a.ts': [
        `const B = '${HOST}${V1}';`,
        'export const list = (g) => fetch(`${B}/groups/${g}/clusters`);',
        "export const make = (g) => fetch(`${B}/groups/${g}/clusters`, { method: 'POST', body: '{}' });",
        'export const one = (g, n) => fetch(`${B}/groups/${g}/clusters/${n}`);',
      ].join('\n'),
      'a.har': har(
        { path: `${V1}/groups/5e2211c17a3e5a48f5497de3/clusters?pageNum=2` },
        { path: `${V1}/groups/5e2211c17a3e5a48f5497de4/clusters` },
        { path: `${V1}/groups/5e2211c17a3e5a48f5497de4/clusters/prod` },
        { path: `${V1}/groups/5e2211c17a3e5a48f5497de4/peers` },
      ),
    };
    expect(await tell(files)).toEqual({
      sites: [
        'fetch(`${B}/groups/${g}/clusters`) 2/0',
        "fetch(`${B}/groups/${g}/clusters`, { method: 'POST', body: '{}' }) 0/0",
        'fetch(`${B}/groups/${g}/clusters/${n}`) 1/0',
      ],
      elsewhere: ['a.har GET GET /groups/{groupId}/peers 1'],
    });
  });

  it('names the caller of a wrapper, not the wrapper', async () => {
    const files = {
      'a.ts': [
        `const send = (path) => fetch('${HOST}${V1}' + path);`,
        "export const list = (g) => send('/groups/' + g + '/clusters');",
        "export const alerts = (g) => send('/groups/' + g + '/alerts');",
      ].join('\n'),
      'a.har': har({ path: `${V1}/groups/1/alerts` }),
    };
    expect((await tell(files)).sites).toEqual([
      "send('/groups/' + g + '/clusters') 0/0",
      "send('/groups/' + g + '/alerts') 1/0",
    ]);
  });

  it('keeps the legacy and the versioned API apart', async () => {
    const files = {
      'a.ts': `fetch('${HOST}/api/atlas/v2/groups/1/clusters');`,
      'a.har': har({ path: `${V1}/groups/1/clusters` }),
    };
    expect(await tell(files)).toMatchObject({ elsewhere: ['a.har GET clusters.list 1'] });
  });

  it('says of a call that several places may have made that it is shared', async () => {
    const call = `fetch('${HOST}${V1}/groups/' + g + '/alerts')`;
    const files = {
      'a.ts': `export const one = (g) => ${call};\nexport const two = (g) => ${call};\n`,
      'a.har': har({ path: `${V1}/groups/1/alerts` }),
    };
    expect(await counts(files)).toEqual(['1/1', '1/1']);
  });

  it.each([
    [
      'a header',
      "{ headers: { 'X-Team': 'a' } }",
      "{ headers: { 'X-Zone': 'a' } }",
      { headers: { 'x-zone': 'b' } },
    ],
    [
      'a member of the body',
      "{ method: 'POST', body: JSON.stringify({ a: 1 }) }",
      "{ method: 'POST', body: JSON.stringify({ b: 1, c: 2 }) }",
      { method: 'POST', body: { b: 1, c: 3 } },
    ],
    [
      'the version asked for',
      "{ headers: { accept: 'application/json' } }",
      "{ headers: { accept: 'application/xml' } }",
      { headers: { Accept: 'application/xml' } },
    ],
  ])('tells places apart by %s', async (_, one, two, recorded) => {
    const url = `'${HOST}${V1}/groups/1/alerts'`;
    const files = {
      'a.ts': `fetch(${url}, ${one});\nfetch(${url}, ${two});\n`,
      'a.har': har({ path: `${V1}/groups/1/alerts`, ...recorded }),
    };
    expect(await counts(files)).toEqual(['0/0', '1/0']);
  });

  it('tells places apart by names of the query', async () => {
    const files = {
      'a.ts': `fetch('${HOST}${V1}/groups?pageNum=1');\nfetch('${HOST}${V1}/groups?envelope=true');\n`,
      'access.log': log([NOON, `GET ${V1}/groups?pageNum=7`]),
    };
    expect(await counts(files)).toEqual(['1/0', '0/0']);
  });

  it('gives a call to a path that is seen in part only where no other place makes it, and as shared', async () => {
    const files = {
      'a.ts': [
        `const B = '${HOST}${V1}';`,
        'export const any = (path) => fetch(B + path);',
        "export const groups = () => fetch(B + '/groups');",
      ].join('\n'),
      'access.log': log([NOON, `GET ${V1}/groups`], [NOON, `GET ${V1}/orgs`]),
    };
    expect(await counts(files)).toEqual(['1/1', '1/0']);
  });

  it('takes source code before collections, and collections before nothing', async () => {
    const files = {
      'a.http': `GET ${HOST}${V1}/groups\n\n###\nGET ${HOST}${V1}/orgs\n`,
      'a.ts': `fetch('${HOST}${V1}/groups');\n`,
      'a.har': har({ path: `${V1}/groups` }, { path: `${V1}/orgs` }),
    };
    expect(await counts(files)).toEqual(['0/0', '1/0', '1/0']);
  });

  it('takes no mock for a place that makes calls', async () => {
    const mock = { scope: HOST, method: 'GET', path: `${V1}/groups`, status: 200, response: {} };
    const files = { 'nock.json': JSON.stringify([mock]), 'a.har': har({ path: `${V1}/groups` }) };
    expect(await tell(files)).toEqual({ sites: [], elsewhere: ['a.har GET GET /groups 1'] });
  });

  it('counts a Digest login once, and all calls of a long log, the last one in UTC', async () => {
    const path = `${V1}/groups`;
    const lines = Array.from({ length: 412 }, () => ['03/Oct/2026:23:30:00 -0200', `GET ${path}`] as const);
    const files = {
      'a.ts': `fetch('${HOST}${path}');\n`,
      'a.har': har(
        { path, status: 401, answers: { 'www-authenticate': 'Digest realm="x"' } },
        { path, headers: { authorization: 'Digest x="y"' } },
      ),
      'access.log': log(...lines),
    };
    const { sites } = await correlated(files);
    expect(sites[0]?.seen).toMatchObject({ count: 413, last: Date.parse('2026-10-04T01:30:00Z') });
    expect(sites[0]?.seen.places.map(({ file }) => file)).toEqual(['a.har', 'access.log']);
  });

  it('takes no product of places and recorded paths', async () => {
    const calls = Array.from({ length: 100 }, () => `fetch(\`${HOST}${V1}/groups/\${g}/alerts\`);`);
    const recorded = Array.from({ length: 2000 }, (_, at) => ({ path: `${V1}/groups/${at}/alerts` }));
    const files = { 'a.ts': `export const f = (g) => {\n${calls.join('\n')}\n};`, 'a.har': har(...recorded) };
    const { view } = await scanOf(files);
    const started = performance.now();
    const correlator = new Correlator(view!.calls);
    for (const call of view!.calls) correlator.see(call, true);
    const { sites } = correlator.result();
    expect(sites[0]?.seen).toMatchObject({ count: 2000, shared: 2000 });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

const evidenceIn = async (files: Files) => {
  const { findings, facts, recordings } = await scanOf(files, 'in batches');
  const evidence = evidenceOf(findings, recordings!.correlation(), facts);
  return findings.map((finding) => {
    const { seen, sites } = evidence.get(finding) ?? {};
    const made = sites?.map(({ file, span }) => files[file]!.slice(span.start, span.end));
    return [finding.file, finding.rule, seen?.count ?? made];
  });
};

describe('findings with evidence', () => {
  it('counts the calls that are built on a base, once each, and names who made a recorded one', async () => {
    const rows = await evidenceIn({
      'a.ts': [
        `const B = '${HOST}${V1}';`,
        "export const groups = () => fetch(B + '/groups');",
        "export const orgs = () => fetch(B + '/orgs');",
      ].join('\n'),
      'a.har': har(
        { path: `${V1}/groups` },
        { path: `${V1}/orgs` },
        { path: `${V1}/orgs` },
        { path: `${V1}/unauth` },
      ),
    });
    expect(rows).toContainEqual(['a.ts', 'legacy-base-url', 3]);
    expect(rows).toContainEqual(['a.ts', 'missing-version-header', 1]);
    expect(rows).toContainEqual(['a.ts', 'missing-version-header', 2]);
    expect(rows).toContainEqual(['a.har', 'legacy-base-url', ["fetch(B + '/orgs')"]]);
    expect(rows).toContainEqual(['a.har', 'legacy-base-url', []]);
  });

  it('counts the calls whose answers are read', async () => {
    const rows = await evidenceIn({
      'a.ts': `const c = await (await fetch('${HOST}${V1}/groups/1/clusters/x')).json();\nconsole.log(c.mongoURIWithOptions);\n`,
      'a.har': har({ path: `${V1}/groups/1/clusters/x` }),
    });
    expect(rows).toContainEqual(['a.ts', 'removed-cluster-property', 1]);
  });
});
