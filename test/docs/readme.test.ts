import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReferenceService } from '../../src/reference-service.ts';
import type { ReferenceService } from '../../src/reference-service.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const blocks = (document: string, language: string): readonly string[] =>
  Array.from(
    read(document).matchAll(new RegExp('```' + language + '\\n(.*?)```', 'gs')),
    ([, text]) => text!,
  );

/** Commands of curl with what they print. */
const transcripts = blocks('docs/reference-service.md', 'console')
  .flatMap((block) => block.split(/^\$ /m).slice(1))
  .filter((step) => step.startsWith('curl '))
  .map((step) => {
    const end = step.indexOf('\n');
    return { command: step.slice(0, end), printed: step.slice(end + 1).trimEnd() };
  });

describe('what the page of the reference server shows of curl', () => {
  let service: ReferenceService;
  beforeAll(async () => void (service = await startReferenceService({ today: '2026-11-21' })));
  afterAll(() => service.close());

  it('is something', () => expect(transcripts.length).toBeGreaterThan(3));

  it.each(transcripts)('$command', async ({ command, printed }) => {
    const here = command.replaceAll('http://127.0.0.1:8417', service.url);
    const { stdout } = await promisify(execFile)('sh', ['-c', here], { cwd: temporaryTree({}) });
    expect(stdout.trimEnd()).toBe(printed);
  });
});

describe('what the page of the library shows of a test suite', () => {
  it('starts a service and ends it', async () => {
    const setup = blocks('docs/api.md', 'js').find((block) => block.includes('startReferenceService'));
    const program = `${setup!.replace('export default ', '')}
      let url;
      const end = await setup({ provide: (_, value) => { url = value; } });
      console.log((await fetch(url + '/api/atlas/v1.0/groups')).status);
      await end();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    expect(await new Promise((done) => child.once('exit', done))).toBe(0);
    expect(printed.trim()).toBe('410');
  });
});

const recipe = (fence: string, word: string): string =>
  blocks('docs/api.md', fence).find((block) => block.includes('interceptAtlas') && block.includes(word))!;

describe('what the page of the library shows of a suite without a port', () => {
  it('runs under node:test', () => {
    const suite = recipe('js', 'node:test');
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', suite], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/pass 1$/m)]);
  });
});

describe('what the page of the library shows of suites of other runners', () => {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...env } = process.env;

  it('runs under Vitest', () => {
    const cwd = temporaryTree({
      'package.json': '{}',
      'atlas.test.ts': recipe('ts', "from 'vitest'"),
      'node_modules/@atlas-api-migrate/none': '',
    });
    symlinkSync(root, join(cwd, 'node_modules/@atlas-api-migrate/cli'));
    symlinkSync(join(root, 'node_modules/vitest'), join(cwd, 'node_modules/vitest'));
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const ran = spawnSync(process.execPath, [vitest, 'run', '--root', cwd], { cwd, env, encoding: 'utf8' });
    expect([ran.status, ran.stdout + ran.stderr]).toEqual([0, expect.stringContaining('1 passed')]);
  });

  it('is there for `require`, which is all that Jest knows of a module', () => {
    const globals = `const { afterEach, beforeEach, test } = require('node:test');
      const { deepEqual } = require('node:assert');
      const expect = (value) => ({ toBe: (other) => deepEqual(value, other), toEqual: (other) => deepEqual(value, other) });`;
    const path = './dist/bundle/reference-service.cjs';
    const named = "require.resolve('@atlas-api-migrate/cli/reference-service') !== require.resolve('";
    const program = `${globals}\n${recipe('js', 'require(')}\nif (${named}${path}')) throw new Error('not a script');`;
    const ran = spawnSync(process.execPath, ['-e', program], { cwd: root, env, encoding: 'utf8' });
    expect([ran.status, ran.stdout]).toEqual([0, expect.stringMatching(/pass 1$/m)]);
  });
});

describe('README', () => {
  it('has at most 800 words', () => expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(800));
});
