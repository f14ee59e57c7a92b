import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const FILE = 'migrate-baseline.txt';
const ROOT = 'https://cloud.mongodb.com/api/atlas/v1.0';

const CODE = `export async function alerts(id) {
  return fetch(\`${ROOT}/groups/\${id}/alerts\`);
}
export async function cluster(id, name) {
  const answer = await fetch(\`${ROOT}/groups/\${id}/clusters/\${name}\`, { method: 'GET' });
  const body = await answer.json();
  return [body.providerSettings.instanceSizeName, body.numShards];
}
`;

const call = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(args, terminal);
  return { code, out: out(), printed: printed() };
};

/** Findings that the baseline does not know, as "rule file". */
const fresh = async (cwd: string, ...args: readonly string[]): Promise<readonly string[]> => {
  const { out } = await call(cwd, 'scan', '-f', 'json', '--baseline', FILE, ...args);
  const { findings } = JSON.parse(out) as { findings: { rule: string; file: string }[] };
  return findings.map(({ rule, file }) => `${rule} ${file}`);
};

const known = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const cwd = temporaryTree({ 'package.json': '{}', ...files });
  await call(cwd, 'baseline');
  return cwd;
};

const write = (cwd: string, file: string, text: string): void => {
  mkdirSync(dirname(join(cwd, file)), { recursive: true });
  writeFileSync(join(cwd, file), text);
};

const read = (cwd: string): string => readFileSync(join(cwd, FILE), 'utf8');
const entries = (cwd: string): readonly string[] =>
  read(cwd)
    .split('\n')
    .filter((line) => /^[a-z]/.test(line));

/** The two functions, apart. */
const [FIRST = '', SECOND = ''] = CODE.split(/(?=export async function cluster)/);

const CHANGES: readonly (readonly [string, (code: string) => string])[] = [
  ['lines above', (code) => `// a\n\nconst x = 1;\n${code}`],
  ['CRLF', (code) => code.replaceAll('\n', '\r\n')],
  ['a byte order mark', (code) => `\uFEFF${code}`],
  ['tabs', (code) => code.replaceAll('  ', '\t\t')],
  ['another order of functions', () => SECOND + FIRST],
  [
    'other line breaks',
    (code) =>
      code
        .replaceAll(/fetch\((`[^`]*`)(, )?/g, 'fetch(\n    $1$2\n    ')
        .replaceAll('.json()', '\n    .json()'),
  ],
  ['double quotes', (code) => code.replaceAll("'", '"')],
  ['no semicolons', (code) => code.replaceAll(';', '')],
  ['comments inside', (code) => code.replaceAll('fetch(', 'fetch(/* why */ ')],
];

describe('a baseline', () => {
  it('has one sorted line a finding, without line numbers, counts or secrets', async () => {
    const secret = 'mdb_sa_sk_0123456789abcdefghijklmnopqrstuvwxyzAB';
    const cwd = await known({
      'src/b.ts': CODE,
      'a.ts': `fetch('https://u:${secret}@cloud.mongodb.com/api/atlas/v1.0/groups');\n`,
    });
    const lines = entries(cwd);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(line).toMatch(/^[a-z-]+ [0-9a-f]{32} (?:a|src\/b)\.ts$/);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.map((line) => line.split(' ')[2])).toEqual(
      lines.map((line) => line.split(' ')[2]).toSorted(),
    );
    expect(read(cwd)).not.toContain(secret);
    expect(await fresh(cwd)).toEqual([]);
  });

  it.each(CHANGES)('survives %s', async (_, change) => {
    const cwd = await known({ 'a.ts': CODE });
    write(cwd, 'a.ts', change(CODE));
    const { printed } = await call(cwd, 'scan', '-f', 'compact', '--baseline', FILE);
    expect(await fresh(cwd)).toEqual([]);
    expect(printed).not.toContain('found nothing');
  });

  it('survives being read with the line ends of Windows, from any folder', async () => {
    const cwd = await known({ 'sub/a.ts': CODE, '.git/HEAD': '' });
    writeFileSync(join(cwd, FILE), read(cwd).replaceAll('\n', '\r\n'));
    expect(await fresh(cwd)).toEqual([]);
    const { code } = await call(join(cwd, 'sub'), 'scan', '--baseline', `../${FILE}`);
    expect(code).toBe(0);
  });

  it('follows a renamed file, with other changes in it too', async () => {
    const cwd = await known({ 'src/a.ts': CODE, 'src/other.ts': CODE });
    mkdirSync(join(cwd, 'lib'));
    renameSync(join(cwd, 'src/a.ts'), join(cwd, 'lib/b.ts'));
    write(cwd, 'lib/b.ts', `// moved\n${CODE}export const more = () => fetch('${ROOT}/orgs');\n`);
    expect(await fresh(cwd)).toEqual(['missing-version-header lib/b.ts', 'legacy-base-url lib/b.ts']);
    write(cwd, 'src/copy.ts', CODE);
    expect((await fresh(cwd)).filter((row) => row.endsWith('src/copy.ts'))).not.toEqual([]);
  });

  it('sees one finding go and another come', async () => {
    const cwd = await known({ 'a.ts': CODE });
    write(cwd, 'a.ts', CODE.replace('/alerts', '/users'));
    expect(await fresh(cwd)).toEqual(['missing-version-header a.ts', 'legacy-base-url a.ts']);
  });

  it('says what found nothing, and is pruned by writing it anew', async () => {
    const cwd = await known({ 'a.ts': CODE, 'b.ts': CODE });
    rmSync(join(cwd, 'b.ts'));
    write(cwd, 'a.ts', SECOND);
    const { printed } = await call(cwd, 'scan', '--baseline', FILE);
    expect(printed).toMatch(/entries of the baseline found nothing \(a\.ts, b\.ts\)/);
    const before = entries(cwd).length;
    await call(cwd, 'baseline');
    expect(entries(cwd).every((line) => line.endsWith(' a.ts'))).toBe(true);
    expect(entries(cwd).length).toBeLessThan(before);
    expect((await call(cwd, 'scan', '--baseline', FILE)).printed).not.toContain('found nothing');
  });

  it('is refused where a merge went wrong', async () => {
    const cwd = await known({ 'a.ts': CODE });
    writeFileSync(join(cwd, FILE), `<<<<<<< HEAD\n${read(cwd)}`);
    const { code, printed } = await call(cwd, 'scan', '--baseline', FILE);
    expect([code, printed]).toEqual([2, expect.stringMatching(/line 1 is left of a conflict/)]);
  });
});
