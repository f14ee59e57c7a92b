import { describe, expect, it } from 'vitest';
import { nextSteps } from '../../src/report/next-steps.ts';
import { npxCommand } from '../../src/report/npx-command.ts';
import { finding, report } from './findings.ts';

const blocked = {
  file: 'test/a.test.ts',
  span: { start: 0, end: 1 },
  text: 'The fix also changes test/a.test.ts, which is outside the paths of this run.',
};

describe('the command that includes the files which fixes need', () => {
  it.each([
    ['safe', true, 'fix --unsafe src test/a.test.ts  # 1 more, with'],
    ['safe', false, 'fix src test/a.test.ts  # 1 more, with'],
    ['unsafe', true, 'fix --unsafe src test/a.test.ts  # 1 more to review, with'],
    ['unsafe', false, 'fix --unsafe --diff src test/a.test.ts  # 1 more to review, with'],
  ] as const)('applies a fix that is %s, after a run with --unsafe: %s', (safety, unsafe, command) => {
    const held = report([finding({ fix: undefined, blocked: { ...blocked, safety } })]);
    const steps = nextSteps(held, { paths: ['src'], fixed: { written: false, unsafe } });
    expect(String(steps)).toContain(`npx atlas-api-migrate ${command}`);
  });
});

describe('the command that fixes what a run found', () => {
  const all = { ...report([finding()]).summary, fixable: { safe: 2, unsafe: 1 } };
  const steps = (asked: object): string =>
    String(nextSteps({ ...report([finding()]), summary: all }, { paths: ['src'], ...asked }));

  it.each([
    [{ kind: 'staged' }, ['fix --staged src', 'fix --unsafe --diff --staged src']],
    [{ kind: 'changed' }, ['fix --changed --allow-dirty src', 'fix --unsafe --diff --changed src']],
    [{ kind: 'since', ref: 'main' }, ['fix --since main src', 'fix --unsafe --diff --since main src']],
    [undefined, ['fix src', 'fix --unsafe --diff src']],
  ])('is about the same files: %o', (changes, commands) => {
    for (const command of commands)
      expect(steps({ changes })).toContain(`npx atlas-api-migrate ${command}  #`);
  });

  it('counts what it fixes besides: what the baseline accepts, and findings of other shards', () => {
    expect(steps({ accepted: 8 })).toContain('fix src  # fixes 2 findings, and 8 in the baseline\n');
    expect(steps({ shard: {} })).toContain('fix src  # fixes 2 findings, and those of the other shards\n');
  });
});

describe('the program that the next command starts', () => {
  it.each([
    ['file:///home/a/project/node_modules/@atlas-api-migrate/cli/dist/bundle/x.js', 'npx atlas-api-migrate'],
    [
      'file:///home/a/.npm/_npx/0f1e/node_modules/@atlas-api-migrate/cli/dist/bundle/x.js',
      'npx @atlas-api-migrate/cli',
    ],
  ])('is installed, or is fetched again: %s', (url, command) => {
    expect(String(npxCommand(url))).toBe(command);
  });
});
