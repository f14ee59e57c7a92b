import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { shardOf } from '../../../src/config/options.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal, TODAY } from '../../fixtures/transcripts.ts';

describe('--shard auto', () => {
  test.each([
    [{ CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, '2/4'],
    [{ CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '3' }, '1/3'],
    [{ BUILDKITE_PARALLEL_JOB: '3', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, '4/4'],
    [{ MIGRATE_SHARD_INDEX: '1', MIGRATE_SHARD_COUNT: '4' }, '2/4'],
    [{ AWS_BATCH_JOB_ARRAY_INDEX: '9', AWS_BATCH_JOB_ARRAY_SIZE: '10' }, '10/10'],
    [{ SLURM_ARRAY_TASK_ID: '7', SLURM_ARRAY_TASK_MIN: '5', SLURM_ARRAY_TASK_COUNT: '4' }, '3/4'],
    [{ JOB_COMPLETION_INDEX: '0', JOB_COMPLETIONS: '8' }, '1/8'],
    // An engine inside another one: what is said by hand counts.
    [{ CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4', MIGRATE_SHARD_INDEX: '0', MIGRATE_SHARD_COUNT: '2' }, '1/2'],
  ])('%j is %s', (env, shard) => {
    expect(shardOf(env)).toBe(shard);
  });

  test.each([{}, { CI_NODE_INDEX: '2' }, { CI_NODE_INDEX: 'x', CI_NODE_TOTAL: '4' }])(
    '%j is refused',
    (env) => {
      expect(() => shardOf(env)).toThrow(/--shard auto: /);
    },
  );

  test('without variables the run ends with 2 and one line', async () => {
    const { terminal, printed } = recordingTerminal(temporaryTree({ 'a.js': '' }));
    expect(await run(['scan', '--shard', 'auto'], terminal)).toBe(2);
    expect(printed().trim().split('\n')).toHaveLength(1);
  });
});

const CODE = "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n";

const filesIn = async (list: string, ...args: readonly string[]): Promise<readonly string[] | number> => {
  const cwd = temporaryTree({ 'a b.js': CODE, 'c.js': CODE, 'd.js': CODE, list });
  const { terminal, out } = recordingTerminal(cwd, list);
  const code = await run(['scan', '--today', TODAY, '-f', 'json', ...args], terminal);
  if (code === 2) return code;
  const { findings } = JSON.parse(out()) as { findings: readonly { file: string }[] };
  return [...new Set(findings.map(({ file }) => file))];
};

describe('--files-from', () => {
  test.each([
    ['lines', 'a b.js\nc.js\n'],
    ['lines of Windows', 'a b.js\r\nc.js\r\n'],
    ['zero characters', 'a b.js\0c.js\0'],
  ])('scans the files of a list with %s', async (_name, list) => {
    expect(await filesIn(list, '--files-from', 'list')).toEqual(['a b.js', 'c.js']);
    expect(await filesIn(list, '--files-from', '-')).toEqual(['a b.js', 'c.js']);
  });

  test('adds to the paths that are named', async () => {
    expect(await filesIn('c.js', 'd.js', '--files-from', 'list')).toEqual(['c.js', 'd.js']);
  });

  test('an empty list, one that is not there, and a file in it that is not there end with 2', async () => {
    expect(await filesIn('', '--files-from', 'list')).toBe(2);
    expect(await filesIn('a', '--files-from', 'none')).toBe(2);
    expect(await filesIn('none.js', '--files-from', 'list')).toBe(2);
  });

  test.each([
    ['a script', '#!/bin/sh\ncurl -u me:Sw0rdfish https://example.com\n', '"•••"'],
    ['a file of settings', 'c.js\nPASSWORD=correct horse\n', 'list: name 2: no such file or folder: "•••"'],
    ['a name that is missing', 'c.js\nsrc/none.js\n', 'list: name 2: no such file or folder: "src/none.js"'],
  ])('%s is refused with its place, and without what may be a secret', async (_name, list, expected) => {
    const { terminal, printed } = recordingTerminal(temporaryTree({ 'c.js': CODE, list }));
    expect(await run(['scan', '--files-from', 'list'], terminal)).toBe(2);
    expect(printed()).toContain(expected);
    expect(printed()).not.toMatch(/Sw0rdfish|horse/);
  });
});
