import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { fileURLToPath } from 'node:url';
import { BUDGETS } from '../../src/model/index.ts';
import { showFindings } from '../../src/pipeline/render-report.ts';
import { judgeIsolated } from '../../src/pipeline/failed-files.ts';
import { createHost } from '../../src/io/host.ts';
import type { Fact } from '../../src/model/index.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal, TODAY } from '../fixtures/transcripts.ts';
import { BEYOND, CLIENT, FATAL, V1 } from './hostile-files.ts';

const BIN = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));

interface Scanned {
  readonly code: number;
  readonly report: {
    readonly findings: readonly {
      readonly file: string;
      readonly fix: {
        readonly safety: string;
        readonly reason: { readonly text: string; readonly file: string } | null;
      } | null;
    }[];
    readonly failed: readonly { readonly file: string; readonly message: string }[];
    readonly summary: Readonly<Record<'discovered' | 'scanned' | 'skipped' | 'failed', number>>;
  };
}

const scan = async (cwd: string, ...flags: readonly string[]): Promise<Scanned> => {
  const { terminal, out } = recordingTerminal(cwd);
  const code = await run(['scan', '--format', 'json', ...flags], terminal);
  return { code, report: JSON.parse(out()) as Scanned['report'] };
};

/** Programs in which one request or its headers are changed so many times. */
const CHANGED: Readonly<Record<string, (times: number) => string>> = {
  'a.js': (times) =>
    `const h = new Headers();\n${"h.set('X', '1');\n".repeat(times)}fetch('${V1}', { headers: h });\n`,
  'a.go': (times) =>
    `package a\n\nimport "net/http"\n\nfunc f() {\n\treq, _ := http.NewRequest("GET", "${V1}/groups", nil)\n${'\treq.Header.Set("X", "1")\n'.repeat(times)}\thttp.DefaultClient.Do(req)\n}\n`,
  'a.py': (times) =>
    `import requests\nh = {}\n${"h['X'] = '1'\n".repeat(times)}requests.get('${V1}/groups', headers=h)\n`,
};

test.each(Object.entries(CHANGED))('%s: what is changed too often is not known', async (name, text) => {
  const { max } = BUDGETS.objectChanges;
  const seen = async (times: number) => {
    const { report } = await scan(temporaryTree({ 'package.json': '{}', [name]: text(times) }));
    return report.findings.map(({ fix }) => fix?.safety);
  };
  expect(await seen(10)).toEqual(['safe', 'safe']);
  const beyond = await seen(max + 1);
  expect(beyond.length).toBeGreaterThan(0);
  expect(beyond).not.toContain('safe');
});

describe('a file that is beyond a budget costs itself', () => {
  test.each(Object.entries(BEYOND))('%s', async (name, text) => {
    const cwd = temporaryTree({ 'client.js': CLIENT, [name]: text });
    const { code, report } = await scan(cwd);
    expect(report.failed.map(({ file }) => file)).toEqual([name]);
    expect(report.failed[0]!.message).toMatch(/^not (?:analysed|valid JSON|read as YAML)\b/);
    expect(report.findings.filter(({ file }) => file === 'client.js')).toHaveLength(2);
    expect(code).toBe(1);
    const { discovered, scanned, skipped, failed } = report.summary;
    expect(discovered).toBe(scanned + skipped + failed);
    expect((await scan(cwd, '--strict')).code).toBe(2);
  });

  test('a parser that it ends is started again for all others, of any language', () => {
    const args = [BIN, 'scan', '--format', 'json', '--today', TODAY];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: temporaryTree(FATAL) });
    const report = JSON.parse(String(stdout)) as Scanned['report'];
    expect(report.failed.map(({ file }) => file)).toEqual(['generics.java']);
    expect(report.failed[0]!.message).toContain('its parser would take more than');
    expect(new Set(report.findings.map(({ file }) => file))).toEqual(new Set(['z.go', 'z.java']));
    expect(String(stderr)).not.toContain('Aborted');
  });

  test('also where it names a property that the files beside it read', async () => {
    const reader = `export const get = async () => {\n  const r = await fetch('${V1}/groups/1/clusters/a');\n  return unknown(await r.json());\n};\n`;
    for (const rest of ['['.repeat(5000) + ']'.repeat(5000), 'call(async function () {\n'.repeat(40)]) {
      const files = { 'client.js': CLIENT, 'reader.js': reader, 'deep.js': `f(c.srvAddress);\n${rest}\n` };
      const { report } = await scan(temporaryTree(files));
      expect(report.failed.filter(({ file }) => file !== 'deep.js')).toEqual([]);
      expect(new Set(report.findings.map(({ file }) => file))).toEqual(new Set(['client.js', 'reader.js']));
      const reasons = report.findings.flatMap(({ fix }) => fix?.reason ?? []);
      expect(reasons).toContainEqual({
        file: 'deep.js',
        line: 1,
        text: expect.stringContaining('srvAddress'),
      });
    }
  });

  test('a literal of any length is stepped over', async () => {
    const big = `export const big = '${'a'.repeat(9_000_000)}';\n`;
    const { report } = await scan(temporaryTree({ 'client.js': CLIENT, 'big.js': CLIENT + big }));
    expect(report.failed).toEqual([]);
    expect(report.findings).toHaveLength(4);
  });

  test('what it does with a base that it imports is not known, so that no fix of the base is safe', async () => {
    const files = {
      'base.js': `export const BASE = '${V1}';\n`,
      'client.js': `import axios from 'axios';\nimport { BASE } from './base.js';\nexport const list = () => axios.get(\`\${BASE}/groups\`);\n`,
    };
    const alone = await scan(temporaryTree(files));
    expect(alone.report.findings.map(({ fix }) => fix?.safety)).toContain('safe');
    const user = `import { BASE } from './base.js';\nexport const x = ${'['.repeat(5000)}BASE${']'.repeat(5000)};\n`;
    for (const name of ['user.js', 'deep/user.js']) {
      const text = name.includes('/') ? user.replace('./', '../') : user;
      const { report } = await scan(temporaryTree({ ...files, [name]: text }));
      const fixes = report.findings.flatMap(({ fix }) => fix ?? []);
      expect(fixes.map(({ safety }) => safety)).not.toContain('safe');
      expect(fixes.map(({ reason }) => reason?.text).join('\n')).toContain(`${name}, which is not analysed`);
    }
  });
});

test.each(['.gitignore', 'deep/.gitignore', '.git/info/exclude', 'CODEOWNERS'])(
  'a pipe in the place of %s is not waited for',
  (name) => {
    const cwd = temporaryTree({ 'client.js': CLIENT, 'deep/client.js': CLIENT, '.git/HEAD': '' });
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    spawnSync('mkfifo', [join(cwd, name)]);
    const args = [BIN, 'scan', '--cache', '--format', 'html', '--today', TODAY];
    const { status } = spawnSync(process.execPath, args, { cwd, timeout: 20_000 });
    expect(status).toBe(1);
  },
);

describe('a file that changes while it is scanned', () => {
  test('cannot be read any more when it is gone, or a folder', () => {
    const cwd = temporaryTree({ 'a.js': CLIENT, 'b.js': CLIENT });
    const host = createHost({ cwd, roots: [cwd], sources: ['a.js', 'b.js'], overlay: new Map() });
    rmSync(join(cwd, 'a.js'));
    rmSync(join(cwd, 'b.js'));
    mkdirSync(join(cwd, 'b.js'));
    expect(['a.js', 'b.js'].map((path) => host.read(path))).toEqual([undefined, undefined]);
    expect(host.search(/axios/)).toEqual([]);
  });

  test('is listed as failed when nobody can say where its findings stand', async () => {
    const run = {
      tool: { name: 't', version: '1' },
      target: '2023-02-01',
      today: '2026-11-21',
      discovered: 1,
      inRepository: (file: string) => file,
      skipped: [],
      failed: [],
      unread: [],
      silenced: [],
      findings: [
        {
          rule: 'legacy-base-url',
          severity: 'error',
          certainty: 'certain',
          message: 'm',
          file: 'gone.js',
          span: { start: 0, end: 1 },
          anchor: '',
          data: {},
        },
      ],
    } as unknown as Parameters<typeof showFindings>[0];
    const texts = {
      text: () => undefined,
      positions: async () => {
        throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      },
    };
    const { report } = await showFindings(run, texts, new Set());
    expect(report.findings).toEqual([]);
    expect(report.failed.map(({ file }) => String(file))).toEqual(['gone.js']);
  });
});

const fact = (file: string) => ({ kind: 'name', file }) as unknown as Fact;
const finding = (file: string) => ({
  file,
  span: { start: 0, end: 1 },
  fix: { safety: 'safe', title: 't', edits: [] },
});
test('facts that make a check fail cost their own file, and the safety of the others', () => {
  const judged = judgeIsolated([fact('a'), fact('bad'), fact('b')], (facts) => {
    if (facts.some(({ file }) => file === 'bad')) throw new TypeError('no such member');
    return { findings: facts.map(({ file }) => finding(file)) as never, hidden: [] };
  });
  expect(judged.lost.map(({ file }) => file)).toEqual(['bad']);
  expect(judged.findings.map(({ file, fix }) => [file, fix?.safety])).toEqual([
    ['a', 'unsafe'],
    ['b', 'unsafe'],
  ]);
});

test('docs/limits.md shows the budgets', () => {
  const number = new Intl.NumberFormat('en-US');
  const rows = Object.values(BUDGETS).map(
    ({ of, max, unit, beyond }) => `${of} | ${number.format(max)} ${unit} | ${beyond}`,
  );
  const text = readFileSync(fileURLToPath(new URL('../../docs/limits.md', import.meta.url)), 'utf8');
  const shown = [...text.matchAll(/^\| (.*?) *\|$/gm)].map(([, row]) => row!.replaceAll(/ {2,}/g, ' '));
  for (const row of rows) expect(shown).toContain(row);
});
