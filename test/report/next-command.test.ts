import { describe, expect, it } from 'vitest';
import { nextSteps } from '../../src/report/next-steps.ts';
import { finding, report } from './findings.ts';

const blocked = {
  file: 'test/a.test.ts',
  span: { start: 0, end: 1 },
  text: 'test/a.test.ts has to change together with this',
};

describe('the command that includes the files which fixes need', () => {
  it.each([
    [true, 'fix --unsafe src test/a.test.ts  # 1 more'],
    [false, 'fix src test/a.test.ts  # 1 more'],
  ])('repeats --unsafe where the run had it: %s', (unsafe, command) => {
    const held = report([finding({ fix: undefined, blocked })]);
    const steps = nextSteps(held, { paths: ['src'], fixed: { written: false, unsafe } });
    expect(String(steps)).toContain(`npx atlas-api-migrate ${command}`);
  });
});
