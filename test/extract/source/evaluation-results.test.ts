import { expect, test } from 'vitest';
import { EvaluationResults } from '../../../src/extract/source/project/evaluation-results.ts';
import { GrowingSet } from '../../../src/extract/source/project/growing-set.ts';

const nodes = Array.from({ length: 300_000 }, () => ({}) as never);

test('results in environments are released when there are too many; those outside of calls stay', () => {
  const results = new EvaluationResults<number>();
  const { root } = results;
  const env = {};
  results.set(nodes[0]!, undefined, 1);
  results.set(nodes[0]!, env, 2);
  results.trim();
  expect(results.root).toBe(root);
  for (const node of nodes) results.set(node, env, 3);
  results.trim();
  // Environments are kept under the root: a new one is found nowhere.
  expect(results.root).not.toBe(root);
  expect(results.get(nodes[0]!, undefined)).toBe(1);
  expect(results.get(nodes[0]!, {})).toBeUndefined();
});

test('a set that was handed out does not change when it grows', () => {
  const set = new GrowingSet<number>();
  set.addAll(new Set([1, 2]));
  const first = set.members;
  set.add(3);
  const second = set.members;
  set.addAll(new Set([3, 4]));
  expect([[...first], [...second], [...set.members]]).toEqual([
    [1, 2],
    [1, 2, 3],
    [1, 2, 3, 4],
  ]);
});

test('sets that are equal are one object', () => {
  const inner = new Set([1, 2]);
  const outer = new GrowingSet<number>();
  outer.addAll(inner);
  outer.add(2);
  expect(outer.members).toBe(inner);
});
