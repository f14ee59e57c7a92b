import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../../src/generated/messages.ts';
import { reasonOf } from '../../src/model/index.ts';
import { findingsIn, fixedFiles } from '../fixtures/pipeline.ts';
import type { Files } from '../fixtures/pipeline.ts';
import { isMadeBy, REASONS, WORDS } from './unsafe-reasons.ts';

// What makes a fix unsafe, and is not taken away by the fix, stays reported after `fix --unsafe`: for each such reason a
// program whose fix is unsafe for it, and what is found once the fix is made.

const STAYING = Object.entries(REASONS).flatMap(([key, fate]) =>
  'program' in fate ? [[key as keyof typeof REASONS, fate] as const] : [],
);

const reasonsIn = async (files: Files): Promise<readonly string[]> =>
  (await findingsIn(files)).flatMap(({ fix }) => reasonOf(fix)?.text ?? []);

describe('the reasons of unsafe fixes', () => {
  it('are every sentence of the rules that is not named as none', () => {
    expect([...Object.keys(REASONS), ...WORDS].toSorted()).toEqual(Object.keys(MESSAGES).toSorted());
  });

  it.each(STAYING)('%s is the reason in its program, and is reported after the fix', async (key, fate) => {
    const before = await reasonsIn(fate.program);
    expect(
      before.some((text) => isMadeBy(MESSAGES[key], text)),
      before.join('\n'),
    ).toBe(true);
    const fixed = await fixedFiles(fate.program);
    expect(fixed).not.toEqual(fate.program);
    const after = (await findingsIn(fixed)).map(({ rule }) => rule);
    expect(after).toContain(fate.rule);
  });
});
