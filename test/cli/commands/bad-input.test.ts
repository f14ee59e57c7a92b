import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const bin = fileURLToPath(new URL('../../../bin/migrate.js', import.meta.url));
const LEGACY = "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n";

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );

const repository = (files: Readonly<Record<string, string>>, ...flags: readonly string[]): string => {
  const cwd = temporaryTree(files);
  git(cwd, 'init', '-q', '-b', 'main', ...flags);
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-q', '--allow-empty', '-m', 'first');
  return cwd;
};

const call = async (cwd: string, ...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(args, terminal);
  return { code, out: out(), printed: printed() };
};

const lines = (printed: string): readonly string[] => printed.split('\n').filter((line) => line !== '');

/** One line that says it, and exit 2. */
const refused = async (cwd: string, message: RegExp, ...args: readonly string[]): Promise<void> => {
  const { code, printed } = await call(cwd, 'scan', ...args);
  expect([code, lines(printed).length]).toEqual([2, 1]);
  expect(printed).toMatch(message);
};

describe('repositories', () => {
  it.each(['--changed', '--staged', '--since=main'])('%s needs one', async (flag) => {
    await refused(temporaryTree({ 'a.ts': LEGACY }), /is not in a git repository/, flag);
  });

  it('needs git itself', () => {
    const cwd = repository({ 'a.ts': LEGACY });
    const done = spawnSync(process.execPath, [bin, 'scan', '--changed'], {
      cwd,
      env: { PATH: '/nowhere' },
      encoding: 'utf8',
    });
    expect([done.status, done.stderr]).toEqual([
      2,
      'migrate: cannot determine what changed: git is not installed. Install it, or name paths instead.\n',
    ]);
  });

  it.each(['nowhere', 'a b', 'HEAD:a.ts', 'HEAD~7', 'x'.repeat(500)])('has no commit %s', async (ref) => {
    await refused(repository({ 'a.ts': LEGACY }), /there is no commit, branch or tag/, '--since', ref);
  });

  it('may be shallow: what is missing is said', async () => {
    const origin = repository({ 'a.ts': LEGACY });
    for (const name of ['second', 'third']) git(origin, 'commit', '-q', '--allow-empty', '-m', name);
    git(origin, 'branch', 'base', 'HEAD~2');
    const folder = temporaryTree({});
    git(folder, 'clone', '-q', '--depth', '1', `file://${origin}`, 'clone');
    const clone = join(folder, 'clone');
    await refused(clone, /a shallow clone has only its last commits/, '--since', 'HEAD~1');
    git(clone, 'fetch', '-q', '--depth', '1', 'origin', 'base:base');
    await refused(clone, /git fetch --unshallow/, '--since', 'base');
    git(clone, 'fetch', '-q', '--unshallow');
    expect((await call(clone, 'scan', '--since', 'base')).code).toBe(0);
  });

  it('may be bare', async () => {
    const folder = temporaryTree({});
    git(folder, 'clone', '-q', '--bare', repository({ 'a.ts': LEGACY }), 'bare');
    await refused(join(folder, 'bare'), /no work tree/, '--changed');
  });

  it('may have a broken index', async () => {
    const cwd = repository({ 'a.ts': LEGACY });
    writeFileSync(join(cwd, '.git/index'), 'x');
    await refused(cwd, /index file smaller than expected/, '--staged');
  });

  it('may be a detached work tree', async () => {
    const cwd = repository({ 'package.json': '{}', 'a.ts': '' });
    git(cwd, 'worktree', 'add', '-q', '--detach', 'tree');
    const tree = join(cwd, 'tree');
    writeFileSync(join(tree, 'a.ts'), LEGACY);
    expect((await call(tree, 'scan', '--changed')).code).toBe(1);
    git(tree, 'add', 'a.ts');
    expect((await call(tree, 'fix', '--staged')).code).toBe(0);
    expect(git(tree, 'show', ':a.ts')).toContain('/api/atlas/v2');
    expect(git(cwd, 'show', ':a.ts')).toBe('');
  });

  it('may hold another one', async () => {
    const sub = repository({ 'a.ts': '' });
    const cwd = repository({ 'package.json': '{}' });
    git(cwd, 'submodule', 'add', '-q', sub, 'sub');
    writeFileSync(join(cwd, 'sub/a.ts'), LEGACY);
    const outside = await call(cwd, 'scan', '--changed');
    expect([outside.code, outside.printed.includes('sub is a submodule')]).toEqual([0, true]);
    expect((await call(join(cwd, 'sub'), 'scan', '--changed')).code).toBe(1);
  });

  it('may name objects by SHA-256, before its first commit too', async () => {
    const cwd = temporaryTree({ 'a.ts': LEGACY });
    git(cwd, 'init', '-q', '--object-format=sha256');
    expect((await call(cwd, 'scan', '--changed')).code).toBe(1);
    git(cwd, 'add', '-A');
    expect((await call(cwd, 'fix', '--staged', '--quiet')).code).toBe(0);
    expect(git(cwd, 'show', ':a.ts')).toContain('/api/atlas/v2');
  });
});

const NAMES = [
  'with space.ts',
  `quo'te".ts`,
  'new\nline.ts',
  'ünï→😀.ts',
  '-dash.ts',
  '--flag.ts',
  '$(x) `y`.ts',
  'a#b?.ts',
  '[a]*.ts',
];

describe('names of files', () => {
  it.each(NAMES)('%j is scanned, fixed, known to a baseline and to git', async (name) => {
    const cwd = repository({ 'package.json': '{}' });
    const file = join('dir', name);
    mkdirSync(join(cwd, 'dir'));
    writeFileSync(join(cwd, file), LEGACY);
    for (const args of [['--changed'], ['--', file], ['-f', 'json', '--', `dir/${name}`]]) {
      const { code, out } = await call(cwd, 'scan', '-f', 'json', ...args);
      expect([code, (JSON.parse(out) as { findings: { file: string }[] }).findings[0]?.file]).toEqual([
        1,
        `dir/${name}`,
      ]);
    }
    await call(cwd, 'baseline');
    expect((await call(cwd, 'scan', '--baseline', 'migrate-baseline.txt')).code).toBe(0);
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-q', '-m', 'second');
    const { out: patch } = await call(cwd, 'fix', '--diff');
    expect(spawnSync('git', ['apply', '--check'], { cwd, input: patch }).status).toBe(0);
    expect((await call(cwd, 'fix', '--quiet', '--', file)).code).toBe(0);
    expect(readFileSync(join(cwd, file), 'utf8')).toContain('/api/atlas/v2');
  });

  it.each([
    'pretty',
    'compact',
    'github',
    'checkstyle',
    'junit',
    'markdown',
    'html',
    'gitlab',
    'sarif',
    'rdjson',
    'jsonl',
  ])('break no line of %s', async (format) => {
    const cwd = temporaryTree({ 'a\n::error::x\u001B[31m.ts': LEGACY });
    const { out } = await call(cwd, 'scan', '-f', format);
    expect(out).not.toMatch(/^::error::x/m);
    // What a workflow command holds is percent-encoded; everything else may reach a terminal.
    if (format !== 'github') expect(out).not.toContain('\u001B');
    expect(out.length).toBeGreaterThan(0);
  });
});

describe('what cannot be written', () => {
  const fixes = (prepare: (cwd: string) => void, command: (args: string) => string) => {
    const cwd = temporaryTree({ 'package.json': '{}', 'a.ts': LEGACY, 'b/c.ts': LEGACY });
    prepare(cwd);
    const args = command(`"${process.execPath}" "${bin}" fix`);
    const done = spawnSync('sh', ['-c', args], { cwd, encoding: 'utf8' });
    const left = ['a.ts', 'b/c.ts'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    const names = [...readdirSync(cwd), ...readdirSync(join(cwd, 'b'))].sort();
    return { status: done.status, stderr: done.stderr, left, names };
  };
  const nothing = { status: 2, left: [LEGACY, LEGACY], names: ['a.ts', 'b', 'c.ts', 'package.json'] };

  it('is a read-only file: no file is touched', () => {
    const done = fixes(
      (cwd) => chmodSync(join(cwd, 'b/c.ts'), 0o444),
      (command) => command,
    );
    expect(done).toMatchObject(nothing);
    expect(done.stderr).toMatch(
      /^migrate: nothing was written: b\/c\.ts cannot be written: it is read-only\.\n$/m,
    );
  });

  it('is a disk that takes no more: no file is touched', () => {
    const done = fixes(dirname, (command) => `trap '' XFSZ; ulimit -f 0; exec ${command}`);
    expect(done).toMatchObject(nothing);
    expect(done.stderr).toMatch(/^migrate: nothing was written: a\.ts cannot be written/m);
  });

  it('is a report: the old one stays whole', () => {
    const cwd = temporaryTree({ 'a.ts': LEGACY, 'old.json': 'old' });
    const command = `"${process.execPath}" "${bin}" scan -f json -o old.json`;
    const done = spawnSync('sh', ['-c', `trap '' XFSZ; ulimit -f 0; exec ${command}`], {
      cwd,
      encoding: 'utf8',
    });
    expect([done.status, readFileSync(join(cwd, 'old.json'), 'utf8')]).toEqual([2, 'old']);
    expect(readdirSync(cwd).sort()).toEqual(['a.ts', 'old.json']);
    expect(lines(done.stderr)).toEqual([expect.stringMatching(/^migrate: cannot write old\.json: /)]);
  });

  it.each([
    ['no/such/folder.json', /no such folder/],
    ['.', /it is a folder/],
    ['/dev/full', /no space left/],
  ])('is a report at %s', async (path, message) => {
    const { code, printed } = await call(temporaryTree({ 'a.ts': LEGACY }), 'scan', '-o', path);
    expect(code).toBe(2);
    expect(printed).toMatch(message);
  });

  it('is a standard output on a full disk', () => {
    const cwd = temporaryTree({ 'a.ts': LEGACY });
    const done = spawnSync('sh', ['-c', `"${process.execPath}" "${bin}" scan > /dev/full`], {
      cwd,
      encoding: 'utf8',
    });
    expect(done.status).toBe(2);
    expect(done.stderr).toMatch(/cannot write the output \(ENOSPC\)/);
  });
});

it.skipIf(process.platform === 'win32')('a folder that was removed ends every command with one line', () => {
  for (const command of ['scan', 'rules']) {
    const script = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${bin}" ${command}`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: temporaryTree({}), encoding: 'utf8' });
    expect([status, stderr.trim().split('\n')]).toEqual([
      2,
      [expect.stringContaining('the current folder does not exist')],
    ]);
  }
});
