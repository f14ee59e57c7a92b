import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProofReport } from '../../../src/report/proof.ts';
import { noWayOut } from '../../capture/upstream.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { runTool } from './run.ts';

const LEGACY = 'https://cloud.mongodb.com/api/atlas/v1.0';
const VERSIONED = 'https://cloud.mongodb.com/api/atlas/v2';
const ACCEPT = 'application/vnd.atlas.2023-02-01+json';
const GROUP = '5e2211c17a3e5a48f5497de3';
const DAY = ['--today', '2026-11-21'];

const prove = async (files: Readonly<Record<string, string>>, args: readonly string[], env = noWayOut()) => {
  const folder = temporaryTree({ 'package.json': '{}', ...files });
  const ran = await runTool(['prove', ...DAY, ...args], folder, env);
  return { ...ran, folder };
};

const reportOf = async (
  files: Readonly<Record<string, string>>,
  flags: readonly string[],
  command: readonly string[],
) => {
  const ran = await prove(files, [...flags, '-o', 'json=proof.json', '--', ...command]);
  const report = JSON.parse(readFileSync(join(ran.folder, 'proof.json'), 'utf8')) as ProofReport;
  return { ...ran, report, calls: report.calls };
};

const curl = (url: string, ...more: readonly string[]): readonly string[] => [
  'curl',
  '-sS',
  '-H',
  'Authorization: Bearer eyJa.bcd.efg',
  ...more,
  url,
];

describe('migrate prove', () => {
  it('names each call that would break, with its place, and fails', async () => {
    const code = `const BASE = '${LEGACY}';
const headers = { Authorization: 'Bearer eyJa.bcd.efg' };
for (const id of ['${GROUP}', '${GROUP}']) await fetch(\`\${BASE}/groups/\${id}/alerts\`, { headers });
const answer = await fetch('${VERSIONED}/groups', { headers: { ...headers, Accept: '${ACCEPT}' } });
await fetch('${VERSIONED}/groups', { headers });
process.stdout.write(await answer.text());`;
    const { out, err, code: exit } = await prove({ 'call.mjs': code }, ['--', 'node', 'call.mjs']);
    expect(JSON.parse(out.toString())).toMatchObject({ totalCount: 1 });
    expect(err).toBe(`  ✗ GET /api/atlas/v1.0/groups/{groupId}/alerts (2 times)
      call.mjs:3:82: 410 API_GONE, refused
      The unversioned API /api/atlas/v1.0 is gone: use the versioned one, /api/atlas/v2.
  ✓ GET /api/atlas/v2/groups
      call.mjs:4:22: 200
  ✗ GET /api/atlas/v2/groups
      call.mjs:5:7: 406 INVALID_VERSION_DATE, refused
      Accept must name a version of this resource: application/vnd.atlas.<yyyy-mm-dd>+json.
4 calls, unversioned API gone: 1 accepted, 3 refused, 0 not proven.
Command: exit code 0.
migrate: exit 1: a call was refused.
`);
    expect(exit).toBe(1);
  });

  it.each([
    ['a program that fails', ['false'], [], 1, 'migrate: exit 1: the command failed.\n'],
    ['no call', ['true'], [], 0, 'nothing was proven'],
    [
      'no call, strictly',
      ['true'],
      ['--strict'],
      2,
      'migrate: exit 2: no call was made, and --strict asks for proof.\n',
    ],
    ['no such program', ['nosuchprogram'], [], 2, 'migrate: cannot run nosuchprogram: command not found.\n'],
    ['no command', [], [], 2, 'migrate: name a command behind --: migrate prove -- npm test\n'],
    ['an unknown format', ['true'], ['-f', 'sarif'], 2, '--format'],
    ['an unknown state of the API', ['true'], ['--legacy', 'maybe'], 2, '--legacy'],
  ])('says how it went: %s', async (_, command, flags, exit, said) => {
    const { err, code } = await prove({}, [...flags, '--', ...command]);
    expect([code, err]).toEqual([exit, expect.stringContaining(said)]);
  });

  it.each([
    ['cloud.mongodb.com', 'accepted'],
    ['cloud.mongodb.com:443', 'accepted'],
    ['example.com', 'not-proven'],
    ['cloud.mongodb.com:8443', 'not-proven'],
    ['', 'not-proven'],
  ])('proves nothing by a request that names another host: %j', async (host, state) => {
    const headers = [`Accept: ${ACCEPT}`, `Host: ${host}`].flatMap((header) => ['-H', header]);
    const { calls } = await reportOf({}, [], curl(`${VERSIONED}/groups`, ...headers));
    expect(calls.map((call) => call.state)).toEqual([state]);
  });

  it('names the code that sends a call, and no example in a document', async () => {
    const call = `curl -sS -H 'Authorization: Bearer eyJa.bcd.efg' -H 'Accept: ${ACCEPT}' ${VERSIONED}/groups`;
    const readme = `# Tool\n\n\`\`\`sh\n${call}\n\`\`\`\n`;
    const { err } = await prove({ 'README.md': readme, 'call.sh': `${call}\n` }, ['--', 'sh', 'call.sh']);
    expect(err).toContain('      probably call.sh:1: 200\n');
    expect(err).not.toContain('README');
  });

  it('answers the unversioned API where it is on', async () => {
    const { calls, code } = await reportOf(
      {},
      ['--legacy', 'on'],
      curl(`${LEGACY}/groups/${GROUP}/clusters/orders`),
    );
    expect(calls).toMatchObject([
      {
        state: 'accepted',
        operation: 'clusters.get',
        path: '/api/atlas/v1.0/groups/{groupId}/clusters/{clusterName}',
      },
    ]);
    expect(code).toBe(0);
  });

  it('keeps what is created, also from run to run with --state', async () => {
    const entries = `${VERSIONED}/groups/aaaaaaaaaaaaaaaaaaaaaaaa/accessList`;
    const accept = ['-H', `Accept: ${ACCEPT}`];
    const post = curl(
      entries,
      ...accept,
      '-H',
      'Content-Type: application/json',
      '-d',
      '[{"ipAddress":"10.1.2.3"}]',
    );
    const folder = temporaryTree({});
    const first = await runTool(['prove', ...DAY, '--state', 'state', '--', ...post], folder, noWayOut());
    expect([first.code, first.err]).toEqual([
      0,
      expect.stringContaining('0 accepted, 0 refused, 1 not proven'),
    ]);
    expect(first.err).toContain('201, not proven');
    expect(first.err).toContain('The payload was not checked');
    const second = await runTool(
      ['prove', ...DAY, '--state', 'state', '--', ...curl(entries, ...accept)],
      folder,
      noWayOut(),
    );
    expect(second.out.toString()).toContain('10.1.2.3');
  });

  it('names what it does not know as not proven, and never counts it as passed', async () => {
    const accept = ['-H', `Accept: ${ACCEPT}`];
    const command = [
      `${VERSIONED}/groups/${GROUP}/nosuchthings`,
      `${VERSIONED}/groups/${GROUP}/clusters/nosuchcluster`,
      'https://cloud.mongodb.com/api/public/v1.0/groups',
    ].map((url) =>
      curl(url, ...accept)
        .map((word) => `'${word}'`)
        .join(' '),
    );
    const { calls, report, code } = await reportOf({}, [], ['sh', '-c', command.join(';')]);
    expect(calls.map(({ state, status, path }) => [state, status, path])).toEqual([
      ['not-proven', 404, '/api/atlas/v2/groups/{}/nosuchthings'],
      ['not-proven', 404, '/api/atlas/v2/groups/{groupId}/clusters/{clusterName}'],
      ['not-proven', 404, '/api/public/v1.0/groups'],
    ]);
    expect([report.summary.accepted, code]).toEqual([0, 0]);
    const strict = await prove({}, ['--strict', '--', ...curl(`${VERSIONED}/groups/${GROUP}/nosuchthings`)]);
    expect(strict.code).toBe(2);
  });

  it('names a call as not proven whose body is too long to be read', async () => {
    const words = curl(`${VERSIONED}/groups/${GROUP}/clusters`, '-X', 'POST', '-T', '-');
    const command = `head -c 2000000 /dev/zero | ${words.map((one) => `'${one}'`).join(' ')}`;
    const { err, code } = await prove({}, ['--', 'sh', '-c', command]);
    expect([code, err]).toEqual([0, expect.stringContaining('413, not proven\n      The body is longer')]);
  });

  it('names the place that callers share, and the candidates where they share none', async () => {
    const call = `curl -sS -H 'Authorization: Bearer eyJa.bcd.efg' ${LEGACY}/groups`;
    const shared = {
      'api.py': `import requests\ndef alerts(group):\n  return requests.get("${LEGACY}/groups/" + group + "/alerts")\n`,
      'one.py': 'import sys\nfrom api import alerts\nalerts(sys.argv[1])\n',
      'two.py': 'import sys\nfrom api import alerts\nalerts(sys.argv[1])\n',
    };
    const alerts = curl(`${LEGACY}/groups/${GROUP}/alerts`);
    const helper = await reportOf(shared, [], alerts);
    expect(helper.calls).toMatchObject([{ place: { file: 'api.py', line: 3, by: 'match' }, candidates: [] }]);
    const twice = await prove({ 'a.sh': call, 'b.sh': call }, ['--', 'sh', 'a.sh']);
    expect(twice.err).toContain('      one of a.sh:1, b.sh:1: 410 API_GONE, refused\n');
  });

  it('names the caller of a request that an interceptor repeats with credentials', async () => {
    const code = `const headers = { Accept: '${ACCEPT}' };
const send = async (url) => {
  const first = await fetch(url, { headers });
  return first.status === 401 ? again(url) : first;
};
const again = (url) =>
  fetch(url, { headers: { ...headers, Authorization: 'Bearer eyJa.bcd.efg' } });
await Promise.all(['${VERSIONED}/groups', '${VERSIONED}/groups'].map(send));`;
    const { calls } = await reportOf({ 'call.mjs': code }, [], ['node', 'call.mjs']);
    expect(calls).toMatchObject([{ state: 'accepted', count: 2, place: { file: 'call.mjs', line: 3 } }]);
  });

  it('names who called a helper of the program, where it makes calls for several paths', async () => {
    const files = {
      'http.mjs': `const headers = { Authorization: 'Bearer eyJa.bcd.efg' };
const request = async (path) => (await fetch('${LEGACY}' + path, { headers })).json();
export const get = async (path) => await request(path);
export const groups = async () => (await fetch('${LEGACY}/groups', { headers })).json();`,
      'calls.mjs': `import { get, groups } from './http.mjs';
const alerts = async (id) => await get(\`/groups/\${id}/alerts\`);
const teams = async (id) => await get(\`/groups/\${id}/teams\`);
await alerts('${GROUP}');
await alerts('${GROUP}');
await teams('${GROUP}');
await groups();`,
    };
    for (const command of [
      ['node', 'calls.mjs'],
      ['node', '--enable-source-maps', 'calls.mjs'],
    ]) {
      const { calls } = await reportOf(files, [], command);
      expect(
        calls.map(({ count, place, caller }) => [count, place?.line, caller?.file, caller?.line]),
      ).toEqual([
        [2, 2, 'calls.mjs', 2],
        [1, 2, 'calls.mjs', 3],
        [1, 4, undefined, undefined],
      ]);
    }
    const { err } = await prove(files, ['--', 'node', 'calls.mjs']);
    expect(err).toContain('      http.mjs:2:40, called from calls.mjs:2:36: 410 API_GONE, refused\n');
  });

  it('takes any credentials of the right form, and refuses none or those of a wrong form', async () => {
    const accept = ['-H', `Accept: ${ACCEPT}`];
    const groups = `${VERSIONED}/groups`;
    const plain = ['curl', '-sS', ...accept];
    const digest = await reportOf({}, [], [...plain, '--digest', '-u', 'own:own-secret', groups]);
    expect(digest.calls).toMatchObject([{ state: 'accepted', count: 1 }]);
    const none = await reportOf({}, [], [...plain, groups]);
    expect(none.calls).toMatchObject([{ state: 'refused', status: 401 }]);
    expect(none.report.summary).toMatchObject({ refused: 1, withoutCredentials: 1 });
    const seed = { groups: [], apiKeys: [{ publicKey: 'k', privateKey: 's' }] };
    const files = { 'seed.json': JSON.stringify(seed) };
    const strange = await reportOf(
      files,
      ['--seed', 'seed.json'],
      [...plain, '--digest', '-u', 'own:own-secret', groups],
    );
    expect(strange.calls).toMatchObject([{ state: 'refused', status: 401 }]);
    expect(strange.report.summary).toMatchObject({ refused: 1, withoutCredentials: 0 });
    const token = [
      'curl',
      '-sS',
      '-u',
      'id:secret',
      '-d',
      'grant_type=client_credentials',
      'https://cloud.mongodb.com/api/oauth/token',
    ];
    expect((await reportOf({}, [], token)).calls).toMatchObject([
      { state: 'accepted', operation: 'tokens.generate' },
    ]);
  });

  it('says that the API takes no HTTP Basic', async () => {
    const command = ['curl', '-sS', '-H', `Accept: ${ACCEPT}`, '-u', 'own:own-secret', `${VERSIONED}/groups`];
    const { err, code } = await prove({}, ['--', ...command]);
    expect(err).toContain('The request uses HTTP Basic, which this API does not accept');
    expect(code).toBe(1);
  });

  it('refuses an empty login, and names the variable that is empty', async () => {
    const groups = `${VERSIONED}/groups`;
    const command = ['sh', '-c', `curl -sS --digest -u "$ATLAS_PUBLIC_KEY:$ATLAS_PRIVATE_KEY" ${groups}`];
    const env = { ...noWayOut(), ATLAS_PUBLIC_KEY: 'own', ATLAS_PRIVATE_KEY: '' };
    const key = await prove({}, ['--', ...command], env);
    expect(key.err).toContain('The secret of the login is empty, which says nothing about the migration.');
    expect(key.err).toContain('Set ATLAS_PRIVATE_KEY, which is empty: any value is accepted');
    expect(key.err).toContain('1 refused');
    const token = await prove({}, [
      '--',
      'curl',
      '-sS',
      '-u',
      ':',
      '-d',
      'grant_type=client_credentials',
      'https://cloud.mongodb.com/api/oauth/token',
    ]);
    expect(token.err).toContain('The user name and the secret of the login are empty');
    expect(token.err).toContain('Set the variables or options that the program reads them from');
  });

  it('writes the report in each format', async () => {
    const flags = ['-o', 'json=a.json', '-o', 'markdown=a.md', '-o', 'pretty=a.txt'];
    const ran = await prove({}, [...flags, '--', ...curl(`${VERSIONED}/groups`)]);
    expect(ran.err).toBe('migrate: exit 1: a call was refused.\n');
    const read = (name: string): string => readFileSync(join(ran.folder, name), 'utf8');
    expect(JSON.parse(read('a.json'))).toMatchObject({ version: 1, summary: { calls: 1, refused: 1 } });
    expect(read('a.md')).toContain('| ✗ GET /api/atlas/v2/groups |');
    expect(read('a.txt')).toContain('✗ GET /api/atlas/v2/groups');
  });
});
