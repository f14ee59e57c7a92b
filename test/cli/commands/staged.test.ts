import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const ROOT = 'https://cloud.mongodb.com/api/atlas';
const call = (name: string): string => `export const ${name} = () => fetch('${ROOT}/v1.0/groups');\n`;
const PAD = 'const a = 1;\nconst b = 2;\nconst c = 3;\n';
const END = '\nexport { a, b, c };\n';

const repository = (files: Readonly<Record<string, string>>, config: readonly string[] = []) => {
  const cwd = temporaryTree(files);
  const { GIT_DIR: _, GIT_INDEX_FILE: __, GIT_WORK_TREE: ___, ...env } = process.env;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('init', '-q', '-b', 'main');
  for (const entry of config) git('config', ...entry.split('='));
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return {
    cwd,
    git,
    write: (file: string, text: string): void => writeFileSync(join(cwd, file), text),
    disk: (file: string): string => readFileSync(join(cwd, file), 'utf8'),
    index: (file: string): string => git('show', `:${file}`),
  };
};

const fix = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(['fix', '--staged', '-f', 'compact', ...args], terminal);
  return { code, out: out(), printed: printed() };
};

describe('fix --staged', () => {
  it('fixes and stages what is staged, and nothing else', async () => {
    const { cwd, git, write, disk, index } = repository({ 'package.json': '{}', 'a.ts': PAD, 'b.ts': PAD });
    write('a.ts', PAD + call('f'));
    git('add', 'a.ts');
    write('b.ts', PAD + call('g'));
    expect((await fix(cwd)).code).toBe(0);
    expect(index('a.ts')).toContain('/api/atlas/v2/groups');
    expect(disk('a.ts')).toBe(index('a.ts'));
    expect([disk('b.ts'), index('b.ts')]).toEqual([PAD + call('g'), PAD]);
    expect(git('diff', '--name-only').trim()).toBe('b.ts');
    const before = [git('diff', '--cached'), disk('a.ts')];
    await fix(cwd);
    expect([git('diff', '--cached'), disk('a.ts')]).toEqual(before);
  });

  it.each([
    ['LF', [], (text: string) => text],
    ['autocrlf', ['core.autocrlf=true'], (text: string) => text.replaceAll('\n', '\r\n')],
  ])('leaves unstaged hunks as they are and unstaged, with %s', async (_, config, native) => {
    const { cwd, git, write, disk, index } = repository(
      { 'package.json': '{}', 'a.ts': native(PAD) },
      config,
    );
    write('a.ts', native(PAD + call('f') + END));
    git('add', 'a.ts');
    write('a.ts', native(`// not staged\n${PAD}${call('f')}${END}// nor this\n${call('later')}`));
    expect((await fix(cwd)).code).toBe(0);
    const fixed = index('a.ts');
    expect(fixed).toContain('/api/atlas/v2/groups');
    expect(fixed).not.toMatch(/not staged|later|\r/);
    expect(disk('a.ts')).toBe(native(`// not staged\n${fixed}// nor this\n${call('later')}`));
    git('commit', '-q', '-m', 'second');
    expect(git('diff', '--numstat').trim()).toMatch(/^3\t0\ta.ts$/);
  });

  it('writes nothing at all where a fix meets an unstaged change', async () => {
    const { cwd, git, write, disk, index } = repository({ 'package.json': '{}', 'a.ts': PAD, 'b.ts': PAD });
    write('a.ts', call('f'));
    write('b.ts', call('g'));
    git('add', '-A');
    write('a.ts', call('other'));
    const before = [disk('a.ts'), index('a.ts'), disk('b.ts'), index('b.ts')];
    const { code, printed } = await fix(cwd);
    expect(code).toBe(2);
    expect(printed).toMatch(/nothing was written: a\.ts has unstaged changes on or beside lines/);
    expect([disk('a.ts'), index('a.ts'), disk('b.ts'), index('b.ts')]).toEqual(before);
  });

  it('leaves alone what needs files that are not staged, and says so', async () => {
    const base = `export const base = '${ROOT}/v1.0';\n`;
    const user = "import { base } from './base';\nexport const f = () => fetch(`${base}/groups`);\n";
    const { cwd, git, write, disk, index } = repository({
      'package.json': '{}',
      'base.ts': PAD,
      'user.ts': user,
    });
    write('base.ts', base);
    git('add', '-A');
    const { code, printed } = await fix(cwd);
    expect(code).toBe(1);
    expect(printed).toMatch(/The fix also changes \S*user.ts, which is not one of the files of this run/);
    expect([disk('base.ts'), index('base.ts'), disk('user.ts')]).toEqual([base, base, user]);
    write('user.ts', `${user}\n`);
    git('add', '-A');
    expect((await fix(cwd)).code).toBe(0);
    expect(index('user.ts')).toContain('vnd.atlas');
  });

  it('fixes a file that is staged and gone from disk in the index only', async () => {
    const { cwd, git, write, index } = repository({ 'package.json': '{}', 'x.ts': PAD });
    write('a.ts', call('f'));
    git('add', 'a.ts');
    rmSync(join(cwd, 'a.ts'));
    expect((await fix(cwd)).code).toBe(0);
    expect(index('a.ts')).toContain('/api/atlas/v2/groups');
    expect(existsSync(join(cwd, 'a.ts'))).toBe(false);
  });

  it('takes strange names, keeps the mode, and works below the root', async () => {
    const name = '-dash "quoted" é\n.ts';
    const { cwd, git, write, index } = repository({ 'package.json': '{}', 'sub/x.ts': PAD });
    write(`sub/${name}`, call('f'));
    chmodSync(join(cwd, 'sub', name), 0o755);
    git('add', '-A');
    expect((await fix(join(cwd, 'sub'))).code).toBe(0);
    expect(index(`sub/${name}`)).toContain('/api/atlas/v2/groups');
    expect(git('ls-files', '-s', '-z', 'sub')).toMatch(/^100755 /);
  });

  it('puts the files back where the index cannot be written', async () => {
    const { cwd, git, write, disk } = repository({ 'package.json': '{}', 'a.ts': PAD });
    write('a.ts', call('f'));
    git('add', 'a.ts');
    write('.git/index.lock', '');
    const { code, printed } = await fix(cwd);
    expect([code, disk('a.ts')]).toEqual([2, call('f')]);
    expect(printed).toMatch(
      /nothing was written: the index cannot be written: fatal: Unable to create .*index\.lock/,
    );
  });

  it('prints the patch of the index with --diff', async () => {
    const { cwd, git, write, index } = repository({ 'package.json': '{}', 'a.ts': PAD });
    write('a.ts', PAD + call('f'));
    git('add', 'a.ts');
    write('a.ts', `// more\n${PAD}${call('f')}`);
    const { out } = await fix(cwd, '--diff');
    const applied = spawnSync('git', ['apply', '--cached'], { cwd, input: out });
    expect(applied.status).toBe(0);
    const patched = index('a.ts');
    git('reset', '-q', '--hard');
    write('a.ts', PAD + call('f'));
    git('add', 'a.ts');
    await fix(cwd);
    expect(index('a.ts')).toBe(patched);
  });

  it('works in a pre-commit hook, with -a too, and refuses a commit of some paths', async () => {
    const { cwd, git, write, disk } = repository({ 'package.json': '{}', 'a.ts': PAD, 'b.ts': PAD });
    const bin = new URL('../../../bin/migrate.js', import.meta.url).pathname;
    write('.git/hooks/pre-commit', `#!/bin/sh\nexec "${process.execPath}" "${bin}" fix --staged --quiet\n`);
    chmodSync(join(cwd, '.git/hooks/pre-commit'), 0o755);
    write('a.ts', PAD + call('f'));
    git('commit', '-q', '-a', '-m', 'second');
    expect(git('show', 'HEAD:a.ts')).toContain('/api/atlas/v2/groups');
    expect(git('status', '--porcelain')).toBe('');
    write('a.ts', PAD + call('g'));
    write('b.ts', PAD + call('g'));
    git('add', 'b.ts');
    expect(() => git('commit', '-q', '-m', 'third', 'a.ts')).toThrow(/commits from an index of its own/);
    expect(disk('a.ts')).toBe(PAD + call('g'));
  }, 60_000);

  it('--changed fixes changed files where dirty files may be fixed', async () => {
    const { cwd, write, disk } = repository({ 'package.json': '{}', 'a.ts': PAD, 'b.ts': call('old') });
    write('a.ts', PAD + call('f'));
    const { terminal } = recordingTerminal(cwd);
    expect(await run(['fix', '--changed'], terminal)).toBe(2);
    expect(await run(['fix', '--changed', '--allow-dirty', '--quiet'], terminal)).toBe(0);
    expect([disk('a.ts').includes('/v2/'), disk('b.ts')]).toEqual([true, call('old')]);
  });
});
