import { expect, test } from 'vitest';
import { EvaluationSteps } from '../../../src/extract/source/project/evaluation-steps.ts';
import type { Program } from '../../../src/extract/source/project/program.ts';

/** Steps that queries without end may take in a program with one file of this length. */
const stepsOf = (characters: number, queries = 20): number => {
  const files = [{ file: { end: characters } }];
  const steps = new EvaluationSteps({ loaded: () => files } as unknown as Program);
  let taken = 0;
  for (let query = 0; query < queries; query++) {
    steps.begin();
    while (!steps.isSpent()) taken++;
  }
  return taken;
};

test('a short file ends after few steps, whatever its functions do', () => {
  expect(stepsOf(600)).toBeLessThan(120_000);
  expect(stepsOf(3000)).toBeLessThan(170_000);
});

test('steps grow with the length of the file up to the limit', () => {
  expect(stepsOf(10_000) - stepsOf(5000)).toBe(100_000);
  expect(stepsOf(100_000)).toBe(stepsOf(1_000_000));
});

test('one query ends at its own limit', () => {
  expect(stepsOf(1_000_000, 1)).toBeLessThanOrEqual(100_000);
});
