import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const LEGACY = "export const url = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";
const CLEAN = 'export const url = 1;\n';

const repository = (files: Readonly<Record<string, string>>) => {
  const cwd = temporaryTree(files);
  const { GIT_DIR: _, GIT_INDEX_FILE: __, GIT_WORK_TREE: ___, ...env } = process.env;
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, env });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  const write = (file: string, text: string): void => writeFileSync(join(cwd, file), text);
  return { cwd, git, write };
};

const scan = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(['scan', '-f', 'compact', '--quiet', ...args], terminal);
  const files = out()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(':')[0]);
  return { code, files, printed: printed() };
};

describe('scan of what changed', () => {
  it('--staged reads the index, not the work tree', async () => {
    const { cwd, git, write } = repository({ 'old.ts': LEGACY, 'a.ts': CLEAN, 'b.ts': CLEAN });
    write('a.ts', LEGACY);
    git('add', 'a.ts');
    write('a.ts', CLEAN);
    write('b.ts', LEGACY);
    expect(await scan(cwd, '--staged')).toMatchObject({ code: 1, files: ['a.ts'] });
    git('reset', '-q', '--hard');
    write('b.ts', `${CLEAN}\n`);
    git('add', 'b.ts');
    write('b.ts', LEGACY);
    expect(await scan(cwd, '--staged')).toMatchObject({ code: 0, files: [] });
  });

  it('--changed takes what is not committed, new files too, from any folder', async () => {
    const { cwd, write } = repository({ 'old.ts': LEGACY, 'sub/a.ts': CLEAN, 'gone.ts': LEGACY });
    write('sub/a.ts', LEGACY);
    write('sub/new file.ts', LEGACY);
    rmSync(join(cwd, 'gone.ts'));
    expect((await scan(cwd, '--changed')).files).toEqual(['sub/a.ts', 'sub/new file.ts']);
    expect((await scan(join(cwd, 'sub'), '--changed')).files).toEqual(['a.ts', 'new file.ts']);
  });

  it('--since takes what changed on this branch', async () => {
    const { cwd, git, write } = repository({ 'old.ts': LEGACY });
    git('checkout', '-q', '-b', 'branch');
    write('a.ts', LEGACY);
    git('add', '-A');
    git('commit', '-q', '-m', 'second');
    expect((await scan(cwd, '--since', 'main')).files).toEqual(['a.ts']);
  });

  it('works before the first commit', async () => {
    const cwd = temporaryTree({ 'a.ts': LEGACY });
    execFileSync('git', ['init', '-q'], { cwd });
    expect((await scan(cwd, '--changed')).files).toEqual(['a.ts']);
    execFileSync('git', ['add', '-A'], { cwd });
    expect((await scan(cwd, '--staged')).files).toEqual(['a.ts']);
  });

  it.each([
    [['--since', 'nowhere'], /nowhere/],
    [['--since=--output=x'], /takes a commit/],
    [['--staged', '--changed'], /one of --staged/],
  ])('refuses %j', async (args, message) => {
    const { cwd } = repository({ 'a.ts': CLEAN });
    const { code, printed } = await scan(cwd, ...args);
    expect(code).toBe(2);
    expect(printed).toMatch(message);
  });

  it('needs a repository', async () => {
    const cwd = temporaryTree({ 'a.ts': LEGACY });
    expect(await scan(cwd, '--changed')).toMatchObject({ code: 2 });
  });
});
