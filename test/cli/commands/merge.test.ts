import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { Unredacted } from '../../../src/redact/read-report.ts';
import type { Report } from '../../../src/report/report.ts';
import { isInShard } from '../../../src/config/shard.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const call = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(args, terminal);
  return { code, out: out(), printed: printed() };
};

const DAY = ['--today', '2026-11-21'];

/** A base in one file, requests in others, a payload, and files that fail or are skipped. */
const FILES = {
  'package.json': '{}',
  'src/base.ts': "export const base = 'https://cloud.mongodb.com/api/atlas/v1.0';\n",
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `src/call${index}.ts`,
      `import { base } from './base';\nexport const f = (id) => fetch(\`\${base}/groups/\${id}/clusters\`);\n`,
    ]),
  ),
  'src/head.ts':
    "fetch('https://cloud.mongodb.com/api/atlas/v2/groups', { headers: { Accept: 'application/vnd.atlas.2022-01-01+json' } });\n",
  'body.json':
    '{ "replicationSpecs": [{ "numShards": 1, "regionsConfig": {} }], "providerSettings": { "instanceSizeName": "M10" } }',
  'trace.har':
    '{ "log": { "entries": [ { "request": { "url": "https://cloud.mongodb.com/api/atlas/v1.0/groups" ',
  'b.ts': "'api/atlas'\u0000",
  'trace.log.gz': gzipSync('{ "log": { "version": "1.2", "entries": [] } }'),
  'other.gz': gzipSync('nothing'),
  'a.ts': Buffer.from([0xff, 0xc3, 0x28]),
  'é.ts': "export const base = 'https://cloud.mongodb.com/api/atlas/v1.0/orgs';\n",
};

const logged = (path: string) =>
  `10.0.0.1 - - [01/Sep/2026:00:00:00 +0000] "POST https://cloud.mongodb.com/api/${path} HTTP/1.1" 200 5\n`;

describe('shards', () => {
  it.each([1, 2, 3, 7])('of %i are together one run, byte for byte', async (count) => {
    const cwd = temporaryTree(FILES);
    const whole = await call(cwd, 'scan', '-f', 'json', ...DAY);
    const reports = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        call(cwd, 'scan', '-f', 'json', '--shard', `${index + 1}/${count}`, ...DAY),
      ),
    );
    const folder = temporaryTree(
      Object.fromEntries(reports.map(({ out }, index) => [`${index + 1}.json`, out])),
    );
    const merged = await call(folder, 'merge', ...reports.map((_, index) => `${count - index}.json`));
    expect(merged.out).toBe(whole.out);
    expect(merged.code).toBe(whole.code);
    const { summary } = JSON.parse(whole.out) as Report;
    expect([summary.skipped, summary.failed > 0, summary.findings > 12]).toEqual([2, true, true]);
  });

  it.each([2, 5])(
    'among %i of recordings are together one run, with calls in sequence and without',
    async (count) => {
      const alone = Object.fromEntries(
        Array.from({ length: 7 }, (_, at) => [`${at}.log`, logged(`atlas/v1.0/orgs/${at}`).repeat(2)]),
      );
      const inSequence = {
        ...alone,
        'x.log': logged('oauth/token').repeat(12),
        'y.log': logged('oauth/token'),
      };
      for (const files of [alone, inSequence]) {
        const cwd = temporaryTree(files);
        const whole = await call(cwd, 'scan', '-f', 'json', ...DAY);
        expect(JSON.parse(whole.out).findings.length).toBeGreaterThan(6);
        const reports = await Promise.all(
          Array.from({ length: count }, (_, index) =>
            call(cwd, 'scan', '-f', 'json', '--shard', `${index + 1}/${count}`, ...DAY),
          ),
        );
        const folder = temporaryTree(
          Object.fromEntries(reports.map(({ out }, index) => [`${index + 1}.json`, out])),
        );
        const merged = await call(folder, 'merge', ...reports.map((_, index) => `${index + 1}.json`));
        expect(merged.out).toBe(whole.out);
      }
    },
  );

  it('divide the files evenly, whatever they are called', () => {
    assert(
      property(string(), integer({ min: 1, max: 20 }), (file, count) => {
        const owners = Array.from({ length: count }, (_, index) =>
          isInShard({ index: index + 1, count })(file),
        );
        expect(owners.filter(Boolean)).toHaveLength(1);
      }),
    );
    const names = Array.from({ length: 4000 }, (_, index) => `packages/p${index % 40}/src/file${index}.ts`);
    for (let index = 1; index <= 4; index++) {
      const share = names.filter(isInShard({ index, count: 4 })).length;
      expect(share).toBeGreaterThan(900);
      expect(share).toBeLessThan(1100);
    }
  });

  it.each(['0/3', '4/3', '3', 'a/b', '1/0', '-1/3'])('are not %s', async (shard) => {
    const { code, printed } = await call(temporaryTree({}), 'scan', `--shard=${shard}`);
    expect([code, printed.includes('--shard takes I/N')]).toEqual([2, true]);
  });

  it('only report', async () => {
    expect(await call(temporaryTree({}), 'scan', '--fix', '--shard', '1/2')).toMatchObject({ code: 2 });
  });
});

const REPORT: Unredacted<Report> = {
  version: 1,
  tool: { name: 'x', version: '1' },
  target: '2023-02-01',
  today: '2026-11-21',
  summary: {
    discovered: 1,
    scanned: 0,
    skipped: 1,
    failed: 0,
    findings: 0,
    errors: 0,
    warnings: 0,
    infos: 0,
    fixable: { safe: 0, unsafe: 0 },
  },
  findings: [],
  skipped: [{ file: 'a', reason: 'binary' }],
  failed: [],
};

const shard = (index: number, count: number, file: string): Unredacted<Report> => ({
  ...REPORT,
  shard: { index, count },
  skipped: [{ file, reason: 'binary' }],
});

describe('merge', () => {
  it.each([
    ['no report', {}, /name the reports/],
    ['no JSON', { 'a.json': '{' }, /a\.json is not valid JSON/],
    ['another JSON', { 'a.json': '{"version":2}' }, /a\.json is not a report of this version/],
    ['nothing at all', { 'a.json': '' }, /not valid JSON/],
    [
      'other targets',
      { 'a.json': REPORT, 'b.json': { ...REPORT, target: '2024-08-05' } },
      /target 2023-02-01, b/,
    ],
    ['other days', { 'a.json': REPORT, 'b.json': { ...REPORT, today: '2026-11-22' } }, /has today/],
    [
      'other tools',
      { 'a.json': REPORT, 'b.json': { ...REPORT, tool: { name: 'x', version: '2' } } },
      /has tool/,
    ],
    ['the same file twice', { 'a.json': REPORT, 'b.json': REPORT }, /both report "a"/],
    ['a missing shard', { 'a.json': shard(1, 3, 'a'), 'b.json': shard(3, 3, 'b') }, /shard 2\/3 is missing/],
    ['one shard twice', { 'a.json': shard(1, 2, 'a'), 'b.json': shard(1, 2, 'b') }, /both shard 1\/2/],
    [
      'shards of two runs',
      { 'a.json': shard(1, 2, 'a'), 'b.json': shard(2, 3, 'b') },
      /not shards of one run/,
    ],
    ['a shard that does not exist', { 'a.json': shard(4, 3, 'a') }, /is a shard that does not exist/],
    ['shards without end', { 'a.json': shard(1, 1e15, 'a') }, /is a shard that does not exist/],
    [
      'counts that its lists do not bear out',
      { 'a.json': { ...REPORT, skipped: [] } },
      /counts skipped: 1, but lists 0/,
    ],
    [
      'findings beside a count of none',
      { 'a.json': { ...REPORT, summary: { ...REPORT.summary, errors: 3 } } },
      /counts errors: 3, but lists 0/,
    ],
    [
      'a list without end',
      { 'a.json': `${'['.repeat(50_000)}${']'.repeat(50_000)}` },
      /a\.json is not a report/,
    ],
    ['what is no text', { 'a.json': '\0\0' }, /it is binary/],
  ])('refuses %s', async (_, files, message) => {
    const cwd = temporaryTree(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? content : JSON.stringify(content),
        ]),
      ),
    );
    const { code, printed, out } = await call(cwd, 'merge', ...Object.keys(files));
    expect([code, out]).toEqual([2, '']);
    expect(printed).toMatch(message);
  });

  it('is the same in whatever order the shards are named', async () => {
    const cwd = temporaryTree(
      Object.fromEntries(
        Array.from({ length: 12 }, (_each, at) => [
          `f${at}.ts`,
          `export const a = fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups/${at}');\n`,
        ]),
      ),
    );
    const names = ['1', '2', '3', '4'];
    for (const name of names)
      writeFileSync(
        join(cwd, name),
        (await call(cwd, 'scan', '-f', 'json', '--shard', `${name}/4`, '--ignore-pattern', '[1-4]', ...DAY))
          .out,
      );
    const { out: whole } = await call(cwd, 'scan', '-f', 'json', '--ignore-pattern', '[1-4]', ...DAY);
    for (const order of [names, names.toReversed(), ['3', '1', '4', '2']])
      expect((await call(cwd, 'merge', ...order)).out).toBe(whole);
  });

  it('joins reports of folders, takes one from standard input, renders and gates as scan does', async () => {
    const cwd = temporaryTree({
      'one/a.ts': "export const a = 'https://cloud.mongodb.com/api/atlas/v1.0';\n",
      'two/b.ts': 'export const b = 1;\n',
    });
    for (const name of ['one', 'two'])
      writeFileSync(join(cwd, `${name}.json`), (await call(cwd, 'scan', name, '-f', 'json', ...DAY)).out);
    const { terminal, out } = recordingTerminal(cwd, readFileSync(join(cwd, 'two.json'), 'utf8'));
    expect(await run(['merge', 'one.json', '-', '-f', 'compact', '-o', 'sarif=all.sarif'], terminal)).toBe(1);
    expect(out()).toMatch(/^one\/a\.ts:1:\d+: error legacy-base-url/);
    expect(JSON.parse(readFileSync(join(cwd, 'all.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect((await call(cwd, 'merge', 'one.json', 'two.json', '--exit-zero')).code).toBe(0);
  });

  it('shows owners and links on a page where the files are here, and neither of another tree', async () => {
    const cwd = temporaryTree({
      'a.ts': "export const a = 'https://cloud.mongodb.com/api/atlas/v1.0';\n",
      '.github/CODEOWNERS': '* @acme/ops\n',
    });
    execFileSync('git', ['init', '-q'], { cwd });
    execFileSync('git', ['remote', 'add', 'origin', 'https://github.com/acme/orders.git'], { cwd });
    writeFileSync(join(cwd, 'one.json'), (await call(cwd, 'scan', '-f', 'json', ...DAY)).out);
    const page = ['merge', 'one.json', '-f', 'html'];
    const { out: here } = await call(cwd, ...page);
    const elsewhere = temporaryTree({ 'one.json': readFileSync(join(cwd, 'one.json')) });
    const { out: there } = await call(elsewhere, ...page);
    expect(['@acme/ops', 'github.com/acme/orders/blob/'].map((text) => here.includes(text))).toEqual([
      true,
      true,
    ]);
    expect(there).not.toMatch(/@acme\/ops|acme\/orders/);
  });
});
