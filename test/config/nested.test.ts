import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';

const LEGACY = "export const url = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";

const FLAT = JSON.stringify({
  name: 'a',
  numShards: 1,
  providerSettings: { providerName: 'AWS', instanceSizeName: 'M10', regionName: 'US_EAST_1' },
});

interface Row {
  readonly rule: string;
  readonly file: string;
  readonly severity: string;
  readonly operation: string | null;
  readonly fix: { readonly edits: readonly { readonly text: string }[] } | null;
}

const scan = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(['scan', '-f', 'json', '--today', '2026-11-21', ...args], terminal);
  const findings = code === 2 ? [] : (JSON.parse(out()) as { findings: readonly Row[] }).findings;
  return { code, findings, printed: printed(), rows: findings.map((row) => `${row.file} ${row.severity}`) };
};

const off = (rule: string): string => JSON.stringify({ rules: { [rule]: 'off' } });

describe('the nearest configuration', () => {
  it('says what a payload file is, from whichever folder the run starts', async () => {
    const cwd = temporaryTree({
      'p/migrate.config.json': JSON.stringify({ payloads: { 'body.json': 'clusters.create' } }),
      'p/body.json': FLAT,
    });
    const expected = ['clusters.create', 'clusters.create'];
    for (const [folder, ...paths] of [[cwd], [cwd, 'p'], [cwd, 'p/body.json'], [join(cwd, 'p')]] as const) {
      const { findings } = await scan(folder, ...paths);
      expect(findings.map(({ operation }) => operation)).toEqual(expected);
    }
  });

  it('replaces the one above as a whole', async () => {
    const cwd = temporaryTree({
      'migrate.config.json': JSON.stringify({ rules: { 'legacy-base-url': 'warning' }, ignore: ['x.ts'] }),
      'a.ts': LEGACY,
      'x.ts': LEGACY,
      'sub/migrate.config.yaml': 'reportUnusedSuppressions: false\n',
      'sub/deep/x.ts': LEGACY,
      'off/package.json': JSON.stringify({ migrate: JSON.parse(off('legacy-base-url')) as unknown }),
      'off/b.ts': LEGACY,
    });
    expect((await scan(cwd)).rows).toEqual(['a.ts warning', 'sub/deep/x.ts error']);
    expect((await scan(join(cwd, 'sub'))).rows).toEqual(['deep/x.ts error']);
    expect((await scan(cwd, '--no-config')).rows).toHaveLength(4);
    expect((await scan(join(cwd, 'sub'), '../off')).rows).toEqual([]);
  });

  it('judges by the target of its own files', async () => {
    const call = `export const f = (id) => fetch(\`https://cloud.mongodb.com/api/atlas/v1.0/groups/\${id}/clusters\`);\n`;
    const cwd = temporaryTree({
      'migrate.config.json': '{ "target": "2023-01-01" }',
      'a.ts': call,
      'sub/migrate.config.json': '{ "target": "2024-08-05" }',
      'sub/a.ts': call,
    });
    const { findings } = await scan(cwd, '--rule', 'missing-version-header');
    expect(findings.map(({ file, fix }) => [file, /\d{4}-\d\d-\d\d/.exec(JSON.stringify(fix))?.[0]])).toEqual(
      [
        ['a.ts', '2023-01-01'],
        ['sub/a.ts', '2024-08-05'],
      ],
    );
  });

  it('has rule packs of its own, which may replace built-in rules', async () => {
    const { rules } = JSON.parse(readFileSync('rules/addresses.json', 'utf8')) as { rules: { id: string }[] };
    const stricter = rules
      .filter(({ id }) => id === 'legacy-base-url')
      .map((rule) => ({ ...rule, severity: 'info' }));
    const cwd = temporaryTree({
      'a.ts': LEGACY,
      'sub/migrate.config.json': '{ "rulePacks": ["pack.json"] }',
      'sub/pack.json': JSON.stringify({ rules: [...stricter, { ...stricter[0], id: 'own-rule' }] }),
      'sub/a.ts': LEGACY,
    });
    const { findings } = await scan(cwd);
    expect(findings.map(({ file, rule, severity }) => [file, rule, severity])).toEqual([
      ['a.ts', 'legacy-base-url', 'error'],
      ['sub/a.ts', 'legacy-base-url', 'info'],
      ['sub/a.ts', 'own-rule', 'info'],
    ]);
    expect((await scan(cwd, '--rule', 'own-rule')).findings.map(({ file }) => file)).toEqual(['sub/a.ts']);
  });

  it('is data: code is loaded from the working directory only', async () => {
    const cwd = temporaryTree({
      'sub/migrate.config.mjs': 'throw new Error("run");',
      'sub/migrate.config.js': 'throw new Error("run");',
      'sub/a.ts': LEGACY,
    });
    expect((await scan(cwd)).rows).toEqual(['sub/a.ts error']);
    expect((await scan(join(cwd, 'sub'))).code).toBe(2);
  });

  it('costs its own files only, with a rule pack that cannot be used too', async () => {
    const cwd = temporaryTree({
      'a.ts': LEGACY,
      'sub/a.ts': LEGACY,
      'sub/migrate.config.json': '{ "rulePacks": ["./x.json"] }',
    });
    for (const text of [undefined, '{', '{"rules": 1}']) {
      if (text !== undefined) writeFileSync(join(cwd, 'sub/x.json'), text);
      const { terminal, out } = recordingTerminal(cwd);
      const code = await run(['scan', '-f', 'json', '--today', '2026-11-21'], terminal);
      const { findings, skipped } = JSON.parse(out()) as { findings: Row[]; skipped: { file: string }[] };
      expect([code, [...new Set(findings.map(({ file }) => file))]]).toEqual([2, ['a.ts']]);
      expect(skipped.map(({ file }) => file)).toContain('sub/a.ts');
    }
  });

  it('passes over what cannot be a configuration of ours', async () => {
    const cwd = temporaryTree({
      'a.ts': LEGACY,
      'broken/package.json': '{ "scripts": { "migrate": ',
      'script/package.json': '{ "scripts": { "migrate": "x" } }',
    });
    expect((await scan(cwd)).rows).toEqual(['a.ts error']);
  });

  it.each([
    ['an unknown key', { 'sub/migrate.config.json': '{ "rule": {} }' }, /sub\/migrate.config.json.*"rules"/],
    ['an unknown rule', { 'sub/migrate.config.json': off('no-such') }, /sub\/migrate.config.json.*"no-such"/],
    [
      'a file out of its repository',
      { 'sub/.git/HEAD': '', 'sub/migrate.config.json': '{ "extends": "../x.json" }', 'x.json': '{}' },
      /outside the repository/,
    ],
  ])('refuses %s', async (_, files, message) => {
    const { code, printed } = await scan(temporaryTree({ ...files, 'sub/a.ts': LEGACY }));
    expect(code).toBe(2);
    expect(printed).toMatch(message);
  });
});

describe('extends', () => {
  it('takes files and packages, the later ones on top', async () => {
    const cwd = temporaryTree({
      'a.ts': LEGACY,
      'b.test.ts': LEGACY,
      'node_modules/@team/config/package.json': '{ "name": "@team/config" }',
      'node_modules/@team/config/migrate.config.json': JSON.stringify({
        rules: { 'legacy-base-url': 'off', 'token-reuse': 'error' },
        overrides: [{ files: '*.test.ts', rules: { 'legacy-base-url': 'info' } }],
      }),
      'base/warn.jsonc': `{ // why\n "rules": { "legacy-base-url": "warning" } }`,
      'migrate.config.json': JSON.stringify({ extends: ['@team/config', './base/warn.jsonc'] }),
    });
    expect((await scan(cwd)).rows).toEqual(['a.ts warning', 'b.test.ts info']);
  });

  it.each([
    ['./code.mjs', /only .json/],
    ['./gone.json', /no such file/],
    ['@team/none', /no installed package/],
  ])('refuses %s', async (name, message) => {
    const cwd = temporaryTree({
      'migrate.config.json': JSON.stringify({ extends: name }),
      'code.mjs': 'throw new Error("run");',
    });
    const { code, printed } = await scan(cwd);
    expect(code).toBe(2);
    expect(printed).toMatch(message);
  });
});
