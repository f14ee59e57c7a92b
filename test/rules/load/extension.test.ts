import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { ApiExtension } from '../../../src/rules/load/rows.ts';
import { loadRuleset } from '../../../src/rules/load/index.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';
import { readPackage } from './load.ts';

const withApi = (...all: readonly object[]) =>
  loadRuleset(
    readPackage,
    all.map((api, at) => ({ file: `pack${at}.json`, text: JSON.stringify({ api }) })),
  ).api;

const CLUSTERS = { method: 'GET', path: '/groups/{id}/clusters' };

const clustersOf = (extension: ApiExtension) =>
  withApi(extension).operations.find(({ name }) => name === 'clusters.list')!;

const gone = (successor: string) => ({
  endpoints: [{ method: 'GET', path: '/groups/{x}/clusters', fate: 'removed', successor }],
});

describe('what a rule pack says of the service', () => {
  it('moves, clears and adds dates of a known operation, and leaves the rest of it', () => {
    const { path, deprecated, versions } = clustersOf({
      operations: [
        {
          ...CLUSTERS,
          versions: [
            { date: '2023-01-01', sunset: null },
            { date: '2023-02-01', sunset: '2028-02-29' },
            { date: '2027-01-15' },
          ],
        },
      ],
    });
    expect([path, deprecated]).toEqual(['/groups/{groupId}/clusters', false]);
    expect(versions.map(({ date, sunset }) => [date, sunset])).toEqual([
      ['2023-01-01', null],
      ['2023-02-01', '2028-02-29'],
      ['2024-08-05', null],
      ['2027-01-15', null],
    ]);
  });

  it('adds products, hosts, dates, operations and endpoints to what is built in', () => {
    const api = withApi({
      products: ['nimbus'],
      hosts: ['nimbus.example.com'],
      asOf: '2026-11-01',
      operations: [{ method: 'GET', path: '/things/{id}', versions: [{ date: '2026-10-01' }] }],
      endpoints: [{ method: 'GET', path: '/thing/{id}', fate: 'renamed', v2: '/things/{id}' }],
    });
    expect(api.products).toEqual(['atlas', 'nimbus']);
    expect(api.hosts).toContain('nimbus.example.com');
    expect([api.asOf, api.versionDates.at(-1)]).toEqual(['2026-11-01', '2026-10-01']);
    expect(api.operations.at(-1)).toMatchObject({ path: '/things/{id}', deprecated: false, name: null });
    expect(api.endpoints.at(-1)).toMatchObject({ base: 'v1.0', path: '/thing/{}', v2: '/things/{}' });
    expect(api.endpoints).toHaveLength(323);
  });

  it('takes the place of a known endpoint, and the last pack that of others', () => {
    const { endpoints } = withApi(gone('a'), gone('b'));
    const rows = endpoints.filter(({ method, path }) => method === 'GET' && path === '/groups/{}/clusters');
    expect(rows.map(({ base, v2, successor }) => [base, v2, successor])).toEqual([
      ['v1.0', null, 'b'],
      ['v1.5', '/groups/{}/clusters', null],
    ]);
  });

  it.each([
    [{ operation: [] }, 'api: unknown key "operation". Did you mean "operations"?'],
    [
      { operations: [{ ...CLUSTERS, versions: [{ date: '2023-02-01', sunst: '2027-01-01' }] }] },
      'api.operations[0].versions[0]: unknown key "sunst". Did you mean "sunset"?',
    ],
    [{ operations: [{ ...CLUSTERS, versions: [{ date: 'soon' }] }] }, 'api.operations[0].versions[0].date'],
    [{ endpoints: [{ ...CLUSTERS, fate: 'gone' }] }, 'must be one of "same", "deprecated"'],
    [{ endpoints: [{ ...CLUSTERS, fate: 'renamed' }] }, 'misses the key "v2"'],
    [{ hosts: 'x' }, 'api.hosts: must be array, not string'],
  ])('is refused with its place and what was meant: %j', (api, message) => {
    expect(() => withApi(api)).toThrow(message);
  });
});

const PACK = {
  api: {
    hosts: ['atlas.example.com'],
    operations: [
      {
        method: 'GET',
        path: '/groups/{groupId}/clusters',
        versions: [{ date: '2023-01-01', sunset: '2026-11-20' }],
      },
      {
        method: 'GET',
        path: '/groups/{groupId}/things',
        versions: [{ date: '2026-10-01', suffixes: ['csv'] }],
      },
    ],
    endpoints: [{ method: 'GET', path: '/groups/{groupId}/gadgets', fate: 'removed', successor: 'things' }],
  },
};

const get = (path: string, accept: string): string =>
  `fetch('https://atlas.example.com/api/atlas/${path}', { headers: { Accept: '${accept}' } });`;

const CODE = [
  get('v2/groups/x/clusters', 'application/vnd.atlas.2023-01-01+json'),
  get('v2/groups/x/things', 'application/vnd.atlas.2026-10-01+json'),
  get('v1.0/groups/x/gadgets', 'application/json'),
].join('\n');

const migrate = async (...args: readonly string[]) => {
  const config = JSON.stringify({ rulePacks: ['pack.json'] });
  const tree = { 'a.ts': CODE, 'pack.json': JSON.stringify(PACK), 'migrate.config.json': config };
  const { terminal, out } = recordingTerminal(temporaryTree(tree));
  await run([...args, '--today', '2026-11-21'], terminal);
  return out();
};

describe('a project that corrects the description', () => {
  it('is judged by what it says', async () => {
    const { findings } = JSON.parse(await migrate('scan', '-f', 'json', 'a.ts')) as {
      findings: { rule: string; start: { line: number } }[];
    };
    expect(findings.map(({ rule, start }) => [start.line, rule])).toEqual([
      [1, 'deleted-version'],
      [2, 'malformed-version-header'],
      [3, 'removed-endpoint'],
    ]);
  });

  it('has it explained', async () => {
    expect(await migrate('explain', '/groups/{id}/gadgets')).toContain('instead: things');
  });

  it('finds how to write it in the documentation', () => {
    const text = readFileSync(new URL('../../../docs/rule-packs.md', import.meta.url), 'utf8');
    const [, pack] = /```json\n(\{\n {2}"api"[\s\S]*?)```/.exec(text)!;
    expect(withApi((JSON.parse(pack!) as { api: object }).api).products).toContain('nimbus');
  });
});
