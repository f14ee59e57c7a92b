import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { areAbsent, partedBy } from '../../src/io/absent-names.ts';
import { readStored, writeStored } from '../../src/io/result-store.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';

const V1 = 'https://cloud.mongodb.com/api/atlas/v1.0';

const FILES = {
  'a.js': `import { path } from './path.js';\nexport const all = () => fetch('${V1}' + path);\n`,
  'path.js': "export const path = '/groups';\n",
  '.gitignore': '.env\n',
  'package.json': '{}',
};

const FLAGS = ['--format', 'json', '--today', '2026-11-21'];

const scan = async (cwd: string, ...flags: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const code = await run(['scan', '.', ...FLAGS, ...flags], terminal);
  return { code, out: out(), printed: printed() };
};

const cached = (cwd: string, ...flags: readonly string[]) => scan(cwd, '--cache', ...flags);

const keptIn = (cwd: string): readonly string[] =>
  readdirSync(join(cwd, '.migrate-cache'))
    .filter((name) => name.endsWith('.cache'))
    .map((name) => name.slice(0, -'.cache'.length));

/** Puts another text in place of what is kept: who reads it answers from the cache. */
const mark = (cwd: string): void => {
  for (const name of keptIn(cwd)) {
    const place = { folder: join(cwd, '.migrate-cache'), name };
    writeStored(place, { ...(readStored(place) as object), texts: ['kept'] });
  }
};

const marked = async (files: Readonly<Record<string, string>> = FILES): Promise<string> => {
  const cwd = temporaryTree(files);
  await cached(cwd);
  mark(cwd);
  return cwd;
};

describe('--cache', () => {
  it('says the same with and without, the first time and the second', async () => {
    const cwd = temporaryTree(FILES);
    const plain = await scan(cwd);
    expect(JSON.parse(plain.out).findings).not.toEqual([]);
    expect(await cached(cwd)).toEqual(plain);
    expect(await cached(cwd)).toEqual(plain);
  });

  it('answers from what is kept while nothing changed, whatever the times are', async () => {
    const cwd = await marked();
    utimesSync(join(cwd, 'a.js'), new Date(), new Date(0));
    expect((await cached(cwd)).out).toBe('kept');
    expect((await scan(cwd)).out).not.toBe('kept');
    expect((await cached(cwd, '--no-cache')).out).not.toBe('kept');
  });

  it('serves a checkout elsewhere', async () => {
    const there = temporaryTree({});
    cpSync(await marked(), there, { recursive: true });
    expect((await cached(there)).out).toBe('kept');
  });

  it.each([
    ['a file with a finding', 'a.js', `fetch('${V1}/orgs');\n`],
    ['a file that another one takes a value from', 'path.js', "export const path = '/orgs';\n"],
    ['a new file', 'b.js', "import './a.js';\n"],
    ['a file that is ignored and was not there', '.env', 'ATLAS=1\n'],
    ['what makes a folder a project', 'package.json', '{ "name": "x" }'],
  ])('scans again after a change of %s', async (_, path, text) => {
    const cwd = await marked({ ...FILES, 'c.js': "import './a.js';\nfetch(process.env.ATLAS + '/x');\n" });
    writeFileSync(join(cwd, path), text);
    const again = await cached(cwd);
    expect(again.out).not.toBe('kept');
    expect(again).toEqual(await scan(cwd));
  });

  it.each([['--target', '2023-01-01'], ['--rule', 'legacy-base-url'], ['--quiet'], ['--no-gitignore']])(
    'scans again with %s',
    async (...flags) => {
      expect((await cached(await marked(), ...flags)).out).not.toBe('kept');
    },
  );

  it('keeps a report with colours apart from one without', async () => {
    const cwd = temporaryTree(FILES);
    const pretty = ['--format', 'pretty'];
    const [plain, coloured] = [await scan(cwd, ...pretty), await scan(cwd, ...pretty, '--color')];
    expect(coloured.out).not.toBe(plain.out);
    for (const _ of ['kept first', 'answered then']) {
      expect(await cached(cwd, ...pretty, '--color')).toEqual(coloured);
      expect(await cached(cwd, ...pretty)).toEqual(plain);
    }
  });

  it('scans again on another day and for another configuration', async () => {
    const cwd = await marked();
    expect((await cached(cwd, '--today', '2026-11-22')).out).not.toBe('kept');
    mark(cwd);
    writeFileSync(join(cwd, 'migrate.config.json'), '{ "rules": { "legacy-base-url": "off" } }');
    expect((await cached(cwd)).out).not.toBe('kept');
  });

  it.each(['', 'something else', '{"texts":["forged"]}'])(
    'takes no notice of a file that is damaged: %j',
    async (text) => {
      const cwd = await marked();
      const [name] = keptIn(cwd);
      writeFileSync(join(cwd, '.migrate-cache', `${name!}.cache`), text);
      const again = await cached(cwd);
      expect(again.printed).toContain('is damaged or was not written by this tool');
      expect(again.out).toBe((await scan(cwd)).out);
      expect((await cached(cwd)).printed).not.toContain('damaged');
    },
  );

  it('does not trust what is committed', async () => {
    const cwd = await marked();
    execFileSync('git', ['init', '-q'], { cwd });
    execFileSync('git', ['add', '-f', '.migrate-cache'], { cwd });
    const again = await cached(cwd);
    expect(again.printed).toContain('is committed');
    expect(again.out).not.toBe('kept');
  });

  it('keeps no secret of a scanned file', async () => {
    const secret = 'xoxp-4815162342-secret';
    const code = `fetch('https://me:${secret}@cloud.mongodb.com/api/atlas/v1.0/groups', { headers: { authorization: 'Bearer ${secret}' } });\n`;
    const cwd = temporaryTree({ 'a.js': code });
    const found = await cached(cwd);
    expect(JSON.parse(found.out).findings).not.toEqual([]);
    for (const name of keptIn(cwd))
      expect(readFileSync(join(cwd, '.migrate-cache', `${name}.cache`), 'utf8')).not.toContain(secret);
  });

  it('keeps no word of a text that could be the name of a file, and sees when there is such a file', async () => {
    const word = 'Tr0ub4dor';
    const url = 'https://cloud.mongodb.com/api/atlas/v1.0/groups';
    const code = `import java.net.*;\nclass A { void f(String k) throws Exception { new URL("${url}").openStream(); login("${word}-3"); } }\n`;
    const cwd = temporaryTree({ 'A.java': code });
    await cached(cwd);
    const [name] = keptIn(cwd);
    const kept = readFileSync(join(cwd, '.migrate-cache', `${name!}.cache`), 'utf8');
    expect(kept).not.toContain(word);
    const parted = partedBy(cwd, ['a/B.java', 'x/y/B.java', 'A.java', '__proto__/z'], 'salt');
    expect(parted.present).toEqual(['A.java']);
    expect(areAbsent(cwd, parted.absent, 'salt')).toBe(true);
    mkdirSync(join(cwd, 'X'));
    expect(areAbsent(cwd, parted.absent, 'salt')).toBe(false);
  });

  it('is asked for by the configuration too, with a folder', async () => {
    const cwd = temporaryTree({ ...FILES, 'migrate.config.json': '{ "cache": "kept" }' });
    await scan(cwd);
    expect(readdirSync(join(cwd, 'kept'))).toContain('.gitignore');
    expect(existsSync(join(cwd, '.migrate-cache'))).toBe(false);
  });

  it('reports all the same where nothing can be kept', async () => {
    const cwd = temporaryTree({ ...FILES, file: '' });
    const found = await scan(cwd, '--cache-location', 'file');
    expect(found.printed).toContain('could not be kept');
    expect(found.out).toBe((await scan(cwd)).out);
  });
});

describe('--threads', () => {
  it('changes nothing in the report', async () => {
    const cwd = temporaryTree(FILES);
    expect(await scan(cwd, '--threads', '4')).toEqual(await scan(cwd));
    expect((await scan(cwd, '--threads', '0')).code).toBe(2);
  });
});
