import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMAND_SPECS, flagNames } from '../../src/cli/commands/flags.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** README and the pages of docs/; rules/README.md and docs/rules are generated. */
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly main: string;
  readonly types: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

describe('the package', () => {
  let packed: readonly string[] = [];
  let unpacked = 0;
  beforeAll(() => {
    const [result] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts')) as [
      { files: readonly { path: string }[]; unpackedSize: number },
    ];
    unpacked = result.unpackedSize;
    packed = result.files.map(({ path }) => path);
  });

  it('holds what it runs on, and nothing else', () => {
    for (const path of [
      'LICENSE',
      'README.md',
      'bin/migrate.js',
      'dist/bundle/cli.cjs',
      'dist/index.js',
      'dist/types/index.d.ts',
      'dist/eslint.js',
    ]) {
      expect(packed).toContain(path);
    }
    expect(packed.filter((path) => /^rules\/.*\.json$/.test(path)).length).toBeGreaterThan(0);
    const strange = packed.filter(
      (path) =>
        !/^(dist|rules|bin|docs|grammars)\/|^(package\.json|LICENSE|(README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY)\.md)$/.test(
          path,
        ),
    );
    expect(strange).toEqual([]);
    expect(packed.filter((path) => path.endsWith('.map'))).toEqual([]);
  });

  it('depends on exact versions, and lists them with licences and checksums', () => {
    expect(
      Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version)),
    ).toEqual([]);
    expect(packed).toContain('dist/sbom.cdx.json');
    const { components } = JSON.parse(read('dist/sbom.cdx.json')) as {
      components: readonly { name: string; licenses: readonly object[]; hashes: readonly object[] }[];
    };
    const names = new Set(components.map(({ name }) => name));
    expect(Object.keys(manifest.dependencies).filter((name) => !names.has(name))).toEqual([]);
    expect(components.filter(({ licenses, hashes }) => licenses.length !== 1 || hashes.length !== 1)).toEqual(
      [],
    );
    expect(components.length).toBeLessThanOrEqual(45);
  });

  it('is few files, and small once it is unpacked', () => {
    expect(packed.length).toBeLessThanOrEqual(150);
    expect(unpacked).toBeLessThan(5_600_000);
  });

  it('holds each file of the grammars compressed, their runtime too', () => {
    const plain = packed.filter((path) => path.startsWith('grammars/') && !path.endsWith('.br'));
    expect(plain).toEqual(['grammars/grammars.json']);
    expect(packed).toContain('grammars/web-tree-sitter.cjs.br');
  });

  it('holds every page that its pages link to', () => {
    const links = packed
      .filter((file) => file.endsWith('.md'))
      .flatMap((page) =>
        Array.from(read(page).matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g), ([, target]) => ({
          page,
          target: join(dirname(page), target!),
        })),
      );
    expect(links.length).toBeGreaterThan(50);
    const missing = links.filter(
      ({ target }) =>
        !packed.some((file) => file === target || file.startsWith(`${target.replace(/\/$/, '')}/`)),
    );
    expect(missing).toEqual([]);
  });

  it('has declarations that a strict compiler reads', () => {
    const names = ['index.d.ts', 'eslint.d.ts', 'reference-service.d.ts', 'reference-service.d.cts'];
    const entries = names.map((name) => `dist/types/${name}`);
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--types', 'node'];
    expect(run('npx', 'tsc', ...options, ...entries)).toBe('');
  });

  it('has its entry points', () => {
    for (const path of [...Object.values(manifest.bin), manifest.main, manifest.types]) {
      expect(packed).toContain(path.replace(/^\.\//, ''));
    }
  });

  it('answers an import by its own name', () => {
    const names = run(
      process.execPath,
      '--input-type=module',
      '-e',
      "import * as api from '@atlas-api-migrate/cli'; console.log(Object.keys(api).join())",
    );
    expect(names.trim()).not.toBe('');
  });

  it('is published by a job that runs no tests and no scripts of packages, from pinned actions', () => {
    const { jobs } = parse(read('.github/workflows/publish.yml')) as {
      readonly jobs: Readonly<
        Record<
          string,
          {
            readonly permissions?: Readonly<Record<string, string>>;
            readonly needs?: string;
            readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
          }
        >
      >;
    };
    const may = Object.entries(jobs).filter(([, job]) => job.permissions?.['id-token'] !== undefined);
    expect(may.map(([name, { needs }]) => [name, needs])).toEqual([['publish', 'test']]);
    const commands = may.flatMap(([, { steps }]) => steps.map(({ run = '' }) => run));
    const run = commands.filter((command) => /\bnpm (?:ci|i|install|test|publish)\b/.test(command));
    expect(run.length).toBeGreaterThan(1);
    expect(run.filter((command) => !command.includes('--ignore-scripts'))).toEqual([]);
    expect(commands.join(' ')).toContain('GITHUB_REF_NAME');
    // The registry resolves the links and the picture of the README by the repository.
    const named = commands.findIndex((command) => command.startsWith('npm pkg set'));
    expect(commands[named]).toMatch(/repository\.url=.* "homepage=.* "bugs\.url=/);
    expect(named).toBeLessThan(commands.findIndex((command) => command.startsWith('npm publish')));
    const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(actions.filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  });

  it('has no dependency with an install script', () => {
    const lock = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>;
    };
    const scripts = Object.entries(lock.packages).filter(
      ([, { hasInstallScript, dev }]) => hasInstallScript && !dev,
    );
    expect(scripts.map(([path]) => path)).toEqual([]);
  });

  it('passes publint', () => {
    expect(() =>
      run(process.execPath, 'node_modules/publint/src/cli.js', '--strict', '--pack', 'npm'),
    ).not.toThrow();
  });
});

describe('its tarball', () => {
  it('is small, and works in a project that has the other package named migrate', () => {
    const cwd = temporaryTree({
      'package.json': '{ "private": true }',
      'node_modules/migrate/package.json': '{ "name": "migrate", "version": "2.1.0" }',
      'legacy.mjs': "export const url = 'https://cloud.mongodb.com/api/atlas/v1.0';\n",
      'use.mjs':
        "import { startReferenceService } from '@atlas-api-migrate/cli/reference-service';\n" +
        'const service = await startReferenceService({ port: 0 });\nconsole.log(service.url);\nawait service.close();\n',
    });
    const [{ filename, size }] = JSON.parse(
      run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', cwd),
    ) as [{ filename: string; size: number }];
    expect(size).toBeLessThan(2_000_000);
    const home = join(cwd, 'node_modules/@atlas-api-migrate/cli');
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['-xzf', join(cwd, filename), '-C', home, '--strip-components=1']);
    for (const name of Object.keys(manifest.dependencies))
      symlinkSync(join(root, 'node_modules', name), join(cwd, 'node_modules', name));
    mkdirSync(join(cwd, 'node_modules/.bin'));
    const bin = join(cwd, 'node_modules/.bin/atlas-api-migrate');
    symlinkSync(join(home, manifest.bin['atlas-api-migrate']!), bin);
    const scan = spawnSync(bin, ['scan', 'legacy.mjs', '-f', 'compact'], { cwd, encoding: 'utf8' });
    expect([scan.status, scan.stdout]).toEqual([1, expect.stringContaining('legacy-base-url')]);
    const use = spawnSync(process.execPath, ['use.mjs'], { cwd, encoding: 'utf8' });
    expect(use).toMatchObject({ status: 0, stdout: expect.stringMatching(/^http:/) as string });
  });
});

describe('its types', () => {
  it('resolve for every way of importing it', () => {
    const attw = 'node_modules/@arethetypeswrong/cli/dist/index.js';
    expect(() =>
      run(process.execPath, attw, '--pack', '.', '--profile', 'esm-only', '--quiet'),
    ).not.toThrow();
  });
});

const help = (...args: readonly string[]) => run(process.execPath, 'bin/migrate.js', ...args, '--help');

describe('the repository', () => {
  it('holds the bin as an executable', () => {
    expect(run('git', 'ls-files', '--stage', 'bin/migrate.js')).toMatch(/^100755 /);
    expect(run('git', 'ls-files', '--stage', '.ci/run')).toMatch(/^100755 /);
  });

  it.each(documents)('has the files that %s links to', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, path]) => path!);
    expect(links.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([]);
  });

  it('has the scripts that its documents name', () => {
    for (const document of ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md']) {
      const scripts = [...read(document).matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name!);
      for (const name of scripts)
        expect(manifest.scripts, `${document}: npm run ${name}`).toHaveProperty(name);
    }
  });

  it('has the commands and flags that README and docs/ name', () => {
    const text = documents
      .filter((name) => !/ci|hooks|editors|fleets|inputs|performance/.test(name))
      .map(read)
      .join('\n');
    const all = Object.keys(COMMAND_SPECS);
    const named = text.matchAll(new RegExp(`\\bmigrate (${all.join('|')})\\b`, 'g'));
    const commands = new Set(Array.from(named, ([, name]) => name!));
    expect(commands.size).toBeGreaterThan(5);
    for (const command of commands) expect(help(), command).toContain(`migrate ${command}`);
    const known = [
      '--help',
      '--version',
      ...all.flatMap(flagNames).flatMap((name) => [`--${name}`, `--no-${name}`]),
    ];
    const usage = text.replaceAll(/```[^`]*?(?:bench|curl )[^`]*?```|^npm .*$/gm, '');
    const flags = new Set([...usage.matchAll(/(?<=`|\s)--[a-z][a-z-]+/g)].map(([flag]) => flag));
    for (const flag of flags) expect(known, flag).toContain(flag);
  }, 90_000);
});
