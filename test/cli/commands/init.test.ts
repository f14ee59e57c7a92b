import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../../src/cli/main.ts';
import { readTree } from '../../fixtures/tree.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const bin = fileURLToPath(new URL('../../../bin/migrate.js', import.meta.url));

const git = (cwd: string, ...args: readonly string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });

const repository = (files: Readonly<Record<string, string>> = {}): string => {
  const cwd = temporaryTree(files);
  git(cwd, 'init', '-q');
  return cwd;
};

const init = async (cwd: string, args: readonly string[], answers?: readonly string[]) => {
  const { terminal, printed } = recordingTerminal(cwd);
  const left = [...(answers ?? [])];
  const ask = () => Promise.resolve(left.shift() ?? 'no');
  const code = await run(['init', ...args], answers === undefined ? terminal : { ...terminal, ask });
  return { code, printed: printed() };
};

const text = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8');

describe('migrate init', () => {
  it('writes a configuration that scan takes, a hook and a workflow; twice is once', async () => {
    const cwd = repository({ 'package.json': '{}\n' });
    expect((await init(cwd, ['--yes'])).code).toBe(0);
    const { terminal } = recordingTerminal(cwd);
    expect(await run(['scan'], terminal)).toBe(0);
    expect(statSync(join(cwd, '.git/hooks/pre-commit')).mode & 0o111).not.toBe(0);
    expect(parse(text(cwd, '.github/workflows/atlas-api-migrate.yml'))).toMatchObject({
      jobs: { scan: { 'runs-on': 'ubuntu-latest' } },
    });
    const before = readTree(cwd);
    const again = await init(cwd, ['-y']);
    expect(again.printed.match(/already present/g)).toHaveLength(4);
    expect(readTree(cwd)).toEqual(before);
    expect(text(cwd, '.gitattributes')).toBe('/migrate-baseline.txt merge=union\n');
  });

  it('writes nothing through a link that leads out of the folder', async () => {
    const outside = temporaryTree({});
    const cwd = repository({ 'package.json': '{}\n' });
    symlinkSync(outside, join(cwd, '.github'));
    const { code, printed } = await init(cwd, ['--yes']);
    expect([code, readTree(outside).size]).toEqual([2, 0]);
    expect(printed).toContain('a link leads out of this folder');
  });

  it('writes what is agreed to', async () => {
    const cwd = repository();
    expect((await init(cwd, [], ['', 'n', 'y'])).code).toBe(0);
    expect([
      existsSync(join(cwd, 'migrate.config.json')),
      existsSync(join(cwd, '.git/hooks/pre-commit')),
    ]).toEqual([true, false]);
    expect(existsSync(join(cwd, '.github/workflows/atlas-api-migrate.yml'))).toBe(true);
    expect(existsSync(join(cwd, '.gitattributes'))).toBe(false);
  });

  it('does not wait for an answer that nobody can give', async () => {
    const { code, printed } = await init(repository(), []);
    expect(code).toBe(2);
    expect(printed).toContain('--yes');
  });

  it.each([
    [
      '.pre-commit-config.yaml',
      '# ours\nrepos:\n  - repo: local # first\n    hooks:\n      - id: a\n        entry: b\n\n# the end\n',
      { repos: [{ repo: 'local' }, { repo: 'local', hooks: [{ id: 'atlas-api-migrate' }] }] },
    ],
    [
      '.pre-commit-config.yaml',
      'repos:\r\n- repo: local\r\n  hooks: []\r\ndefault_stages: [commit]\r\n',
      { repos: [{}, { hooks: [{ id: 'atlas-api-migrate' }] }], default_stages: ['commit'] },
    ],
    ['.pre-commit-config.yaml', '', { repos: [{ hooks: [{ id: 'atlas-api-migrate' }] }] }],
    [
      'lefthook.yml',
      'pre-commit:\n  parallel: true\n  commands:\n    lint:\n      run: x\npre-push:\n  commands: {}\n',
      { 'pre-commit': { commands: { lint: { run: 'x' }, 'atlas-api-migrate': {} } }, 'pre-push': {} },
    ],
    ['lefthook.yml', 'pre-push:\n  jobs: []', { 'pre-commit': { commands: { 'atlas-api-migrate': {} } } }],
  ])('adds to %s %#', async (path, before, expected) => {
    const cwd = repository({ [path]: before });
    expect((await init(cwd, ['--yes'])).code).toBe(0);
    expect(parse(text(cwd, path))).toMatchObject(expected);
    for (const line of before.split('\n')) expect(text(cwd, path)).toContain(line);
    const once = text(cwd, path);
    await init(cwd, ['--yes']);
    expect(text(cwd, path)).toBe(once);
  });

  it.each([
    ['.pre-commit-config.yaml', 'repos: []\n'],
    ['.pre-commit-config.yaml', 'repos: [\n'],
    ['lefthook.yml', 'pre-commit:\n  jobs:\n    - run: x\n'],
    ['.git/hooks/pre-commit', '#!/usr/bin/env python3\n'],
  ])('leaves %s alone where it cannot add safely, and says what to add', async (path, before) => {
    const cwd = repository();
    writeFileSync(join(cwd, path), before);
    const { code, printed } = await init(cwd, ['--yes']);
    expect([code, text(cwd, path)]).toEqual([0, before]);
    expect(printed).toMatch(/by hand:\n.*atlas-api-migrate|atlas-api-migrate scan --staged/);
  });

  it('adds a line to the hook of husky', async () => {
    const cwd = repository({ '.husky/pre-commit': 'npm test' });
    await init(cwd, ['--yes']);
    expect(text(cwd, '.husky/pre-commit')).toBe('npm test\nnpx --no atlas-api-migrate scan --staged\n');
  });

  it('knows GitLab and other package managers', async () => {
    const cwd = repository({ '.gitlab-ci.yml': 'test:\n  script: x\n', 'pnpm-lock.yaml': '' });
    const { printed } = await init(cwd, ['--yes']);
    expect(text(cwd, '.gitlab-ci.yml')).toBe('test:\n  script: x\n');
    expect(printed).toContain('local: .gitlab/atlas-api-migrate.yml');
    expect(parse(text(cwd, '.gitlab/atlas-api-migrate.yml'))).toMatchObject({
      'atlas-api-migrate': {
        script: ['corepack enable', 'pnpm install --frozen-lockfile', expect.any(String)],
      },
    });
  });

  it('needs no repository', async () => {
    const cwd = temporaryTree({});
    expect(await init(cwd, ['--yes'])).toMatchObject({
      code: 0,
      printed: expect.stringContaining('hook: skipped'),
    });
  });

  it('writes a hook that stops a commit of a legacy call, and only that', async () => {
    const cwd = repository({ 'package.json': '{}', 'a.ts': 'export const a = 1;\n' });
    mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
    symlinkSync(bin, join(cwd, 'node_modules/.bin/atlas-api-migrate'));
    await init(cwd, ['--yes']);
    git(cwd, 'add', 'a.ts', 'migrate.config.json');
    expect(git(cwd, 'commit', '-m', 'first').status).toBe(0);
    writeFileSync(join(cwd, 'a.ts'), "export const a = 'https://cloud.mongodb.com/api/atlas/v1.0';\n");
    git(cwd, 'add', 'a.ts');
    const refused = git(cwd, 'commit', '-m', 'second');
    expect(refused.status).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain('legacy-base-url');
    expect(execFileSync('git', ['log', '--format=%s'], { cwd, encoding: 'utf8' })).toBe('first\n');
  }, 60_000);
});
