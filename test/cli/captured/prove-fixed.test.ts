import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProofReport } from '../../../src/report/proof.ts';
import { noWayOut } from '../../capture/upstream.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { runTool } from './run.ts';

const CODE = `const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';

export const alerts = async (id) => {
  const response = await fetch(\`\${BASE}/groups/\${id}/alerts\`, { headers: { Authorization: 'Bearer eyJa.bcd.efg' } });
  if (!response.ok) throw new Error('status ' + response.status);
  return response.json();
};
`;
const TEST = `import { strictEqual } from 'node:assert';
import { alerts } from './src/alerts.mjs';
import 'installed';
strictEqual((await alerts('5e2211c17a3e5a48f5497de3')).totalCount, 0);
console.log('passed in', process.cwd().split('/').pop());
`;

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });

/** A repository with an installed package and a file that git ignores. */
const repository = (): string => {
  const folder = temporaryTree({
    'package.json': '{}',
    '.gitignore': 'node_modules\nignored.txt\n',
    'ignored.txt': 'ignored',
    'src/alerts.mjs': CODE,
    'test.mjs': TEST,
    'node_modules/installed/package.json': '{"main":"index.js"}',
    'node_modules/installed/index.js': '',
  });
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  return folder;
};

const DAY = ['--today', '2026-11-21'];

describe('migrate prove --fixed', () => {
  it('proves the safe fixes in a copy, beside the program as it is, and changes no file', async () => {
    const folder = repository();
    const temporary = temporaryTree({});
    const env = { ...noWayOut(), TMPDIR: temporary };
    const now = await runTool(['prove', ...DAY, '--', 'node', 'test.mjs'], folder, env);
    expect([now.code, now.err]).toEqual([
      1,
      expect.stringContaining('src/alerts.mjs:4:26: 410 API_GONE, refused'),
    ]);
    const fixed = await runTool(
      ['prove', ...DAY, '--fixed', '--before', '--', 'node', 'test.mjs'],
      folder,
      env,
    );
    expect(fixed.out.toString()).toMatch(/^passed in .*\npassed in tree\n$/);
    expect(fixed.err).toBe(`  ✓ GET /api/atlas/v2/groups/{groupId}/alerts
      src/alerts.mjs:4:26: before: 200; after: 200
1 call with safe fixes, unversioned API gone: 1 accepted, 0 refused, 0 not proven.
Command: exit code 0 (before: exit code 0).
`);
    expect(fixed.code).toBe(0);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    // The folder of the journals of `fix` stays.
    expect(readdirSync(temporary).filter((name) => !/^atlas-api-migrate-\d+$/.test(name))).toEqual([]);
  });

  it('takes what git does not ignore, and links installed packages', async () => {
    const folder = repository();
    writeFileSync(join(folder, 'new.txt'), 'new');
    mkdirSync(join(folder, 'sub'));
    symlinkSync('../new.txt', join(folder, 'sub/link'));
    const list = ['ls', '-A', '.', 'sub'];
    const { out } = await runTool(['prove', ...DAY, '--fixed', '--', ...list], folder, noWayOut());
    expect(out.toString().split(/\s+/).filter(Boolean).toSorted()).toEqual(
      [
        '.:',
        '.gitignore',
        'link',
        'new.txt',
        'node_modules',
        'package.json',
        'src',
        'sub',
        'sub:',
        'test.mjs',
      ].toSorted(),
    );
    expect(existsSync(join(folder, 'node_modules/installed/index.js'))).toBe(true);
  });

  it('leaves out unsafe fixes unless they are asked for', async () => {
    const folder = temporaryTree({
      'package.json': '{}',
      'call.mjs': `import { argv } from 'node:process';
const url = 'https://cloud.mongodb.com/api/atlas/v1.0/groups';
await globalThis[argv[2]](url, { headers: { Authorization: 'Bearer eyJa.bcd.efg' } });`,
    });
    const command = ['--', 'node', 'call.mjs', 'fetch'];
    const safe = await runTool(['prove', ...DAY, '--fixed', ...command], folder, noWayOut());
    const unsafe = await runTool(['prove', ...DAY, '--unsafe', ...command], folder, noWayOut());
    expect([safe.code, safe.err]).toEqual([1, expect.stringContaining('call.mjs:3:26: 410 API_GONE')]);
    expect(safe.err).toContain('there is nothing to fix in this folder');
    expect([unsafe.code, unsafe.err]).toEqual([
      1,
      expect.stringContaining('call.mjs:3:26: 406 INVALID_VERSION_DATE'),
    ]);
    expect(unsafe.err).toContain('1 call with all fixes');
    expect(readFileSync(join(folder, 'call.mjs'), 'utf8')).toContain('/v1.0');
  });

  it('finds the place of a call that a program in another language made, by what the code can send', async () => {
    const folder = temporaryTree({
      'package.json': '{}',
      'calls.sh': `#!/bin/sh
curl -sS -H 'Authorization: Bearer eyJa.bcd.efg' "https://cloud.mongodb.com/api/atlas/v1.0/groups/$GROUP/alerts" > /dev/null
curl -sS -H 'Authorization: Bearer eyJa.bcd.efg' https://cloud.mongodb.com/api/atlas/v1.0/orgs > /dev/null
`,
    });
    const env = { ...noWayOut(), GROUP: '5e2211c17a3e5a48f5497de3' };
    await runTool(['prove', ...DAY, '-o', 'json=proof.json', '--', 'sh', 'calls.sh'], folder, env);
    const { calls } = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8')) as ProofReport;
    expect(calls.map(({ path, place }) => [path, place])).toEqual([
      ['/api/atlas/v1.0/groups/{groupId}/alerts', { file: 'calls.sh', line: 2, column: null, by: 'match' }],
      ['/api/atlas/v1.0/orgs', { file: 'calls.sh', line: 3, column: null, by: 'match' }],
    ]);
  });

  it('finds such a place in the text after the fixes, which may be longer', async () => {
    const folder = temporaryTree({
      'package.json': '{}',
      'calls.sh': `#!/bin/sh
curl -sS \\
  -H 'Authorization: Bearer eyJa.bcd.efg' \\
  https://cloud.mongodb.com/api/atlas/v1.0/groups > /dev/null
curl -sS -H 'Authorization: Bearer eyJa.bcd.efg' https://cloud.mongodb.com/api/atlas/v1.0/orgs > /dev/null
`,
    });
    const command = ['prove', ...DAY, '--fixed', '-o', 'json=proof.json', '--', 'sh', 'calls.sh'];
    await runTool(command, folder, noWayOut());
    const { calls } = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8')) as ProofReport;
    expect(calls.map(({ path, place }) => [path, place?.line])).toEqual([
      ['/api/atlas/v2/groups', 2],
      ['/api/atlas/v2/orgs', 6],
    ]);
  });
});
