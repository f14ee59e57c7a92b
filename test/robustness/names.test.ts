import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scan } from '../../src/library/scan.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const CASES = fileURLToPath(new URL('../../fixtures/cases', import.meta.url));

/** What every object of JavaScript has: a table that is asked for such a name finds something else than its rows. */
const INHERITED = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];
const WORD = /[A-Za-z_]\w*/g;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );

const inputs = readdirSync(CASES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[\w-]+[/\\][\w-]+[/\\]input$/.test(path))
  .map((path) => join(CASES, path))
  .filter((folder) => filesIn(folder).length <= 6);

/** The files of a case, with some of its words (the n-th of all) replaced by inherited names. */
const renamed = (folder: string, changes: readonly (readonly [number, string])[]): Record<string, string> => {
  const texts = filesIn(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
  const words = [...new Set(texts.flatMap(([, text]) => text.match(WORD) ?? []))];
  const names = new Map(changes.map(([at, name]) => [words[at % words.length], name]));
  return Object.fromEntries(
    texts.map(([path, text]) => [path, text.replaceAll(WORD, (word) => names.get(word) ?? word)]),
  );
};

test('a name that every object has is a name like any other', { timeout: 60_000 }, async () => {
  const change = fc.tuple(fc.nat(400), fc.constantFrom(...INHERITED));
  const changes = fc.array(change, { minLength: 4, maxLength: 8 });
  const property = fc.asyncProperty(fc.constantFrom(...inputs), changes, async (folder, named) => {
    const cwd = temporaryTree(renamed(folder, named));
    const report = await scan({ cwd, paths: ['.'], config: false }).catch((error: unknown) => {
      if ((error as Error).name !== 'UsageError') throw error;
      return { failed: [] };
    });
    expect(report.failed.filter(({ message }) => message.includes('internal error'))).toEqual([]);
  });
  await fc.assert(property, { numRuns: 80 });
});

test('also in the extension of a file', async () => {
  const text = 'curl https://cloud.mongodb.com/api/atlas/v1.0/groups\n';
  const files = Object.fromEntries(INHERITED.map((name) => [`a.${name}`, text]));
  const { unread = [] } = await scan({ cwd: temporaryTree(files), paths: ['.'] });
  expect(new Set(unread.map(({ reason }) => reason))).toEqual(new Set(['not a format that is analysed']));
  expect(unread).toHaveLength(INHERITED.length);
});
