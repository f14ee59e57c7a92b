import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { optionsFrom } from '../src/config/options.ts';
import { collect } from '../src/pipeline/collect.ts';
import { extract } from '../src/pipeline/extract.ts';
import { judge } from '../src/pipeline/judge.ts';
import { openRun } from '../src/pipeline/open-run.ts';
import { TODAY } from './fixtures/transcripts.ts';

// Each text that can be a URL of the legacy API is found once more, by a plain search that knows nothing of formats,
// and has to be in the ledger exactly once: as a finding, silenced, failed or unread. Recordings are not in it.

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const ADDRESS = /\bapi\/atlas\/v1\.0(?![\w.])/g;

const terminalIn = (cwd: string) => ({
  cwd,
  env: {},
  outIsTty: false,
  errIsTty: false,
  out: () => {},
  err: () => {},
  stdin: () => Promise.resolve(Buffer.alloc(0)),
});

/** Folders with what a fix makes of the others: hardly an address of the legacy API is left there. */
const AFTER = ['output', 'output-unsafe', 'after', 'after-unsafe'];

const LEFT_OUT = new Set([...AFTER, 'node_modules', '.git']);

const openAt = (cwd: string) =>
  openRun(optionsFrom({ today: TODAY, 'ignore-pattern': AFTER }, ['.'], 'scan'), terminalIn(cwd));

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split(sep).some((name) => LEFT_OUT.has(name)));

describe.each(['cases', 'corpus', 'projects'])('the addresses in fixtures/%s', (folder) => {
  it('are each accounted for once', async () => {
    const cwd = join(FIXTURES, folder);
    const run = await openAt(cwd);
    const files = await collect(run);
    const { accounts } = await judge(run, await extract(run, files));
    const candidates = new Map(files.inventory.candidates.map((file) => [file.path, file]));
    const wrong: string[] = [];
    let total = 0;
    for (const path of filesBelow(cwd)) {
      const file = candidates.get(path);
      if (file?.origin === 'recording') continue;
      const text = file?.text ?? readFileSync(join(cwd, path), 'latin1');
      // What is no text is skipped by name.
      if (text.slice(0, 8192).includes('\0')) continue;
      for (const { index } of text.matchAll(ADDRESS)) {
        total++;
        const line = text.slice(0, index).split('\n').length;
        const rows = accounts.filter(
          (row) => row.file === path && row.span.start <= index && index < row.span.end,
        );
        const left = files.others.unread.filter((row) => row.file === path && row.line === line);
        const once = file === undefined ? left.length > 0 : rows.length === 1;
        if (!once) wrong.push(`${path}:${line} ${rows.length} ${left.length}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(total).toBeGreaterThan(10);
  }, 120_000);
});
