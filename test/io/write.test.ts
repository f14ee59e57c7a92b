import fs, {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { recoverFixes } from '../../src/io/fix-journal.ts';
import { writablePlaces } from '../../src/io/roots.ts';
import { writeChanges } from '../../src/io/write.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const change = (path: string, before: string, after: string) => ({ path, before, after });
const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8');

describe('writeChanges', () => {
  it('writes every text and leaves nothing beside it', () => {
    const cwd = temporaryTree({ 'a.ts': 'a', 'src/b.ts': '\ufeffb\r\n' });
    expect(
      writeChanges(cwd, [change('a.ts', 'a', 'A'), change('src/b.ts', '\ufeffb\r\n', '\ufeffB\r\n')]),
    ).toEqual([]);
    expect([read(cwd, 'a.ts'), read(cwd, 'src/b.ts')]).toEqual(['A', '\ufeffB\r\n']);
    expect([...readdirSync(cwd), ...readdirSync(join(cwd, 'src'))].sort()).toEqual(['a.ts', 'b.ts', 'src']);
  });

  it('keeps the mode', () => {
    const cwd = temporaryTree({ 'a.sh': 'a', 'b.ts': 'b' });
    chmodSync(join(cwd, 'a.sh'), 0o755);
    chmodSync(join(cwd, 'b.ts'), 0o666);
    writeChanges(cwd, [change('a.sh', 'a', 'A'), change('b.ts', 'b', 'B')]);
    expect(statSync(join(cwd, 'a.sh')).mode & 0o777).toBe(0o755);
    expect(statSync(join(cwd, 'b.ts')).mode & 0o777).toBe(0o666);
  });

  it('writes nothing where a byte would be lost outside of the edit', () => {
    const cwd = temporaryTree({});
    const bytes = Buffer.from('\ufeffa \ud83d', 'utf16le');
    writeFileSync(join(cwd, 'a.ts'), bytes);
    expect(writeChanges(cwd, [change('a.ts', '\ufeffa \ufffd', '\ufeffA \ufffd')])).toEqual([
      { path: 'a.ts', reason: 'cannot be written back as it was: it ends within a character' },
    ]);
    expect(readFileSync(join(cwd, 'a.ts'))).toEqual(bytes);
  });

  it('keeps a symbolic link and writes the file it names, once', () => {
    const cwd = temporaryTree({ 'real/a.ts': 'a' });
    symlinkSync('real/a.ts', join(cwd, 'link.ts'));
    expect(writeChanges(cwd, [change('link.ts', 'a', 'A'), change('real/a.ts', 'a', 'A')])).toEqual([]);
    expect(lstatSync(join(cwd, 'link.ts')).isSymbolicLink()).toBe(true);
    expect(read(cwd, 'real/a.ts')).toBe('A');
    expect(readdirSync(join(cwd, 'real'))).toEqual(['a.ts']);
  });

  it('refuses two different texts for one file', () => {
    const cwd = temporaryTree({ 'a.ts': 'a' });
    symlinkSync('a.ts', join(cwd, 'link.ts'));
    expect(writeChanges(cwd, [change('a.ts', 'a', 'A'), change('link.ts', 'a', 'B')])).toEqual([
      { path: 'link.ts', reason: 'is the same file as a.ts, with other changes' },
    ]);
    expect(read(cwd, 'a.ts')).toBe('a');
  });

  it('keeps UTF-16', () => {
    const cwd = temporaryTree({
      'a.ts': Buffer.from('\ufeffa', 'utf16le'),
      'b.ts': Buffer.from('\ufeffb', 'utf16le').swap16(),
    });
    expect(
      writeChanges(cwd, [change('a.ts', '\ufeffa', '\ufeffé'), change('b.ts', '\ufeffb', '\ufeffé')]),
    ).toEqual([]);
    expect(readFileSync(join(cwd, 'a.ts'))).toEqual(Buffer.from('\ufeffé', 'utf16le'));
    expect(readFileSync(join(cwd, 'b.ts'))).toEqual(Buffer.from('\ufeffé', 'utf16le').swap16());
  });

  it.each([
    ['has changed since it was read; run the command again', (path: string) => writeFileSync(path, 'other')],
    [
      'has changed since it was read; run the command again',
      (path: string) => writeFileSync(path, Buffer.from([0xff, 0x00, 0x80])),
    ],
    ['no longer exists', (path: string) => rmSync(path)],
    ['is not a regular file', (path: string) => (rmSync(path), mkdirSync(path))],
  ])('writes nothing at all when one file %s', (reason, meddle) => {
    const cwd = temporaryTree({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' });
    meddle(join(cwd, 'b.ts'));
    const failures = writeChanges(
      cwd,
      ['a', 'b', 'c'].map((name) => change(`${name}.ts`, name, name.toUpperCase())),
    );
    expect(failures).toEqual([{ path: 'b.ts', reason }]);
    expect([read(cwd, 'a.ts'), read(cwd, 'c.ts')]).toEqual(['a', 'c']);
    expect(readdirSync(cwd).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  it('puts the first file back when the second cannot be renamed', () => {
    const cwd = temporaryTree({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' });
    const { renameSync } = fs;
    const renamed: string[] = [];
    const spy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      renamed.push(basename(String(to)));
      if (basename(String(to)) === 'b.ts') throw Object.assign(new Error('busy'), { code: 'EPERM' });
      renameSync(from, to);
    });
    syncBuiltinESMExports();
    const failures = writeChanges(
      cwd,
      ['a', 'b', 'c'].map((name) => change(`${name}.ts`, name, name.toUpperCase())),
    );
    spy.mockRestore();
    syncBuiltinESMExports();
    expect(renamed).toContain('a.ts');
    expect(failures).toEqual([{ path: 'b.ts', reason: 'cannot be written: operation not permitted' }]);
    expect(['a', 'b', 'c'].map((name) => read(cwd, `${name}.ts`))).toEqual(['a', 'b', 'c']);
    expect(readdirSync(cwd).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  it('replaces no file that somebody writes meanwhile, and puts back what it has replaced before', () => {
    const cwd = temporaryTree({ 'a.ts': 'a', 'b.ts': 'b' });
    chmodSync(join(cwd, 'a.ts'), 0o640);
    const { renameSync } = fs;
    const spy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      renameSync(from, to);
      if (basename(String(to)) === 'a.ts') writeFileSync(join(cwd, 'b.ts'), 'of an editor');
    });
    syncBuiltinESMExports();
    const failures = writeChanges(cwd, [change('a.ts', 'a', 'A'), change('b.ts', 'b', 'B')]);
    spy.mockRestore();
    syncBuiltinESMExports();
    expect(failures).toEqual([
      { path: 'b.ts', reason: 'has changed since it was read; run the command again' },
    ]);
    expect([read(cwd, 'a.ts'), read(cwd, 'b.ts')]).toEqual(['a', 'of an editor']);
    expect(statSync(join(cwd, 'a.ts')).mode & 0o777).toBe(0o640);
    expect(readdirSync(cwd).sort()).toEqual(['a.ts', 'b.ts']);
  });

  it('leaves to the next command what it cannot put back', () => {
    const cwd = temporaryTree({ 'a.ts': 'a', 'b.ts': 'b', '.git/HEAD': '' });
    chmodSync(join(cwd, '.git'), 0o755);
    const { renameSync } = fs;
    let isFull = false;
    const spy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      if (basename(String(to)) !== 'b.ts') return renameSync(from, to);
      isFull = true;
      throw Object.assign(new Error('busy'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    const failures = writeChanges(cwd, [change('a.ts', 'a', 'A'), change('b.ts', 'b', 'B')]);
    spy.mockRestore();
    syncBuiltinESMExports();
    expect([failures.length, read(cwd, 'a.ts')]).toEqual([1, 'A']);
    expect(recoverFixes(cwd)).toHaveLength(1);
    expect([read(cwd, 'a.ts'), read(cwd, 'b.ts')]).toEqual(['A', 'B']);
    expect(readdirSync(cwd).sort()).toEqual(['.git', 'a.ts', 'b.ts']);
  });

  it.runIf(process.getuid?.() === 0)('keeps the owner where root runs it', () => {
    const cwd = temporaryTree({ 'a.ts': 'a' });
    chownSync(join(cwd, 'a.ts'), 1234, 2345);
    chmodSync(join(cwd, 'a.ts'), 0o604);
    writeChanges(cwd, [change('a.ts', 'a', 'A')]);
    const { uid, gid, mode } = statSync(join(cwd, 'a.ts'));
    expect([uid, gid, mode & 0o777]).toEqual([1234, 2345, 0o604]);
  });
});

const outside = (): string => temporaryTree({ 'a.ts': 'a' });

describe('a link that appears after the scan', () => {
  it.each<[string, (cwd: string, other: string) => void]>([
    [
      'of a file',
      (cwd, other) => (
        rmSync(join(cwd, 'src/a.ts')),
        symlinkSync(join(other, 'a.ts'), join(cwd, 'src/a.ts'))
      ),
    ],
    [
      'of a folder',
      (cwd, other) => (rmSync(join(cwd, 'src'), { recursive: true }), symlinkSync(other, join(cwd, 'src'))),
    ],
  ])('in place %s: nothing is written outside', (_, replace) => {
    const [cwd, other] = [temporaryTree({ 'src/a.ts': 'a', 'b.ts': 'b' }), outside()];
    const places = writablePlaces(cwd, ['.']);
    replace(cwd, other);
    expect(writeChanges(cwd, [change('src/a.ts', 'a', 'A'), change('b.ts', 'b', 'B')], places)).toEqual([
      {
        path: 'src/a.ts',
        reason: 'leads elsewhere since it was read, by a symbolic link; run the command again',
      },
    ]);
    expect([read(other, 'a.ts'), read(cwd, 'b.ts'), readdirSync(other)]).toEqual(['a', 'b', ['a.ts']]);
  });

  it('while files are written: nothing is written outside', () => {
    const [cwd, other] = [temporaryTree({ 'src/a.ts': 'a', 'b.ts': 'b' }), outside()];
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      if (!String(to).endsWith('b.ts') || lstatSync(join(cwd, 'src')).isSymbolicLink()) return;
      renameSync(join(cwd, 'src'), join(cwd, 'moved'));
      symlinkSync(other, join(cwd, 'src'));
    };
    syncBuiltinESMExports();
    try {
      expect(writeChanges(cwd, [change('b.ts', 'b', 'B'), change('src/a.ts', 'a', 'A')])).toMatchObject([
        { path: 'src/a.ts' },
      ]);
    } finally {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
    }
    expect([read(other, 'a.ts'), read(cwd, 'b.ts')]).toEqual(['a', 'b']);
  });

  it('is followed where the user names it', () => {
    const [cwd, other] = [temporaryTree({}), outside()];
    symlinkSync(join(other, 'a.ts'), join(cwd, 'a.ts'));
    expect(writeChanges(cwd, [change('a.ts', 'a', 'A')], writablePlaces(cwd, ['a.ts']))).toEqual([]);
    expect(read(other, 'a.ts')).toBe('A');
  });
});
