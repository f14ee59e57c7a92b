import { describe, expect, it } from 'vitest';
import { typescriptImports } from '../../../src/extract/source/typescript/modules.ts';
import { Resolver } from '../../../src/extract/source/project/resolver.ts';
import { pnpmPackages } from '../../../src/extract/source/typescript/manifest.ts';
import type { ProjectHost } from '../../../src/extract/extractor.ts';

const hostOf = (files: Readonly<Record<string, string>>): ProjectHost => ({
  read: (path) => files[path],
  files: () => Object.keys(files).filter((path) => /\.[cm]?[jt]s$/.test(path)),
  search: () => [],
  chunks: () => [],
});

const NPM = {
  'package.json': '{ "private": true, "workspaces": ["packages/*", "!packages/old", "tools/{a,b}"] }',
};
const manifest = (rest: object): string => JSON.stringify({ name: '@acme/lib', ...rest });

/** Files of the package `@acme/lib`, what another package imports, and the file that is meant. */
const CASES: Readonly<
  Record<string, readonly [files: Record<string, string>, specifier: string, found: string | undefined]>
> = {
  'main names a source': [
    { 'package.json': manifest({ main: 'lib.js' }), 'lib.js': '' },
    '@acme/lib',
    'lib.js',
  ],
  'main names what is built of a source': [
    { 'package.json': manifest({ main: './dist/index.js' }), 'src/index.ts': '' },
    '@acme/lib',
    'src/index.ts',
  ],
  'a built file and its source': [
    { 'package.json': manifest({ main: 'dist/index.js' }), 'dist/index.js': '', 'src/index.ts': '' },
    '@acme/lib',
    'src/index.ts',
  ],
  'a built file alone': [
    { 'package.json': manifest({ main: 'dist/index.js' }), 'dist/index.js': '' },
    '@acme/lib',
    'dist/index.js',
  ],
  'nothing said': [{ 'package.json': manifest({}), 'index.js': '' }, '@acme/lib', 'index.js'],
  'types that are built': [
    { 'package.json': manifest({ types: './dist/types/index.d.ts' }), 'src/index.ts': '' },
    '@acme/lib',
    'src/index.ts',
  ],
  'conditions of exports': [
    {
      'package.json': manifest({ exports: { '.': { types: './t.d.ts', node: { import: './main.mjs' } } } }),
      'main.mjs': '',
    },
    '@acme/lib',
    'main.mjs',
  ],
  'exports as one file': [
    { 'package.json': manifest({ exports: './only.js' }), 'only.js': '' },
    '@acme/lib',
    'only.js',
  ],
  'a subpath of exports': [
    { 'package.json': manifest({ exports: { './atlas': './src/a.ts' } }), 'src/a.ts': '' },
    '@acme/lib/atlas',
    'src/a.ts',
  ],
  'a pattern of exports': [
    { 'package.json': manifest({ exports: { './lib/*': './dist/*.js' } }), 'src/send.ts': '' },
    '@acme/lib/lib/send',
    'src/send.ts',
  ],
  'a subpath that exports do not name': [
    { 'package.json': manifest({ exports: { '.': './index.js' } }), 'index.js': '', 'other.js': '' },
    '@acme/lib/nothing',
    undefined,
  ],
  'a subpath without exports': [
    { 'package.json': manifest({}), 'deep/a.js': '' },
    '@acme/lib/deep/a',
    'deep/a.js',
  ],
  'a manifest that does not parse': [
    { 'package.json': '{ "name": "@acme/lib",', 'index.js': '' },
    '@acme/lib',
    undefined,
  ],
  'a path out of the tree': [
    { 'package.json': manifest({ main: '../../../../etc/passwd' }) },
    '@acme/lib',
    undefined,
  ],
  'a package that is not there': [{ 'package.json': manifest({}), 'index.js': '' }, 'left-pad', undefined],
};

describe('a package of the same workspace, by its name', () => {
  it.each(Object.entries(CASES))('%s', (_, [files, specifier, found]) => {
    const own = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [`packages/lib/${path}`, text]),
    );
    const host = hostOf({
      ...NPM,
      ...own,
      'packages/app/package.json': '{ "name": "app" }',
      'packages/app/a.js': '',
    });
    const resolved = new Resolver(host, typescriptImports).resolve('packages/app/a.js', specifier);
    expect(resolved.kind === 'file' ? resolved.path : undefined).toBe(found && `packages/lib/${found}`);
  });

  it('is found by a linked folder, by braces, and not outside of the patterns', () => {
    const host = hostOf({
      ...NPM,
      'packages/app/package.json': '{ "name": "app", "dependencies": { "beside": "link:../../far/beside" } }',
      'packages/app/a.js': '',
      'far/beside/package.json': '{ "name": "whatever" }',
      'far/beside/index.js': '',
      'tools/b/package.json': '{ "name": "tool-b" }',
      'tools/b/index.js': '',
      'tools/c/package.json': '{ "name": "tool-c" }',
      'tools/c/index.js': '',
    });
    const resolver = new Resolver(host, typescriptImports);
    expect(resolver.resolve('packages/app/a.js', 'beside')).toEqual({
      kind: 'file',
      path: 'far/beside/index.js',
    });
    expect(resolver.resolve('packages/app/a.js', 'tool-b')).toEqual({
      kind: 'file',
      path: 'tools/b/index.js',
    });
    expect(resolver.resolve('packages/app/a.js', 'tool-c').kind).toBe('package');
  });

  it('looks at each manifest once, however many files import from packages', () => {
    const files: Record<string, string> = { 'package.json': '{ "workspaces": ["packages/*"] }' };
    for (let at = 0; at < 500; at++) {
      files[`packages/p${at}/package.json`] = `{ "name": "@m/p${at}" }`;
      files[`packages/p${at}/index.js`] = '';
    }
    let reads = 0;
    const host = {
      ...hostOf(files),
      read: (path: string) => (path.endsWith('package.json') && reads++, files[path]),
    };
    const resolver = new Resolver(host, typescriptImports);
    for (let from = 0; from < 500; from++) resolver.resolve(`packages/p${from}/index.js`, '@m/p499');
    expect(reads).toBeLessThan(1500);
  });
});

describe('packages of a pnpm workspace', () => {
  it.each([
    ["packages:\n  - 'packages/*'\n  - apps/*\n", ['packages/*', 'apps/*']],
    ['packages:\n- "a"\n# comment\n- b # said why\ncatalog:\n  - no\n', ['a', 'b']],
    ['onlyBuiltDependencies:\n  - x\n', []],
    ['', []],
  ])('%j', (text, found) => {
    expect(pnpmPackages(text)).toEqual(found);
  });
});
