import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const bin = fileURLToPath(new URL('../../../bin/migrate.js', import.meta.url));
const LEGACY = "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n";
const CLEAN = 'export const a = 1;\n';

const repository = (files: Readonly<Record<string, string | Uint8Array>>) => {
  const cwd = temporaryTree({ 'package.json': '{}', ...files });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return { cwd, git, write: (file: string, text: string) => writeFileSync(join(cwd, file), text) };
};

const migrate = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(args, terminal);
  return { code, out: out(), printed: printed() };
};

/** Files with findings. */
const found = async (cwd: string, ...args: readonly string[]): Promise<readonly string[]> => {
  const { out } = await migrate(cwd, 'scan', '-f', 'json', ...args);
  const { findings } = JSON.parse(out) as { findings: { file: string }[] };
  return [...new Set(findings.map(({ file }) => file))];
};

describe('what is staged', () => {
  it('may lie outside of a sparse checkout', async () => {
    const { cwd, git } = repository({ 'in.ts': CLEAN, 'out/a.ts': CLEAN });
    git('sparse-checkout', 'set', '--no-cone', '/in.ts', '/package.json');
    const object = execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd,
      input: LEGACY,
      encoding: 'utf8',
    });
    git('update-index', '--cacheinfo', `100644,${object.trim()},out/a.ts`);
    git('update-index', '--skip-worktree', 'out/a.ts');
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    expect(await found(cwd, '--staged')).toEqual(['out/a.ts']);
  });

  it('may be renamed, and is fixed under its new name', async () => {
    const { cwd, git } = repository({ 'a.ts': LEGACY });
    git('mv', 'a.ts', 'b.ts');
    expect(await found(cwd, '--staged')).toEqual(['b.ts']);
    expect((await migrate(cwd, 'fix', '--staged')).code).toBe(0);
    expect(git('show', ':b.ts')).toContain('/api/atlas/v2');
    expect(git('status', '--porcelain').trim().split('\n').sort()).toEqual(['A  b.ts', 'D  a.ts']);
  });

  it('is not what git was only told of', async () => {
    const { cwd, git, write } = repository({});
    write('new.ts', LEGACY);
    git('add', '-N', 'new.ts');
    expect(await found(cwd, '--staged')).toEqual([]);
    expect(await found(cwd, '--changed')).toEqual(['new.ts']);
    expect((await migrate(cwd, 'fix', '--staged')).printed).toContain(
      'no file of a supported kind is staged',
    );
    expect(readFileSync(join(cwd, 'new.ts'), 'utf8')).toBe(LEGACY);
  });

  it('may be a mode, a link, or the end of being tracked', async () => {
    const { cwd, git } = repository({ 'mode.ts': LEGACY, 'link.ts': CLEAN, 'gone.ts': LEGACY });
    chmodSync(join(cwd, 'mode.ts'), 0o755);
    rmSync(join(cwd, 'link.ts'));
    symlinkSync('gone.ts', join(cwd, 'link.ts'));
    git('add', '-A');
    git('rm', '-q', '--cached', 'gone.ts');
    expect(await found(cwd, '--staged')).toEqual(['mode.ts']);
    const { printed } = await migrate(cwd, 'fix', '--staged');
    expect(printed).not.toContain('gone.ts: ');
    expect(git('ls-files', '-s', 'mode.ts')).toMatch(/^100755 /);
    expect(git('show', ':link.ts')).toBe('gone.ts');
    expect(readFileSync(join(cwd, 'gone.ts'), 'utf8')).toBe(LEGACY);
  });

  it('may be in conflict: it is told, and nothing is written', async () => {
    const { cwd, git, write } = repository({ 'a.ts': CLEAN });
    git('checkout', '-q', '-b', 'other');
    write('a.ts', `${LEGACY}// other\n`);
    git('commit', '-q', '-a', '-m', 'other');
    git('checkout', '-q', 'main');
    write('a.ts', `${LEGACY}// main\n`);
    git('commit', '-q', '-a', '-m', 'main');
    expect(() => git('merge', '-q', 'other')).toThrow(/CONFLICT|failed/);
    const before = [git('ls-files', '-s'), readFileSync(join(cwd, 'a.ts'), 'utf8')];
    const { code, printed } = await migrate(cwd, 'scan', '--staged', '--strict');
    expect([code, printed]).toEqual([2, expect.stringContaining('conflict')]);
    await migrate(cwd, 'fix', '--staged');
    await migrate(cwd, 'fix', '--allow-dirty');
    expect([git('ls-files', '-s'), readFileSync(join(cwd, 'a.ts'), 'utf8')]).toEqual(before);
  });

  it('tells of no file that is not', async () => {
    const { cwd, git, write } = repository({ 'old.ts': LEGACY, 'a.ts': CLEAN });
    write('a.ts', LEGACY);
    git('add', 'a.ts');
    const { printed } = await migrate(cwd, 'fix', '--staged');
    expect(printed).not.toContain('old.ts');
  });
});

const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('encodings of git', () => {
  it('may differ between index and work tree: the one is read as it will come out of the other', async () => {
    const { cwd, git } = repository({ '.gitattributes': 'a.ts working-tree-encoding=UTF-16LE-BOM\n' });
    writeFileSync(join(cwd, 'a.ts'), wide(LEGACY));
    git('add', 'a.ts');
    expect(await found(cwd, '--staged')).toEqual(['a.ts']);
    writeFileSync(join(cwd, 'a.ts'), wide(CLEAN));
    expect(await found(cwd, '--staged')).toEqual(['a.ts']);
    const { code, printed } = await migrate(cwd, 'fix', '--staged');
    expect([code, printed]).toEqual([2, expect.stringContaining('another encoding')]);
    expect(readFileSync(join(cwd, 'a.ts'))).toEqual(wide(CLEAN));
  });

  it('may turn line ends: each side keeps its own', async () => {
    const { cwd, git } = repository({});
    git('config', 'core.autocrlf', 'true');
    writeFileSync(join(cwd, 'a.ts'), LEGACY.replace('\n', '\r\n') + 'export {};\r\n');
    git('add', 'a.ts');
    expect((await migrate(cwd, 'fix', '--staged')).code).toBe(0);
    expect(git('show', ':a.ts')).toMatch(/^fetch.*v2.*\nexport \{\};\n$/);
    expect(readFileSync(join(cwd, 'a.ts'), 'utf8')).toMatch(/^fetch.*v2.*\r\nexport \{\};\r\n$/);
    expect(git('status', '--porcelain').trim()).toBe('A  a.ts');
  });

  it.each(['true', 'false'])(
    'names are the same with core.quotepath=%s, in any normal form',
    async (value) => {
      const names = ['e\u0301.ts', '\u00E9.ts', `${'n'.repeat(200)}.ts`, `${'\u00E9'.repeat(120)}.ts`];
      const { cwd, git } = repository({});
      git('config', 'core.quotepath', value);
      for (const name of names) writeFileSync(join(cwd, name), LEGACY);
      git('add', '-A');
      expect([...(await found(cwd, '--staged'))].sort()).toEqual([...names].sort());
      expect((await migrate(cwd, 'fix', '--staged')).code).toBe(0);
      for (const name of names) expect(readFileSync(join(cwd, name), 'utf8')).toContain('/v2/');
      expect(git('diff', '--name-only')).toBe('');
    },
  );

  it.runIf(process.platform === 'linux')('names may be no text at all', async () => {
    const cwd = temporaryTree({ 'a.ts': CLEAN, 'b.ts': LEGACY });
    renameSync(
      join(cwd, 'b.ts'),
      Buffer.concat([Buffer.from(`${cwd}/b`), Buffer.from([0xff]), Buffer.from('.ts')]),
    );
    const { code, printed } = await migrate(cwd, 'scan');
    expect([code, printed]).toEqual([0, expect.stringContaining('its name is not UTF-8')]);
  });
});

describe('links', () => {
  it('are not followed out of the tree, nor written through, unless they are named', async () => {
    const outside = temporaryTree({ 'x.ts': LEGACY });
    const { cwd } = repository({ 'a.ts': CLEAN });
    symlinkSync(outside, join(cwd, 'folder'));
    symlinkSync(join(outside, 'x.ts'), join(cwd, 'file.ts'));
    symlinkSync('.', join(cwd, 'loop'));
    expect(await found(cwd)).toEqual([]);
    await migrate(cwd, 'fix', '--allow-dirty');
    expect(readFileSync(join(outside, 'x.ts'), 'utf8')).toBe(LEGACY);
    expect(await found(cwd, 'file.ts')).toEqual(['file.ts']);
  });

  it('to nothing are said to be that', async () => {
    const { cwd } = repository({});
    symlinkSync('nowhere', join(cwd, 'a.ts'));
    const { code, printed } = await migrate(cwd, 'scan', 'a.ts');
    expect([code, printed]).toEqual([2, expect.stringContaining('a.ts is a broken symbolic link')]);
  });
});

const interrupted = (cwd: string, signal: NodeJS.Signals, after: number) =>
  new Promise<number | null>((done) => {
    const child = spawn(process.execPath, [bin, 'fix', '-q'], { cwd, stdio: 'ignore' });
    setTimeout(() => child.kill(signal), after);
    child.on('exit', (code) => done(code));
  });

describe('a signal', () => {
  const FILES = Array.from({ length: 60 }, (_, at) => `f${at}.ts`);

  it.each([
    ['SIGINT', 90],
    ['SIGTERM', 150],
    ['SIGINT', 200],
    ['SIGTERM', 260],
    ['SIGHUP', 340],
  ] as const)('%s after %d ms leaves all files as they were, or all fixed', async (signal, after) => {
    const cwd = temporaryTree(Object.fromEntries([...FILES, 'package.json'].map((file) => [file, LEGACY])));
    writeFileSync(join(cwd, 'package.json'), '{}');
    await interrupted(cwd, signal, after);
    const texts = new Set(FILES.map((file) => readFileSync(join(cwd, file), 'utf8')));
    expect(texts.size).toBe(1);
    expect(readdirSync(cwd).sort()).toEqual([...FILES, 'package.json'].sort());
  });
});

describe('a reader that goes away', () => {
  it('ends the run without a trace of the stack', () => {
    const cwd = temporaryTree({ 'a.ts': LEGACY.repeat(2000) });
    const done = execFileSync(
      'sh',
      ['-c', `"${process.execPath}" "${bin}" scan -f jsonl 2>err | head -c 10`],
      { cwd, encoding: 'utf8' },
    );
    expect(done).toHaveLength(10);
    appendFileSync(join(cwd, 'err'), '');
    expect(readFileSync(join(cwd, 'err'), 'utf8')).not.toMatch(/\bat .*:\d+|EPIPE/);
  });
});
