import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FixJournal, hashOfBytes, recoverFixes } from '../../src/io/fix-journal.ts';
import type { JournalEntry } from '../../src/io/fix-journal.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

/** Journals outside repositories stand among the temporary files: each test has its own. */
let temporary = '';
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'migrate-journal-'));
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true, force: true });
});

const FILES = 60;
const names = Array.from({ length: FILES }, (_, index) => `f${index}.txt`);

const WRITER = new URL('../../dist/io/write.js', import.meta.url);
const PROGRAM = `
import { writeChanges } from ${JSON.stringify(pathToFileURL(WRITER.pathname).href)};
const changes = ${JSON.stringify(names)}.map((path) => ({ path, before: 'before ' + path, after: 'after ' + path }));
process.stdout.write('ready');
setTimeout(() => { writeChanges(process.cwd(), changes); process.stdout.write('done'); }, 5);
`;

/** Runs the writer in a process of its own and kills it so many milliseconds after it has begun. */
const killedAfter = async (cwd: string, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { cwd });
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), milliseconds));
    child.once('exit', () => resolve());
  });

const leftovers = (cwd: string): readonly string[] =>
  readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tmp$|fix-/.test(name));

describe.each([
  ['in a repository', true],
  ['outside any', false],
])('a process that is killed while it writes, %s', (_where, isRepository) => {
  test(
    'leaves all files as they were or all as they shall be, once the next command has begun',
    { timeout: 60_000 },
    async () => {
      const seen = new Set<string>();
      for (let round = 0; round < 14; round++) {
        const cwd = temporaryTree(Object.fromEntries(names.map((name) => [name, `before ${name}`])));
        if (isRepository) mkdirSync(join(cwd, '.git'), { mode: 0o755 });
        await killedAfter(cwd, 4 + round * 3 + Math.random() * 3);
        recoverFixes(cwd);
        const states = new Set(names.map((name) => readFileSync(join(cwd, name), 'utf8').split(' ')[0]!));
        expect([...states]).toHaveLength(1);
        expect(leftovers(cwd)).toEqual([]);
        expect(recoverFixes(cwd)).toEqual([]);
        seen.add([...states][0]!);
      }
      expect(seen.size).toBeGreaterThan(0);
    },
  );
});

const begin = (cwd: string): readonly JournalEntry[] => {
  const entries = ['a.js', 'b.js'].map((name, index): JournalEntry => {
    const target = join(cwd, name);
    const temporaryName = join(cwd, `.migrate-${String(index).repeat(16)}.tmp`);
    writeFileSync(target, `before ${name}`);
    writeFileSync(temporaryName, `after ${name}`);
    const before = Buffer.from(`before ${name}`).toString('base64');
    return { target, temporary: temporaryName, before, after: hashOfBytes(Buffer.from(`after ${name}`)) };
  });
  new FixJournal(
    cwd,
    entries.map(({ target }) => target),
  ).note('committed', entries);
  // The first has been renamed already.
  rmSync(entries[0]!.temporary);
  writeFileSync(entries[0]!.target, 'after a.js');
  return entries;
};

const texts = (cwd: string): readonly string[] =>
  ['a.js', 'b.js'].map((name) => readFileSync(join(cwd, name), 'utf8'));

/** The journal names this process, which is running: another number stands for one that is not. */
const endHolder = (): void => {
  for (const name of readdirSync(temporary, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json')) continue;
    const content = JSON.parse(readFileSync(join(temporary, name), 'utf8')) as { holder: string };
    const holder = content.holder.replace(/^\d+ \d*/, '4194304 1');
    writeFileSync(join(temporary, name), JSON.stringify({ ...content, holder }));
  }
};

describe('a fix that was broken off between two files', () => {
  test('is finished, and that is said', () => {
    const cwd = temporaryTree({});
    begin(cwd);
    endHolder();
    expect(recoverFixes(cwd)).toEqual(['an interrupted fix has been completed: 2 files were written']);
    expect(texts(cwd)).toEqual(['after a.js', 'after b.js']);
  });

  test('is undone where a file was changed since', () => {
    const cwd = temporaryTree({});
    begin(cwd);
    endHolder();
    writeFileSync(join(cwd, 'b.js'), 'mine');
    expect(recoverFixes(cwd)[0]).toMatch(/has been undone, because .*b\.js changed since/);
    expect(texts(cwd)).toEqual(['before a.js', 'mine']);
    expect(leftovers(cwd)).toEqual([]);
  });

  test.each(['null', '{', '[]', '{"holder":"4194304 1 ","state":"committed"}', '{"holder":1,"entries":[]}'])(
    'is not told by a journal that is %s',
    (text) => {
      const cwd = temporaryTree({ '.git/atlas-api-migrate/fix-0000000000000000.json': text });
      expect(recoverFixes(cwd)).toEqual([]);
    },
  );

  /** Paths that lead to a file outside, as a repository that somebody sends may hold them. */
  test.each([
    ['the file itself', (_cwd: string, outside: string) => outside],
    ['a path through ..', (cwd: string, outside: string) => `${cwd}/../${basename(outside)}`],
    ['a link to the folder', (cwd: string) => join(cwd, 'folder')],
    ['a link to the file', (cwd: string) => join(cwd, 'links')],
  ])('a journal that came with a repository writes nothing outside of it: %s', (_how, folderOf) => {
    const cwd = temporaryTree({ 'links/y.js': '' });
    const outside = temporaryTree({ 'x.js': 'evil' });
    mkdirSync(join(cwd, '.git/atlas-api-migrate'), { recursive: true });
    symlinkSync(outside, join(cwd, 'folder'));
    symlinkSync(join(outside, 'x.js'), join(cwd, 'links/x.js'));
    const folder = folderOf(cwd, outside);
    const entry = {
      target: `${folder}/x.js`,
      temporary: `${folder}/.migrate-0000000000000000.tmp`,
      before: Buffer.from('worse').toString('base64'),
      after: hashOfBytes(Buffer.from('evil')),
    };
    // One that has changed, so that what is done would be undone.
    const temporaryName = join(cwd, 'links/.migrate-1111111111111111.tmp');
    const entries = [entry, { ...entry, target: join(cwd, 'links/y.js'), temporary: temporaryName }];
    const content = { holder: '4194304 1 ', state: 'committed', entries };
    writeFileSync(join(cwd, '.git/atlas-api-migrate/fix-0000000000000000.json'), JSON.stringify(content));
    expect(recoverFixes(cwd)).toEqual([]);
    expect(readFileSync(join(outside, 'x.js'), 'utf8')).toBe('evil');
  });

  test.each(['.git/config', 'nested/.git/hooks/pre-commit'])(
    'a journal that came with a repository does not write %s',
    (name) => {
      const cwd = temporaryTree({ [name]: 'evil', '.git/atlas-api-migrate/x': '' });
      const target = join(cwd, name);
      const before = Buffer.from('evil').toString('base64');
      const entry = {
        target,
        temporary: join(target, '../.migrate-0000000000000000.tmp'),
        before,
        after: hashOfBytes(Buffer.from('worse')),
      };
      writeFileSync(entry.temporary, 'worse');
      const content = { holder: '4194304 1 ', state: 'committed', entries: [entry] };
      writeFileSync(join(cwd, '.git/atlas-api-migrate/fix-0000000000000000.json'), JSON.stringify(content));
      expect(recoverFixes(cwd)).toEqual([]);
      expect(readFileSync(target, 'utf8')).toBe('evil');
    },
  );
});
