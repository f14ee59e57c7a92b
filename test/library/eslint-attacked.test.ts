import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { eslintPlugin } from '../../src/library/eslint/plugin.ts';
import { LintedProject } from '../../src/library/eslint/project.ts';
import { optionsOf } from '../../src/library/request.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const LEGACY = 'export const all = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n';

const lint = (files: Readonly<Record<string, string>>, file: string) =>
  new LintedProject(temporaryTree(files)).lint(file, files[file]!);

describe('a file that ESLint lints', () => {
  it.each([
    ['{"ignore": [', 'close bracket expected'],
    ['['.repeat(100_000), 'nested too deep'],
  ])('is not taken for clean where its folder has the configuration %.14s', async (config, reason) => {
    const files = { 'a/migrate.config.json': config, 'a/b.mjs': LEGACY, 'c.mjs': LEGACY };
    const project = new LintedProject(temporaryTree(files));
    const found = await project.lint('a/b.mjs', LEGACY);
    expect(found.notAnalysed).toContain('a/migrate.config.json');
    expect(found.notAnalysed).toContain(reason);
    const other = await project.lint('c.mjs', LEGACY);
    expect(other.notAnalysed).toBeUndefined();
    expect(other.problems).toHaveLength(2);
  });

  it('is not taken for clean where it is beyond a limit', async () => {
    const found = await lint({ 'a.mjs': `${LEGACY}x(${'['.repeat(500)}${']'.repeat(500)});` }, 'a.mjs');
    expect(found.notAnalysed).toMatch(/not analysed/);
  });

  it('is not taken for clean where it is binary', async () => {
    const found = await lint({ 'a.mjs': `${LEGACY}// \0\0\u0001\u0002\n` }, 'a.mjs');
    expect(found.notAnalysed).toBe('binary');
  });

  it('is not read through a link out of the tree, which is said', async () => {
    const outside = temporaryTree({ 'o.mjs': LEGACY });
    const cwd = temporaryTree({ 'a.mjs': '' });
    symlinkSync(outside, join(cwd, 'linked'));
    const found = await new LintedProject(cwd).lint('linked/o.mjs', LEGACY);
    expect(found).toEqual({ problems: [], notAnalysed: 'symbolic link to outside the tree' });
  });

  it.each(['..a.mjs', '..a/b.mjs', 'ghp_1234567890abcdefghijABCDEFGHIJ123456/b.mjs'])(
    'may have the name %s',
    async (name) => {
      expect((await lint({ [name]: LEGACY }, name)).problems).toHaveLength(2);
    },
  );

  it('is analysed as it is now where it changed after the analysis', async () => {
    const cwd = temporaryTree({ 'a.mjs': LEGACY, 'b.mjs': LEGACY, 'c.mjs': 'export {};\n' });
    const project = new LintedProject(cwd);
    await project.lint('a.mjs', LEGACY);
    const moved = `// moved\n${LEGACY}`;
    for (const file of ['b.mjs', 'c.mjs']) {
      writeFileSync(join(cwd, file), moved);
      const { problems } = await project.lint(file, moved);
      expect(problems.map(({ start }) => start.line)).toEqual([2, 2]);
    }
  });

  it('has messages without what a terminal obeys', async () => {
    const folder = '\u001B[2J\u009B31m\u202E';
    const files = {
      [`${folder}/migrate.config.json`]: '{"ignore": [',
      [`${folder}/b.mjs`]: LEGACY,
      'x\u001B[31m.mjs': `export const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";\n`,
      'y.mjs': `import { BASE } from './x\u001B[31m.mjs';\nexport const all = (send) => send(BASE + '/groups');\n`,
    };
    const project = new LintedProject(temporaryTree(files));
    const texts: string[] = [];
    for (const [file, text] of Object.entries(files).filter(([name]) => name.endsWith('.mjs'))) {
      const { problems, notAnalysed = '' } = await project.lint(file, text);
      texts.push(notAnalysed, ...problems.flatMap(({ message, fix }) => [message, fix?.title ?? '']));
    }
    expect(texts.join('').length).toBeGreaterThan(100);
    expect(texts.join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});

it('refuses configuration that is code where the surroundings say so', () => {
  expect(optionsOf({}, 'scan').codeConfig).toBe('run');
  vi.stubEnv('MIGRATE_NO_CODE_CONFIG', '1');
  expect(optionsOf({}, 'scan').codeConfig).toBe('refuse');
  vi.unstubAllEnvs();
});

const BUNDLE = new URL('../../dist/bundle/', import.meta.url);
const WORKER = new URL('eslint-worker.cjs', BUNDLE);

/** Runs all rules of the plug-in as ESLint does. */
const reported = (cwd: string, filename: string, text: string, worker = WORKER): readonly string[] => {
  const plugin = eslintPlugin(worker);
  const messages: string[] = [];
  const context = {
    cwd,
    filename: join(cwd, filename),
    sourceCode: { text, hasBOM: false },
    report: ({ message }: { readonly message: string }) => messages.push(message),
  };
  for (const rule of Object.values(plugin.rules)) rule.create(context)['Program']!(undefined);
  return messages;
};

describe('the plug-in', () => {
  it('says once that a file was not checked, and ends no lint', () => {
    const cwd = temporaryTree({ 'a/migrate.config.json': '[', 'a/b.mjs': LEGACY, 'c.mjs': LEGACY });
    expect(reported(cwd, 'a/b.mjs', LEGACY)).toEqual([
      expect.stringMatching(/^This file was not checked: its configuration cannot be used: .*expected\.$/),
    ]);
    expect(reported(cwd, 'c.mjs', LEGACY)).toHaveLength(2);
  });

  it('throws without what a terminal obeys, and without secrets', () => {
    const cwd = join(temporaryTree({}), 'a\u001B[31m');
    mkdirSync(cwd);
    writeFileSync(
      join(cwd, 'migrate.config.json'),
      '{"mdb_sa_sk_abcdefghijklmnopqrstuvwxyz0123456789ABCD\\u001b[2J": 1}',
    );
    let said = '';
    try {
      reported(cwd, 'c.mjs', LEGACY);
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toContain('migrate.config.json');
    expect(said).not.toMatch(/\p{Cc}|abcdefghijklmnopqrstuvwxyz0123/u);
  });

  it.each([
    ['exits', 'ended before its result', "port.on('message', () => process.exit(3));"],
    ['throws', 'ended before its result', "port.on('message', () => setImmediate(() => { throw 1; }));"],
    ['cannot be loaded', 'ended before its result', 'throw new Error();'],
    [
      'has no memory left',
      'ran out of memory',
      "port.on('message', () => setImmediate(() => { throw Object.assign(new Error(), { code: 'ERR_WORKER_OUT_OF_MEMORY' }); }));",
    ],
  ])('says at once that its thread %s, and starts another', { timeout: 60_000 }, (_, said, code) => {
    const cwd = temporaryTree({
      'a.mjs': LEGACY,
      'eslint-watch.cjs': `require(${JSON.stringify(fileURLToPath(new URL('eslint-watch.cjs', BUNDLE)))});`,
      'dying.cjs': `const { port, signal } = require('node:worker_threads').workerData;\n${code}`,
    });
    const dying = pathToFileURL(join(cwd, 'dying.cjs'));
    expect(() => reported(cwd, 'a.mjs', LEGACY, dying)).toThrow(said);
    expect(reported(cwd, 'a.mjs', LEGACY)).toHaveLength(2);
  });
});
