import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const BASE = "export const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';\n";
const use = (from: string): string =>
  `import { BASE } from '${from}';\nexport const all = () => fetch(BASE + '/groups');\n`;

const FILES = { 'package.json': '{}', 'src/base.ts': BASE, 'src/own.ts': use('./base') };
const OTHER = { 'test/other.ts': use('../src/base') };

const fix = async (cwd: string, args: readonly string[], stdin = '') => {
  const { terminal, out, printed } = recordingTerminal(cwd, stdin);
  const code = await run(['fix', '-f', 'json', ...args], terminal);
  return { code, out: out(), printed: printed() };
};

const textsIn = (cwd: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(files).map((file) => [file, readFileSync(join(cwd, file), 'utf8')]));

describe('fix on a part of a tree', () => {
  it.each([[['src']], [['src/base.ts', 'src/own.ts']], [['src', '--unsafe']]])(
    'moves no base that code elsewhere builds on: %j',
    async (args) => {
      const files = { ...FILES, ...OTHER };
      const cwd = temporaryTree(files);
      const { code, out, printed } = await fix(cwd, args);
      expect(textsIn(cwd, files)).toEqual(files);
      const found = (JSON.parse(out) as { findings: { file: string }[] }).findings.map(({ file }) => file);
      expect([code, found]).toEqual([1, ['src/base.ts', 'src/own.ts']]);
      expect(printed).toContain(
        'Not fixed, because another file has to change too:\n2>   The fix also changes test/other.ts, which',
      );
    },
  );

  it('moves it where nobody else does, and where all are named', async () => {
    const part = temporaryTree(FILES);
    expect((await fix(part, ['src'])).code).toBe(0);
    const whole = temporaryTree({ ...FILES, ...OTHER });
    expect((await fix(whole, ['src', 'test'])).code).toBe(0);
    expect(readFileSync(join(whole, 'test/other.ts'), 'utf8')).toContain('2023-02-01');
  });

  it('neither in a text that is piped', async () => {
    const text = `${BASE}export const own = () => fetch(BASE + '/groups');\n`;
    const alone = await fix(temporaryTree({}), ['--stdin', '--stdin-filename', 'src/base.ts'], text);
    expect(alone.out).toContain('/api/atlas/v2');
    const cwd = temporaryTree({ ...FILES, ...OTHER });
    expect((await fix(cwd, ['--stdin', '--stdin-filename', 'src/base.ts'], text)).out).toContain(text);
  });

  it('names the file beyond the paths that a fix needs, and scan promises no more than fix does', async () => {
    const cwd = temporaryTree({
      'lib/base.ts': BASE,
      'src/own.ts': `${use('../lib/base')}fetch('https://cloud.mongodb.com/api/atlas/v1.0/orgs');\n`,
    });
    const { terminal, out, printed } = recordingTerminal(cwd);
    await run(['scan', 'src'], terminal);
    expect(out()).toContain('The fix also changes lib/base.ts, which is outside the paths of this run.');
    expect(printed()).toContain('2 fixable');
    expect(printed()).toContain('fix src lib/base.ts  # 2 more, with the files');
    expect((await fix(cwd, ['src', '--diff'])).printed).toContain('Would fix 2 findings in 1 file.');
    expect((await fix(cwd, ['src', 'lib/base.ts', '--diff'])).printed).toContain('Would fix 4 findings');
  });

  it('scan finds no fix safe that code outside its paths makes unsafe for fix, kept results or not', async () => {
    const cwd = temporaryTree({
      'package.json': '{}',
      'src/call.ts':
        "export const all = () => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups', { headers: {} });\n",
    });
    const scanned = async (): Promise<string> => {
      const { terminal, printed } = recordingTerminal(cwd);
      await run(['scan', 'src', '--cache'], terminal);
      return printed();
    };
    expect(await scanned()).toContain('2 fixable, 0 more');
    const replaced = 'const own = fetch;\nglobalThis.fetch = (url) => own(url);\n';
    mkdirSync(join(cwd, 'setup'));
    writeFileSync(join(cwd, 'setup/global.ts'), replaced);
    expect(await scanned()).toContain('0 fixable, 1 more with --unsafe');
    expect((await fix(cwd, ['src'])).printed).toContain('(setup/global.ts:2)');
  });
});
