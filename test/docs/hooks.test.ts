import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryTree } from '../fixtures/temporary.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly files: string;
  readonly language: string;
  readonly types_or: readonly string[];
  readonly require_serial: boolean;
}
const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly Hook[];

const guide = read('docs/hooks.md');
const blocks = (language: string): readonly string[] =>
  [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, kind]) => kind === language)
    .map(([, , body]) => body!);

const CALL =
  'export const all = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups", { headers: {} });\n';

/** A repository with one staged call in `a file.ts`, and the tool on the path. */
const project = () => {
  const cwd = temporaryTree({ 'a file.ts': CALL, '.gitignore': 'path\n' });
  mkdirSync(join(cwd, 'path'));
  symlinkSync(join(root, 'bin/migrate.js'), join(cwd, 'path/atlas-api-migrate'));
  writeFileSync(join(cwd, 'path/npx'), '#!/bin/sh\n[ "$1" = --no ] && shift\nexec "$@"\n', { mode: 0o755 });
  const { GIT_DIR: _, GIT_INDEX_FILE: __, GIT_WORK_TREE: ___, ...rest } = process.env;
  const env = { ...rest, PATH: `${join(cwd, 'path')}:${process.env['PATH']}` };
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, env, encoding: 'utf8' });
  git('init', '-q');
  git('add', '-A');
  const sh = (command: string) => spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
  return { cwd, git, sh };
};

describe('.pre-commit-hooks.yaml', () => {
  it('offers a scan and a fix that pre-commit installs, each as one process', () => {
    expect(hooks.map(({ id }) => id)).toEqual(['atlas-api-migrate', 'atlas-api-migrate-fix']);
    for (const hook of hooks) {
      expect(hook).toMatchObject({ language: 'node', require_serial: true, types_or: ['text'] });
    }
    // pre-commit reads all that `npm pack` prints as the name of the package.
    expect(JSON.parse(read('package.json'))).not.toHaveProperty('scripts.prepare');
  });

  it.each([
    ['a.ts', true],
    ['src/a.mts', true],
    ['a.cjs', true],
    ['a.jsx', true],
    ['a.jsonc', true],
    ['a.yml', true],
    ['.env', true],
    ['app/.env.local', true],
    ['a.har', true],
    ['calls.http', true],
    ['a.py', false],
    ['README.md', false],
    ['ts', false],
    ['environment', false],
  ])('runs on %s: %s', (file, runs) => {
    for (const { files } of hooks) expect(new RegExp(files).test(file)).toBe(runs);
  });

  it('has entries that run with names of files behind them', () => {
    const { cwd, sh } = project();
    const [scan, fix] = hooks;
    expect(sh(`${scan?.entry} 'a file.ts'`).status).toBe(1);
    expect(sh(`${fix?.entry} 'a file.ts'`)).toMatchObject({ status: 0, stdout: '' });
    expect(readFileSync(join(cwd, 'a file.ts'), 'utf8')).toContain('/api/atlas/v2/groups');
  });
});

describe('docs/hooks.md', () => {
  it('names the hooks that there are', () => {
    const [config = ''] = blocks('yaml');
    const { repos } = parse(config) as { repos: readonly [{ hooks: readonly { id: string }[] }] };
    const ids = new Set(hooks.map(({ id }) => id));
    expect(repos[0].hooks.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('has commands for lint-staged and lefthook that refuse the call', () => {
    const { sh } = project();
    const lint = JSON.parse(blocks('json')[0]!) as { 'lint-staged': { '*': string } };
    expect(sh(`${lint['lint-staged']['*']} 'a file.ts'`).status).toBe(1);
    const left = parse(blocks('yaml')[1]!) as {
      'pre-commit': { commands: Record<string, { run: string }> };
    };
    expect(sh(left['pre-commit'].commands['atlas-api-migrate']!.run).status).toBe(1);
    expect(read('test/surfaces/lefthook.sh')).toContain(blocks('yaml')[1]);
  });

  it('has a hook of git that refuses the call', () => {
    const { git, sh, cwd } = project();
    mkdirSync(join(cwd, '.git/hooks'), { recursive: true });
    expect(sh(blocks('sh').at(-1)!).status).toBe(0);
    const commit = git('commit', '-m', 'Add a call');
    expect(commit.stdout + commit.stderr).toContain('legacy-base-url');
    expect(git('rev-parse', '--verify', 'HEAD').status).not.toBe(0);
  });
});

describe('test/surfaces', () => {
  const scripts = readdirSync(join(root, 'test/surfaces')).filter((name) => name.endsWith('.sh'));

  it.each(scripts)('%s is a script of the shell', (name) => {
    expect(() => execFileSync('sh', ['-n', join(root, 'test/surfaces', name)])).not.toThrow();
  });

  it.each(scripts.filter((name) => name !== 'project.sh'))('%s is run by npm run surfaces', (name) => {
    expect(read('scripts/surfaces.mjs')).toContain(`script('${name.replace(/\.sh$/, '')}'`);
  });

  it('are listed when one is named that does not exist', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/surfaces.mjs'), 'x'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('no surface "x": pre-commit, husky')]);
  });
});
