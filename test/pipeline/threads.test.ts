import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readWithPool } from '../../src/pipeline/threads/pool.ts';
import type { ThreadSetup } from '../../src/pipeline/threads/messages.ts';
import type { SourceFile } from '../../src/model/index.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const bin = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));
const cases = fileURLToPath(new URL('../../fixtures/cases/', import.meta.url));

/** Runs the built command, because threads run the bundle. */
const scan = (cwd: string, ...args: readonly string[]) => {
  const options = { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'scan', ...args], options);
  return { status, stdout, stderr };
};

const FORMS = ['har', 'cassette', 'curl-log', 'access-log', 'burp', 'mitmproxy', 'otlp'];

/** A recording of a call, whose response is in a file beside it. */
const withResponseIn = (body: string) =>
  `{"log":{"version":"1.2","entries":[{"startedDateTime":"2026-09-01T00:00:00Z","request":{"method":"GET","url":"https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters","headers":[]},"response":{"status":200,"headers":[],"content":{"mimeType":"application/json","_file":"${body}"}}}]}}`;

describe('--threads', () => {
  it.each([2, 5])('%i give the report of one, byte for byte', { timeout: 60_000 }, (count) => {
    const args = [...FORMS, '-f', 'json', '--today', '2026-11-21'];
    const one = scan(cases, ...args, '--threads', '1');
    expect(scan(cases, ...args, '--threads', String(count))).toEqual(one);
    const { findings, failed } = JSON.parse(one.stdout) as { findings: object[]; failed: object[] };
    expect([findings.length > 50, failed.length > 2]).toEqual([true, true]);
  });

  it('keep a result only for what was read beside a recording too', { timeout: 60_000 }, () => {
    const cwd = temporaryTree({ 'a.har': withResponseIn('a.json'), 'b.har': withResponseIn('b.json') });
    const args = ['.', '-f', 'json', '--cache', '--cache-location', '.kept', '--today', '2026-11-21'];
    const before = scan(cwd, ...args, '--threads', '2');
    expect(scan(cwd, ...args).stdout).toBe(before.stdout);
  });
});

const file = (path: string): SourceFile => ({ path, form: 'har', text: '', origin: 'recording' });

const SETUP: ThreadSetup = {
  disk: { cwd: '/', roots: [] },
  words: undefined,
  addresses: /x/,
  api: {
    products: [],
    hosts: [],
    legacyVersions: [],
    version: '',
    firstVersion: '',
    versionDates: [],
    asOf: '',
    changes: [],
    resources: [],
  },
  sequences: new Set(),
};

/** Runs a script in threads: batches as they were consumed, files that failed, and files that no thread was left for. */
const run = async (paths: readonly string[], count: number, script: string) => {
  const folder = temporaryTree({
    'thread.cjs': `const { parentPort: port } = require('node:worker_threads');\n${script}`,
  });
  const taken: string[] = [];
  const alone: string[] = [];
  const failed = await readWithPool({
    files: paths.map(file),
    count,
    script: pathToFileURL(join(folder, 'thread.cjs')),
    setup: SETUP,
    take: async (facts) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      taken.push(...(facts as unknown as readonly string[]));
    },
    request: () => {},
    alone: async ({ path }) => {
      alone.push(path);
      return [];
    },
  });
  return { taken, alone, failed: failed.map((one) => `${one.file}: ${one.message}`) };
};

/** Sends two batches of each recording, the first ones of slow recordings late. */
const TWO_BATCHES = `
port.on('message', async ({ read }) => {
  if (read === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, read.path.startsWith('slow') ? 50 : 0));
  if (read.path === 'bad') DIE;
  port.postMessage({ facts: [read.path + ' 1'] });
  if (read.path === 'broken') { await new Promise((resolve) => setTimeout(resolve, 200)); DIE; }
  port.postMessage({ facts: [read.path + ' 2'] });
  port.postMessage({ failed: [], requested: [] });
});`;

const twice = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => [`${path} 1`, `${path} 2`]);

describe('a pool of threads', () => {
  it.each([1, 2, 3, 9])('of %i gives facts in the order of the files', async (count) => {
    const paths = ['slow1', 'a', 'b', 'slow2', 'c', 'd', 'e'];
    const { taken, failed, alone } = await run(paths, count, TWO_BATCHES);
    expect({ taken, failed, alone }).toEqual({ taken: twice(paths), failed: [], alone: [] });
  });

  it.each([
    ['exits', 'exit code 3', 'process.exit(3)'],
    ['throws', 'RangeError', "throw new RangeError('a secret')"],
    ['throws anything', 'unknown error', 'throw 1'],
    [
      'has no memory left',
      'ERR_WORKER_OUT_OF_MEMORY',
      "throw Object.assign(new Error(), { code: 'ERR_WORKER_OUT_OF_MEMORY' })",
    ],
  ])('names the recording whose thread %s, and reads all others', async (_, code, dies) => {
    const script = TWO_BATCHES.replaceAll('DIE', dies);
    const paths = ['a', 'bad', 'b', 'c', 'd'];
    const some = await run(paths, 2, script);
    expect(some.failed).toEqual([`bad: not read to its end: its thread ended (${code})`]);
    expect(some.taken).toEqual(twice(['a', 'b', 'c', 'd']));
    const last = await run(['a', 'broken', 'b', 'c'], 1, script);
    expect(last.failed).toEqual([`broken: not read to its end: its thread ended (${code})`]);
    expect([last.taken, last.alone]).toEqual([
      [...twice(['a']), 'broken 1'],
      ['b', 'c'],
    ]);
  });
});
