import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd });

const repository = (): string => {
  const cwd = temporaryTree({ 'package.json': '{}\n', '.git/hooks/x': '' });
  git(cwd, 'init', '-q');
  rmSync(join(cwd, '.git/hooks'), { recursive: true });
  return cwd;
};

const ran = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, printed } = recordingTerminal(cwd);
  const code = await run(args, terminal);
  return { code, printed: printed() };
};

const HOOK = '.git/hooks/pre-commit';

const other = (): string => temporaryTree({ old: '#!/bin/sh\n' });

describe('migrate init writes no hook outside of the repository', () => {
  it.each<[string, (cwd: string, other: string) => void]>([
    ['core.hooksPath leads out of it', (cwd, to) => void git(cwd, 'config', 'core.hooksPath', to)],
    [
      'the hook is a link',
      (cwd, to) => {
        renameSync(temporaryTree({ x: '' }), join(cwd, '.git/hooks'));
        symlinkSync(join(to, 'old'), join(cwd, HOOK));
      },
    ],
    [
      'the hook is a link to nothing',
      (cwd, to) => {
        renameSync(temporaryTree({ x: '' }), join(cwd, '.git/hooks'));
        symlinkSync(join(to, 'new'), join(cwd, HOOK));
      },
    ],
    ['the folder of the hooks is a link', (cwd, to) => symlinkSync(to, join(cwd, '.git/hooks'))],
    [
      '.git names another repository',
      (cwd, to) => {
        git(to, 'init', '-q');
        rmSync(join(cwd, '.git'), { recursive: true });
        writeFileSync(join(cwd, '.git'), `gitdir: ${to}/.git\n`);
      },
    ],
  ])('where %s', async (_, prepare) => {
    const [cwd, to] = [repository(), other()];
    prepare(cwd, to);
    const { code, printed } = await ran(cwd, 'init', '--yes');
    expect([code, printed]).toEqual([
      0,
      expect.stringContaining('is outside of this repository. Add this by hand:'),
    ]);
    expect(readdirSync(to).filter((name) => name !== '.git')).toEqual(['old']);
    expect(readFileSync(join(to, 'old'), 'utf8')).toBe('#!/bin/sh\n');
    expect(existsSync(join(to, '.git/hooks/pre-commit'))).toBe(false);
  });

  it('but in the repository of a worktree', async () => {
    const cwd = repository();
    git(cwd, 'commit', '-q', '--allow-empty', '-m', 'x');
    const tree = join(temporaryTree({}), 'tree');
    git(cwd, 'worktree', 'add', '-q', tree);
    expect((await ran(tree, 'init', '--yes')).code).toBe(0);
    expect(lstatSync(join(cwd, HOOK)).isFile()).toBe(true);
  });
});

describe('kept results', () => {
  it('are not written outside of the repository by a link', async () => {
    const [cwd, to] = [repository(), temporaryTree({})];
    symlinkSync(to, join(cwd, '.migrate-cache'));
    const { code, printed } = await ran(cwd, 'scan', '--cache');
    expect([code, printed]).toEqual([
      0,
      expect.stringContaining('is outside of the repository, so no result is kept there'),
    ]);
    expect(readdirSync(to)).toEqual([]);
  });

  it('are not written outside of the repository by its configuration', async () => {
    const [cwd, to] = [repository(), temporaryTree({})];
    writeFileSync(join(cwd, 'migrate.config.json'), JSON.stringify({ cache: to }));
    expect((await ran(cwd, 'scan', '--cache')).code).toBe(0);
    expect(readdirSync(to)).toEqual([]);
    await ran(cwd, 'scan', '--cache-location', to);
    expect(readdirSync(to).length).toBeGreaterThan(0);
  });

  it('write through no link in their folder', async () => {
    const [cwd, to] = [repository(), temporaryTree({})];
    renameSync(temporaryTree({ x: '' }), join(cwd, '.migrate-cache'));
    symlinkSync(join(to, 'new'), join(cwd, '.migrate-cache/.gitignore'));
    await ran(cwd, 'scan', '--cache');
    expect(readdirSync(to)).toEqual([]);
  });
});
