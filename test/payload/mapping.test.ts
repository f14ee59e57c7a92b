import { describe, expect, test } from 'vitest';
import { stepsTo } from '../../src/payload/mapping.ts';
import type { VersionStep } from '../../src/payload/mapping.ts';
import { steps, validators } from './trees.ts';

const VERBS = new Set([
  'take',
  'value',
  'object',
  'list',
  'update',
  'each',
  'entries',
  'first',
  'when',
  'cases',
  'lookup',
  'several',
  'above',
  'use',
]);

/** Every definition that a part names, in any depth. */
const usesIn = (part: unknown): readonly string[] => {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'use' in part && typeof part.use === 'string' ? [part.use] : [];
  return [...own, ...Object.values(part).flatMap(usesIn)];
};

describe.each(steps.map((step): [string, VersionStep] => [step.to, step]))('the step to %s', (_to, step) => {
  test('reads and makes payloads that have a schema', () => {
    for (const schema of [step.input, step.output])
      expect(Object.keys(validators[schema] ?? {}).sort()).toStrictEqual(['answer', 'create', 'modify']);
  });

  test('uses each of its definitions, and no other', () => {
    const used = new Set([...usesIn(step.make), ...Object.values(step.define).flatMap(usesIn)]);
    expect([...used].sort()).toStrictEqual(Object.keys(step.define).sort());
  });

  test('begins each part with a verb', () => {
    for (const part of [step.make, ...Object.values(step.define)])
      expect(VERBS.has(Object.keys(part)[0]!), JSON.stringify(part)).toBe(true);
  });
});

test('steps are chained up to the target, oldest first', () => {
  expect(stepsTo(steps, '2023-01-01')).toStrictEqual([]);
  expect(stepsTo(steps, '2023-11-15').map(({ to }) => to)).toStrictEqual(['2023-02-01']);
  expect(stepsTo(steps, '2024-10-23').map(({ to }) => to)).toStrictEqual(['2023-02-01', '2024-08-05']);
});
