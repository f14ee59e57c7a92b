import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY } from '../fixtures/transcripts.ts';
import { GROWING } from './hostile-files.ts';

const BIN = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));

interface Covered {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** How often each function is called, or the hottest loop in it goes round, by the engine's own count: no time is measured. */
const countsIn = (folder: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Covered;
    for (const { url, functions } of result)
      for (const { functionName, ranges } of functions) {
        const key = `${url.slice(url.lastIndexOf('/') + 1)} ${functionName} ${ranges[0]!.startOffset}`;
        counts.set(key, (counts.get(key) ?? 0) + Math.max(...ranges.map(({ count }) => count)));
      }
  }
  return counts;
};

/** The counts of one scan of all growing files, each with so many parts. */
const countsAt = (parts: number): ReadonlyMap<string, number> => {
  const files = Object.values(GROWING).map(({ file, text }, at) => [`${at}/${file}`, text(parts)] as const);
  const cwd = temporaryTree(Object.fromEntries(files));
  const coverage = temporaryTree({});
  const env = { ...process.env, NODE_V8_COVERAGE: coverage, NODE_OPTIONS: '' };
  // Optimised code counts nothing.
  const args = ['--no-opt', BIN, 'scan', '--format', 'json', '--today', TODAY];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, env, maxBuffer: 2 ** 28 });
  expect(status, stdout.toString('utf8', 0, 300)).toBe(1);
  return countsIn(coverage);
};

/** Parts of the smallest files; the others have twice and four times as many. */
const PARTS = 100;
/** Calls that are no growth: what is made once, or up to a bound. */
const FEW = 4000;

test('no function is called with the square of the size of a file', { timeout: 60_000 }, () => {
  const [one, two, four] = [countsAt(PARTS), countsAt(2 * PARTS), countsAt(4 * PARTS)] as const;
  expect(four.size).toBeGreaterThan(1000);
  const growing = [...four].filter(([key, count]) => {
    const [first, second] = [one.get(key) ?? 0, two.get(key) ?? 0];
    return count > 2.6 * second + FEW && count - second > 2.6 * (second - first) + FEW;
  });
  expect(growing.map(([key, count]) => `${key}: ${one.get(key)}, ${two.get(key)}, ${count}`)).toEqual([]);
});
