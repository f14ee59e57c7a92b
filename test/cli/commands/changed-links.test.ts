import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { zipOf } from '../../io/zip.ts';
import { readTree } from '../../fixtures/tree.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const PROJECTS = fileURLToPath(new URL('../../../fixtures/projects', import.meta.url));
const ROOT = 'https://cloud.mongodb.com/api/atlas/v1.0';

const gitIn =
  (cwd: string) =>
  (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });

const committed = (cwd: string) => {
  const git = gitIn(cwd);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return git;
};

interface Found {
  readonly file: string;
  readonly rule: string;
  readonly fix: { readonly safety: string } | null;
  readonly blocked?: object;
}

const scan = async (cwd: string, ...args: readonly string[]): Promise<readonly Found[]> => {
  const piped = args.includes('--stdin') ? readFileSync(join(cwd, args.at(-1)!), 'utf8') : '';
  const { terminal, out } = recordingTerminal(cwd, piped);
  await run(['scan', '-f', 'json', '--today', '2026-11-21', ...args], terminal);
  const { findings } = JSON.parse(out()) as { findings: readonly (Found & Record<string, unknown>)[] };
  // Recordings that did not change are not read, so that they tell nothing of calls.
  return findings.map(({ sites: _sites, ...found }) => found);
};

const HAR = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'x', version: '1' },
    entries: [
      {
        startedDateTime: '2026-01-01T00:00:00Z',
        request: { method: 'GET', url: `${ROOT}/groups`, headers: [{ name: 'Accept', value: '*/*' }] },
        response: { status: 200, headers: [], content: {} },
      },
    ],
  },
});

describe('a scan of changed files', () => {
  it('tells of the entries of an archive that changed, and reads no other recording', async () => {
    const cwd = temporaryTree({ 'old.har': HAR, 'a.ts': `fetch('${ROOT}/groups');\n` });
    const git = committed(cwd);
    writeFileSync(join(cwd, 'new.zip'), zipOf([{ name: 'x.har', bytes: HAR }]));
    appendFileSync(join(cwd, 'a.ts'), '\n');
    const files = new Set((await scan(cwd, '--changed')).map(({ file }) => file));
    expect([...files]).toEqual(['a.ts', 'new.zip!x.har']);
    git('add', '-A');
    expect(new Set((await scan(cwd, '--staged')).map(({ file }) => file))).toEqual(files);
  });

  it.each(readdirSync(PROJECTS))(
    'says of each file of %s what a scan of the tree says of it',
    async (name) => {
      const cwd = temporaryTree({});
      cpSync(join(PROJECTS, name), cwd, { recursive: true });
      const git = committed(cwd);
      const all = await scan(cwd);
      for (const file of [...readTree(cwd).keys()].filter((path) => !path.startsWith('.git/'))) {
        appendFileSync(join(cwd, file), '\n');
        const changed = await scan(cwd, '--changed');
        expect(changed, file).toEqual(all.filter((found) => found.file === file));
        git('checkout', '-q', '.');
      }
    },
  );
});

const BASE = { 'base.ts': `export const BASE = '${ROOT}';\n` };
const CLIENT = {
  ...BASE,
  'client.ts': "import { BASE } from './base';\nexport const get = (path: string) => fetch(BASE + path);\n",
};

/** What is written where no change is, and a new file that only together with it is a call of the API. */
const LINKS: readonly (readonly [string, Readonly<Record<string, string>>, string, readonly string[]])[] = [
  [
    'the base of its address',
    BASE,
    "import { BASE } from './base';\nexport const all = () => fetch(BASE + '/groups');\n",
    ['missing-version-header'],
  ],
  [
    'a client that it calls',
    CLIENT,
    "import { get } from './client';\nexport const n = async () => (await (await get('/groups/a/clusters/b')).json()).numShards;\n",
    ['removed-cluster-property'],
  ],
  [
    'a base behind an alias and a re-export',
    {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } } // ours\n',
      'lib/index.ts': "export * from './urls';\n",
      'lib/urls.ts': `export const BASE = '${ROOT}';\n`,
    },
    "import { BASE } from '~/index';\nexport const all = () => fetch(BASE + '/groups');\n",
    ['missing-version-header'],
  ],
  [
    'a caller that gives it the address',
    { 'caller.ts': `import { send } from './new';\nexport const all = () => send('${ROOT}/groups');\n` },
    'export const send = (url: string) => fetch(url);\n',
    ['missing-version-header'],
  ],
  [
    'a caller that gives it an answer',
    {
      'caller.ts': `import { show } from './new';\nexport const all = async () => show(await (await fetch('${ROOT}/groups/a/clusters/b')).json());\n`,
    },
    'export const show = (cluster: any) => cluster.autoScaling.compute.enabled;\n',
    ['removed-cluster-property'],
  ],
  [
    'a variable of the environment',
    { '.env': `ATLAS=${ROOT}\n` },
    "export const all = () => fetch(process.env.ATLAS + '/groups');\n",
    ['missing-version-header'],
  ],
  [
    'settings',
    { 'config.json': `{ "atlas": "${ROOT}" }\n` },
    "import { atlas } from './config.json';\nexport const all = () => fetch(atlas + '/groups');\n",
    ['missing-version-header'],
  ],
  [
    'other calls of its project',
    { 'other.ts': `fetch('${ROOT}/groups');\n` },
    "export const size = { providerSettings: { instanceSizeName: 'M10', providerName: 'AWS' }, numShards: 1, name: 'a' };\n",
    ['removed-cluster-property'],
  ],
];

const told = (found: readonly Found[]) => found.map(({ fix: _fix, blocked: _blocked, ...rest }) => rest);

/** Of these, links that lead out of the file itself. */
const IMPORTED = new Set([
  'the base of its address',
  'a client that it calls',
  'a base behind an alias and a re-export',
]);

describe('a call in a changed file is found by', () => {
  it.each(LINKS)('%s, elsewhere', async (_, files, text, rules) => {
    const cwd = temporaryTree({ 'package.json': '{}', ...files });
    const git = committed(cwd);
    writeFileSync(join(cwd, 'new.ts'), text);
    const all = (await scan(cwd)).filter(({ file }) => file === 'new.ts');
    expect(all.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...rules]));
    // A fix that has to change another file too is not offered where the run is not about that file.
    expect(told(await scan(cwd, '--changed'))).toEqual(told(all));
    git('add', 'new.ts');
    expect(told(await scan(cwd, '--staged'))).toEqual(told(all));
    git('commit', '-q', '-m', 'second');
    expect(told(await scan(cwd, '--since', 'HEAD~1'))).toEqual(told(all));
  });

  it.each(LINKS.filter(([link]) => IMPORTED.has(link)))(
    '%s, elsewhere, where it is named alone or piped',
    async (_, files, text) => {
      const cwd = temporaryTree({ 'package.json': '{}', ...files, 'new.ts': text });
      const all = (await scan(cwd)).filter(({ file }) => file === 'new.ts');
      // What else sends on the same base decides whether a fix is safe, and is not looked at.
      expect(told(await scan(cwd, 'new.ts'))).toEqual(told(all));
      expect(told(await scan(cwd, '--stdin', '--stdin-filename', 'new.ts'))).toEqual(told(all));
      await run(['fix', '--unsafe', 'new.ts'], recordingTerminal(cwd).terminal);
      for (const [file, before] of Object.entries(files))
        expect(readFileSync(join(cwd, file), 'utf8')).toBe(before);
    },
  );

  it('a client between two files that are named, and parses no other import', async () => {
    const others = Array.from(
      { length: 40 },
      (_each, at) => [`lib/o${at}.ts`, `export const o${at} = {{{;\n`] as const,
    );
    const cwd = temporaryTree({
      'package.json': '{}',
      ...CLIENT,
      ...Object.fromEntries(others),
      'new.ts': `${others.map(([file]) => `import './${file}';\n`).join('')}import { get } from './client';\nexport const n = async () => (await (await get('/groups/a/clusters/b')).json()).numShards;\n`,
    });
    const { terminal, out } = recordingTerminal(cwd);
    await run(['scan', '-f', 'json', 'new.ts', 'base.ts'], terminal);
    const report = JSON.parse(out()) as { findings: readonly Found[]; summary: { failed: number } };
    expect(report.findings.map(({ file }) => file)).toContain('new.ts');
    expect(report.summary).toMatchObject({ discovered: 2, failed: 0 });
  });

  it('what the index holds of the others, not the work tree', async () => {
    const cwd = temporaryTree({ 'package.json': '{}', ...BASE });
    const git = committed(cwd);
    writeFileSync(join(cwd, 'new.ts'), "import { BASE } from './base';\nfetch(BASE + '/groups');\n");
    git('add', 'new.ts');
    writeFileSync(join(cwd, 'base.ts'), "export const BASE = 'https://example.com';\n");
    expect((await scan(cwd, '--staged')).map(({ rule }) => rule)).toEqual(['missing-version-header']);
    expect((await scan(cwd, '--changed')).map(({ rule }) => rule)).toEqual([]);
    git('commit', '-q', '-a', '-m', 'second');
    writeFileSync(join(cwd, 'new.ts'), "import { BASE } from './base';\nfetch(BASE + '/orgs');\n");
    git('add', 'new.ts');
    writeFileSync(join(cwd, 'base.ts'), BASE['base.ts']);
    expect(await scan(cwd, '--staged')).toEqual([]);
  });
});
