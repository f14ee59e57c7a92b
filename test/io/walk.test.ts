import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { walkFiles } from '../../src/io/walk.ts';
import type { WalkOptions } from '../../src/io/walk.ts';
import { UsageError } from '../../src/model/index.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const walked = (cwd: string, options: Partial<WalkOptions> = {}) =>
  walkFiles({
    cwd,
    paths: ['.'],
    gitignore: true,
    ignore: [],
    patterns: () => ({ folder: cwd, ignore: [], include: [] }),
    ...options,
  });

const paths = (cwd: string, options: Partial<WalkOptions> = {}) =>
  walked(cwd, options).files.map((file) => file.path);

describe('walk', () => {
  it('takes the documented names in the order of their paths and leaves others alone', () => {
    const names = [
      'b.ts',
      'a/z.tsx',
      'a.mjs',
      'a/b.json',
      'x.har',
      '.env.local',
      'y.yml',
      'run.sh',
      'q.http',
      'tsx',
    ];
    const others = ['x.pl', 'logo.png', 'x.', 'node_modules/p/index.js', '.git/hook.js'];
    const folder = temporaryTree(Object.fromEntries([...names, ...others].map((name) => [name, ''])));
    expect(paths(folder)).toEqual([...names].sort());
  });

  it('honours nested .gitignore files, negation and folders', () => {
    const folder = temporaryTree({
      '.gitignore': 'out/\n*.gen.ts\n',
      'out/a.ts': '',
      'src/x.gen.ts': '',
      'src/keep/.gitignore': '!x.gen.ts\nlocal.ts\n',
      'src/keep/x.gen.ts': '',
      'src/keep/local.ts': '',
      'src/a.ts': '',
    });
    expect(paths(folder)).toEqual(['src/a.ts', 'src/keep/x.gen.ts']);
    expect(paths(folder, { gitignore: false })).toHaveLength(5);
  });

  it('honours .gitignore files above the working directory, up to the repository', () => {
    const folder = temporaryTree({
      '.gitignore': 'secret.ts\n',
      'repo/.git/info/exclude': 'mine.ts\n',
      'repo/.gitignore': 'generated/\n',
      'repo/app/generated/a.ts': '',
      'repo/app/mine.ts': '',
      'repo/app/secret.ts': '',
    });
    expect(paths(join(folder, 'repo/app'))).toEqual(['secret.ts']);
  });

  it('reads what is named, even ignored or of a strange name', () => {
    const folder = temporaryTree({ '.gitignore': 'dist\n*.odd\n', 'dist/a.ts': '', 'x.odd': '', 'b.ts': '' });
    expect(walked(folder, { paths: ['x.odd', 'dist'] }).files).toEqual([
      { path: 'x.odd', named: true },
      { path: 'dist/a.ts', named: false },
    ]);
  });

  it('names a file once that several paths reach', () => {
    const folder = temporaryTree({ 'a/x.ts': '' });
    expect(paths(folder, { paths: ['a/x.ts', 'a', '.'] })).toEqual(['a/x.ts']);
  });

  it('applies patterns of the user, relative to the working directory', () => {
    const folder = temporaryTree({ 'a/x.ts': '', 'a/y.ts': '', 'b/x.ts': '' });
    expect(paths(folder, { ignore: ['/a/x.ts'] })).toEqual(['a/y.ts', 'b/x.ts']);
    expect(paths(folder, { patterns: () => ({ folder, ignore: [], include: ['b/**'] }) })).toEqual([
      'b/x.ts',
    ]);
  });

  it.each([
    ['a folder that is named', ['dist'], ['dist'], ['dist/a.ts', 'dist/b.gen.ts', 'dist/deep/c.ts']],
    ['files in a folder that is named', ['dist'], ['*.gen.ts'], ['dist/a.ts', 'dist/deep/c.ts']],
    ['a folder in one that is named', ['dist'], ['dist/deep'], ['dist/a.ts', 'dist/b.gen.ts']],
    ['a file that is named', ['dist/a.ts'], ['dist/a.ts'], ['dist/a.ts']],
  ])('patterns of the user and named paths: %s', (_, named, ignore, left) => {
    const folder = temporaryTree({ 'dist/a.ts': '', 'dist/b.gen.ts': '', 'dist/deep/c.ts': '' });
    expect(paths(folder, { paths: named, ignore })).toEqual(left);
  });

  it('accounts for links without following them', () => {
    const folder = temporaryTree({ 'tree/a.ts': '', 'outside/b.ts': '' });
    const tree = join(folder, 'tree');
    symlinkSync('.', join(tree, 'loop'));
    symlinkSync('../outside', join(tree, 'out'));
    symlinkSync('a.ts', join(tree, 'copy.ts'));
    symlinkSync('gone.ts', join(tree, 'broken.ts'));
    symlinkSync('self.ts', join(tree, 'self.ts'));
    expect(walked(tree)).toEqual({
      files: [{ path: 'a.ts', named: false }],
      others: [],
      skipped: [
        { file: 'broken.ts', reason: 'broken symbolic link' },
        { file: 'copy.ts', reason: 'symbolic link (its target is scanned at its own path)' },
        { file: 'loop', reason: 'symbolic link loop' },
        { file: 'out', reason: 'symbolic link to outside the tree' },
        { file: 'self.ts', reason: 'symbolic link loop' },
      ],
    });
  });

  it('refuses a path that does not exist, with a near miss', () => {
    const folder = temporaryTree({ 'clusters.ts': '' });
    expect(() => walked(folder, { paths: ['cluster.ts'] })).toThrow(UsageError);
    expect(() => walked(folder, { paths: ['cluster.ts'] })).toThrow(
      /cluster\.ts.*Did you mean "clusters\.ts"/,
    );
  });

  it('does not take a folder for a file because of its name', () => {
    const folder = temporaryTree({ 'lib.js/a.ts': '' });
    mkdirSync(join(folder, 'empty.ts'));
    expect(paths(folder)).toEqual(['lib.js/a.ts']);
  });
});
