import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const ROOT = 'https://cloud.mongodb.com/api/atlas/v1.0';

const gitIn =
  (cwd: string) =>
  (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });

/** A change of one statement: put another in its place, take it out, or put one before it. */
interface Change {
  readonly at: number;
  readonly kind: 'call' | 'constant' | 'delete' | 'insert';
  readonly value: number;
}

const statement = ({ kind, at, value }: Change): string =>
  kind === 'call'
    ? `export const v${at}_${value} = () => fetch('${ROOT}/groups/${value}');`
    : `export const v${at}_${value} = ${value};`;

const changed = (lines: readonly string[], changes: readonly Change[]): readonly string[] => {
  const result = [...lines];
  for (const change of changes) {
    const at = change.at % (result.length + 1);
    if (change.kind === 'delete') result.splice(at, 1);
    else result.splice(at, change.kind === 'insert' ? 0 : 1, statement(change));
  }
  return result;
};

const textOf = (lines: readonly string[], eol: string): string => lines.map((line) => line + eol).join('');

const changes = fc.array(
  fc.record({
    at: fc.nat(14),
    kind: fc.constantFrom('call' as const, 'constant' as const, 'delete' as const, 'insert' as const),
    value: fc.integer({ min: 100, max: 999 }),
  }),
  { maxLength: 4 },
);

const FIRST = Array.from({ length: 12 }, (_, at) => `export const c${at} = ${at};`);

/** What is not staged, as added and removed lines. */
const unstaged = (git: ReturnType<typeof gitIn>): readonly string[] =>
  git('diff', '-U0', '--', 'a.ts')
    .split('\n')
    .filter((line) => /^[+-](?![+-]{2} )/.test(line));

const migrate = async (cwd: string, ...args: readonly string[]): Promise<number> =>
  run(args, recordingTerminal(cwd).terminal);

/** What `fix` makes of a text in a tree that holds nothing else. */
const fixedAlone = async (text: string): Promise<string> => {
  const cwd = temporaryTree({ 'package.json': '{}', 'a.ts': text });
  await migrate(cwd, 'fix', '--quiet');
  return readFileSync(join(cwd, 'a.ts'), 'utf8');
};

describe('fix --staged', () => {
  it('stages its own edits only and keeps every unstaged hunk, or does nothing', async () => {
    let written = 0;
    const property = fc.asyncProperty(
      changes,
      changes,
      fc.constantFrom('\n', '\r\n'),
      async (staged, later, eol) => {
        const cwd = temporaryTree({ 'package.json': '{}', 'a.ts': textOf(FIRST, eol), 'other.ts': '' });
        const git = gitIn(cwd);
        const disk = (): string => readFileSync(join(cwd, 'a.ts'), 'utf8');
        git('init', '-q', '-b', 'main');
        git('add', '-A');
        git('commit', '-q', '-m', 'first');
        const inIndex = changed(FIRST, staged);
        writeFileSync(join(cwd, 'a.ts'), textOf(inIndex, eol));
        git('add', 'a.ts');
        writeFileSync(join(cwd, 'a.ts'), textOf(changed(inIndex, later), eol));
        writeFileSync(join(cwd, 'other.ts'), `fetch('${ROOT}/groups');\n`);
        const before = { hunks: unstaged(git), index: git('show', ':a.ts'), disk: disk() };
        const code = await migrate(cwd, 'fix', '--staged', '--quiet');
        const after = git('show', ':a.ts');
        if (code === 2) {
          expect([after, disk()]).toEqual([before.index, before.disk]);
          return;
        }
        expect(after).toBe(staged.length === 0 ? before.index : await fixedAlone(before.index));
        expect(unstaged(git)).toEqual(before.hunks);
        if (after !== before.index && before.hunks.length > 0) written++;
        expect(git('diff', '--name-only', '--cached').split('\n').filter(Boolean)).toEqual(
          expect.not.arrayContaining(['other.ts']),
        );
        expect(readdirSync(cwd).sort()).toEqual(['.git', 'a.ts', 'other.ts', 'package.json']);
      },
    );
    await fc.assert(property, { numRuns: 25 });
    expect(written).toBeGreaterThan(0);
  }, 120_000);
});
