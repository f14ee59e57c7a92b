import { expect, test } from 'vitest';
import { EvaluationSteps } from '../../../src/extract/source/project/evaluation-steps.ts';
import type { Program } from '../../../src/extract/source/project/program.ts';

const programOf = (characters: number, count = 1): Program => {
  const files = Array.from({ length: count }, () => ({ file: { end: characters / count } }));
  return { loaded: () => files } as never;
};

/** Steps that queries without end may take in a program with one file of this length. */
const stepsOf = (characters: number, queries = 20): number => {
  const steps = new EvaluationSteps(programOf(characters));
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
  expect(stepsOf(5000) - stepsOf(3000)).toBe(40_000);
  expect(stepsOf(10_000)).toBe(stepsOf(15_000));
});

test('one query ends at its own limit', () => {
  expect(stepsOf(1_000_000, 1)).toBeLessThanOrEqual(100_000);
});

/** Steps of many usual queries, half of which follow a renewal. */
const stepsOfMany = (program: Program): number => {
  const steps = new EvaluationSteps(program);
  let taken = 0;
  for (let query = 0; query < 4000; query++) {
    if (query === 2000) steps.renew();
    steps.begin();
    for (let step = 0; step < 1000 && !steps.isSpent(); step++) taken++;
  }
  return taken;
};

// Recursive code (a compiler, this evaluator) needs 1,000 steps for every call: 500 files took five minutes and 4 GB.
test('many usual queries end, in a hundred files as in one of the same length', () => {
  const taken = stepsOfMany(programOf(1_000_000));
  expect(taken).toBeGreaterThan(2 * 500_000);
  expect(taken).toBeLessThan(2 * 2 * 500_000 + 200_000 + 4000 * 5);
  expect(stepsOfMany(programOf(1_000_000, 100))).toBe(taken);
});
