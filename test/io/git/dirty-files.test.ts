import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/model/errors.ts';
import { dirtyFiles } from '../../../src/io/git/dirty-files.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  });

const repository = (files: Readonly<Record<string, string>>): string => {
  const cwd = temporaryTree(files);
  git(cwd, 'init', '-q');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'start');
  return cwd;
};

describe('dirtyFiles', () => {
  const { PATH } = process.env;

  afterEach(() => {
    process.env['PATH'] = PATH;
    delete process.env['GIT_DIR'];
  });

  it('names changed, staged, renamed and unknown files, as they were given', async () => {
    const cwd = repository({
      'clean.ts': '1',
      'changed.ts': '1',
      'staged.ts': '1',
      'src/old name.ts': 'long enough',
    });
    writeFileSync(join(cwd, 'changed.ts'), '2');
    writeFileSync(join(cwd, 'staged.ts'), '2');
    git(cwd, 'add', 'staged.ts');
    git(cwd, 'mv', 'src/old name.ts', 'src/ü "new".ts');
    mkdirSync(join(cwd, 'fresh'));
    writeFileSync(join(cwd, 'fresh/a[1].ts'), '1');
    const files = ['clean.ts', 'changed.ts', 'staged.ts', 'src/ü "new".ts', 'fresh/a[1].ts'];
    expect(await dirtyFiles(cwd, files)).toEqual(files.slice(1));
    expect(await dirtyFiles(join(cwd, 'src'), ['../changed.ts', '../clean.ts'])).toEqual(['../changed.ts']);
  });

  it('looks only at the files it is asked about', async () => {
    const cwd = repository({ 'a.ts': '1', 'b.ts': '1' });
    writeFileSync(join(cwd, 'b.ts'), '2');
    expect(await dirtyFiles(cwd, ['a.ts'])).toEqual([]);
    expect(await dirtyFiles(cwd, [])).toEqual([]);
  });

  it('asks the repository that a file lies in', async () => {
    const cwd = repository({ 'a.ts': '1' });
    const inner = join(cwd, 'inner');
    mkdirSync(inner);
    writeFileSync(join(inner, 'b.ts'), '1');
    git(inner, 'init', '-q');
    expect(await dirtyFiles(cwd, ['a.ts', 'inner/b.ts'])).toEqual(['inner/b.ts']);
    git(inner, 'add', '-A');
    git(inner, 'commit', '-qm', 'start');
    process.env['GIT_DIR'] = join(cwd, '.git');
    expect(await dirtyFiles(cwd, ['a.ts', 'inner/b.ts'])).toEqual([]);
  });

  it('follows a link to the file that would be written', async () => {
    const cwd = repository({ 'real/a.ts': '1' });
    symlinkSync('real', join(cwd, 'link'));
    writeFileSync(join(cwd, 'real/a.ts'), '2');
    expect(await dirtyFiles(cwd, ['link/a.ts'])).toEqual(['link/a.ts']);
  });

  it('finds nothing outside a repository or without git', async () => {
    expect(await dirtyFiles(temporaryTree({ 'a.ts': '1' }), ['a.ts'])).toEqual([]);
    const cwd = repository({ 'a.ts': '1' });
    writeFileSync(join(cwd, 'a.ts'), '2');
    process.env['PATH'] = join(cwd, 'nowhere');
    expect(await dirtyFiles(cwd, ['a.ts'])).toEqual([]);
  });

  it('says so when git refuses to look', async () => {
    const cwd = temporaryTree({ 'a.ts': '1', '.git': 'gitdir: nowhere\n' });
    await expect(dirtyFiles(cwd, ['a.ts'])).rejects.toThrow(UsageError);
    await expect(dirtyFiles(cwd, ['a.ts'])).rejects.toThrow(/--allow-dirty/);
  });

  it('takes more files than one command line holds', async () => {
    const names = Array.from({ length: 800 }, (_, at) => `a/rather/long/folder/name/for/a/file/${at}.ts`);
    const cwd = repository(Object.fromEntries(names.map((name) => [name, '1'])));
    writeFileSync(join(cwd, names[799]!), '2');
    expect(await dirtyFiles(cwd, names)).toEqual([names[799]]);
  });
});
