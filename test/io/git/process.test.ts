import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { gitOutput, gitOutputSync } from '../../../src/io/git/process.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';

const SHORT_MS = 400;

/** A repository in which git waits for a writer that never comes. */
const withPipe = (...files: readonly string[]): string => {
  const cwd = temporaryTree({ 'sub/a.ts': '' });
  execFileSync('git', ['init', '-q'], { cwd });
  for (const file of files) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    rmSync(join(cwd, file), { force: true });
    execFileSync('mkfifo', [join(cwd, file)]);
  }
  return cwd;
};

const SILENT = /git does not answer in .*: a file of its repository may be a pipe/;

const timeOf = async (ask: () => unknown): Promise<number> => {
  const start = performance.now();
  await expect((async () => ask())()).rejects.toThrow(SILENT);
  return performance.now() - start;
};

it.each(['sync', 'async'])(
  'waits once for a git that does not answer, and does not ask again (%s)',
  async (way) => {
    const cwd = withPipe('list');
    const call = { cwd, args: ['hash-object', 'list'], timeout: SHORT_MS };
    const ask = () => (way === 'sync' ? gitOutputSync(call) : gitOutput(call));
    expect(await timeOf(ask)).toBeGreaterThan(SHORT_MS / 2);
    const below = { cwd: join(cwd, 'sub'), args: ['ls-files'] };
    expect(await timeOf(ask)).toBeLessThan(SHORT_MS / 2);
    expect(await timeOf(() => gitOutputSync(below))).toBeLessThan(SHORT_MS / 2);
    const other = temporaryTree({});
    execFileSync('git', ['init', '-q'], { cwd: other });
    expect(gitOutputSync({ cwd: other, args: ['ls-files'] })).toBe('');
  },
);

it.each([
  'HEAD',
  'config',
  'index',
  'packed-refs',
  'refs/heads/main',
  'info/exclude',
  'objects/info/alternates',
])('is not asked where .git/%s is a pipe', (file) => {
  const cwd = withPipe(`.git/${file}`);
  if (file.startsWith('refs')) writeFileSync(join(cwd, '.git/HEAD'), 'ref: refs/heads/main\n');
  expect(() => gitOutputSync({ cwd: join(cwd, 'sub'), args: ['status'] })).toThrow(
    /^git cannot answer: .* is a pipe or device$/,
  );
});

it('is not asked where a worktree leads to a pipe, or an ignore file is one', () => {
  const cwd = withPipe('main/.git/index', '.gitignore');
  expect(() => gitOutputSync({ cwd, args: ['status'] })).toThrow(/\.gitignore is a pipe/);
  writeFileSync(join(cwd, 'sub/.git'), `gitdir: ${join(cwd, 'main/.git')}\n`);
  expect(() => gitOutputSync({ cwd: join(cwd, 'sub'), args: ['status'] })).toThrow(/index is a pipe/);
});

it.each(['core.excludesFile', 'core.attributesFile', 'mailmap.file'])(
  'is not asked where %s is a pipe',
  (key) => {
    const cwd = withPipe('list');
    execFileSync('git', ['config', key, join(cwd, 'list')], { cwd });
    expect(() => gitOutputSync({ cwd, args: ['status'] })).toThrow(/^git cannot answer: .*file names a pipe/);
    const other = temporaryTree({});
    execFileSync('git', ['init', '-q'], { cwd: other });
    execFileSync('git', ['config', key, '/dev/null'], { cwd: other });
    expect(gitOutputSync({ cwd: other, args: ['ls-files'] })).toBe('');
  },
);
