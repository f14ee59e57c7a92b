import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const LEGACY = 'fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n';

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, encoding: 'utf8' });

const repository = (files: Readonly<Record<string, string>>): string => {
  const cwd = temporaryTree(files);
  git(cwd, 'init', '-q');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'x');
  return cwd;
};

const migrate = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, printed, out } = recordingTerminal(cwd);
  const code = await run(args, terminal);
  return { code, printed: printed(), out: out() };
};

const read = (cwd: string, file: string): string => readFileSync(join(cwd, file), 'utf8');

describe('fix', () => {
  it('refuses, and writes nothing, when a file it would edit has uncommitted changes', async () => {
    const cwd = repository({ 'a.ts': LEGACY, 'b.ts': LEGACY, 'c.ts': 'clean();\n' });
    writeFileSync(join(cwd, 'b.ts'), `${LEGACY}more();\n`);
    const refused = await migrate(cwd, 'fix');
    expect(refused.code).toBe(2);
    expect(refused.printed).toMatch(/b\.ts.*--allow-dirty/);
    expect(refused.printed).not.toContain('a.ts');
    expect(read(cwd, 'a.ts')).toBe(LEGACY);
    expect((await migrate(cwd, 'fix', '--allow-dirty')).code).toBe(0);
    expect(read(cwd, 'b.ts')).toMatch(/api\/atlas\/v2[^]*more\(\)/);
  });

  it('edits beside changes in files that it leaves alone', async () => {
    const cwd = repository({ 'a.ts': LEGACY, 'c.ts': 'clean();\n' });
    writeFileSync(join(cwd, 'c.ts'), 'changed();\n');
    expect((await migrate(cwd, 'fix')).code).toBe(0);
    expect(read(cwd, 'a.ts')).toContain('/api/atlas/v2/');
  });

  it('prints a diff that git applies, equal to what fix writes', async () => {
    const cwd = repository({ 'src/a.ts': LEGACY, 'src/b é.js': LEGACY.replace('\n', '\r\n') });
    const { code, out } = await migrate(cwd, 'fix', '--diff', '-f', 'json');
    expect(code).toBe(1);
    expect(git(cwd, 'status', '--porcelain')).toBe('');
    writeFileSync(join(cwd, 'patch'), out);
    git(cwd, 'apply', 'patch');
    const applied = [read(cwd, 'src/a.ts'), read(cwd, 'src/b é.js')];
    git(cwd, 'checkout', '.');
    await migrate(cwd, 'fix');
    expect([read(cwd, 'src/a.ts'), read(cwd, 'src/b é.js')]).toEqual(applied);
    expect(await migrate(cwd, 'fix', '--diff')).toMatchObject({ code: 0, out: '' });
  });

  it('never edits what was generated, recorded or not asked for', async () => {
    const files = {
      'dist/a.min.js': LEGACY,
      'base.ts': "export const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';\n",
    };
    const cwd = repository({
      ...files,
      'use.ts': "import { BASE } from './base';\nfetch(`${BASE}/groups`);\n",
    });
    await migrate(cwd, 'fix', 'dist', 'use.ts', '--unsafe');
    for (const [file, text] of Object.entries(files)) expect(read(cwd, file)).toBe(text);
    await migrate(cwd, 'fix', '--allow-dirty');
    expect(read(cwd, 'base.ts')).toContain('/api/atlas/v2');
  });

  it('keeps UTF-16 and line ends', async () => {
    const cwd = temporaryTree({ 'a.ts': Buffer.from(`\uFEFF${LEGACY.replace('\n', '\r\n')}`, 'utf16le') });
    expect((await migrate(cwd, 'fix')).code).toBe(0);
    const text = readFileSync(join(cwd, 'a.ts')).toString('utf16le');
    expect(text.startsWith('\uFEFFfetch("https://cloud.mongodb.com/api/atlas/v2/groups"')).toBe(true);
    expect(text.endsWith(';\r\n')).toBe(true);
  });
});
