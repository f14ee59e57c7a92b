import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/fix/diff.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const git = (cwd: string, args: readonly string[], input = ''): string =>
  execFileSync('git', ['-c', 'core.autocrlf=false', ...args], {
    cwd,
    input,
    encoding: 'utf8',
    stdio: 'pipe',
  });

/** What git makes of the files when it applies their diffs, from `folder` inside a repository. */
const applied = async (
  changes: Readonly<Record<string, readonly [string, string]>>,
  folder = '.',
): Promise<Record<string, string>> => {
  const root = temporaryTree({});
  git(root, ['init', '-q']);
  const cwd = join(root, folder);
  let patch = '';
  for (const [path, [before, after]] of Object.entries(changes)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), before);
    patch += await unifiedDiff(path, before, after);
  }
  git(cwd, ['apply', '--whitespace=nowarn', '-'], patch);
  return Object.fromEntries(
    Object.keys(changes).map((path) => [path, readFileSync(join(cwd, path), 'utf8')]),
  );
};

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');

describe('unifiedDiff', () => {
  it('is empty when nothing differs', async () => {
    expect(await unifiedDiff('a.ts', 'x\n', 'x\n')).toBe('');
  });

  it('reads like any unified diff', async () => {
    expect(await unifiedDiff('src/a.ts', 'a\nb\nc\n', 'a\nB\nc\n')).toBe(
      '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n',
    );
  });

  it.each([
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
    ['mixed line ends', 'a\r\nb\nc\r\n', 'a\nb\nc\r\n'],
    ['a lone carriage return', 'a\rb\nc\n', 'a\rB\nc\n'],
    ['no newline at the end', 'a\nb', 'a\nc'],
    ['a newline taken from the end', 'a\nb\n', 'a\nb'],
    ['a newline added at the end', 'a\nb', 'a\nb\n'],
    ['a byte order mark', '\ufeffa\nb\n', '\ufeffc\nb\n'],
    ['everything gone', 'a\n', ''],
    ['a line separator', 'a\u2028b\nc\n', 'a\u2028c\nc\n'],
    ['lines like headers', '-- a\n++ b\n@@ c\n', '-- a\n++ d\n@@ c\n'],
    ['several hunks', numbered(60), numbered(60).replace('line 3\n', '').replace('line 50\n', 'x\ny\n')],
    ['more than the search for small hunks takes', numbered(9000), numbered(9000).replaceAll('line', 'row')],
  ])('gives exactly the new text: %s', async (_, before, after) => {
    expect(await applied({ 'src/a.ts': [before, after] })).toEqual({ 'src/a.ts': after });
  });

  it('names every path so that git finds it', async () => {
    const names = [
      'a b.ts',
      'dir with space/c.ts',
      'ü/é.ts',
      '日本.ts',
      'q"uote.ts',
      'back\\slash.ts',
      "it's.ts",
      'tab\t.ts',
    ];
    const changes = Object.fromEntries(names.map((name) => [name, ['a\nb\n', `a\n${name}\n`] as const]));
    expect(await applied(changes)).toEqual(Object.fromEntries(names.map((name) => [name, `a\n${name}\n`])));
  });

  it('applies in the folder that its paths are relative to', async () => {
    expect(await applied({ 'src/a b.ts': ['a\n', 'b\n'] }, 'packages/x')).toEqual({ 'src/a b.ts': 'b\n' });
  });

  it('gives exactly the new text, whatever it is', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c\r', '', ' ', '\ufeff', '-', '+', '\\'), { maxLength: 12 })
      .chain((lines) => fc.constantFrom(lines.join('\n'), lines.join('\n') + '\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 20, maxLength: 20 }), async (pairs) => {
        const changes = Object.fromEntries(pairs.map((pair, at) => [`f${at}.ts`, pair]));
        const different = Object.fromEntries(
          Object.entries(changes).filter(([, [a, b]]) => a !== b && b !== ''),
        );
        const expected = Object.fromEntries(
          Object.entries(different).map(([name, [, after]]) => [name, after]),
        );
        expect(await applied(different)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});
