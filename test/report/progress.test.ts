import { describe, expect, it } from 'vitest';
import { progressText } from '../../src/report/progress/index.ts';
import type { ProgressReport } from '../../src/report/progress/index.ts';
import { redactText } from '../../src/redact/redact.ts';

const text = redactText;

const report = (left: number, errors: number): ProgressReport => ({
  version: 1,
  tool: { name: text('migrate'), version: text('0.1.0') },
  target: text('2023-02-01'),
  today: text('2026-11-21'),
  unit: 'legacy calls',
  points: [
    { date: text('2026-05-04'), commit: null, left: 14, errors: 20 },
    { date: text('2026-11-21'), commit: null, left, errors },
  ],
  deadlines: [{ date: text('2027-07-01'), operations: 4 }],
  folders: [],
  owners: [],
  notes: [text('Commits are followed along first parents; uncommitted changes are not counted.')],
});

describe('the chart in a terminal', () => {
  it.each([40, 60])('fits into %s columns', (width) => {
    const lines = progressText(false, width)(report(7, 9)).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
    expect(lines.join('\n')).toContain('2026-05-04  14  ████');
  });

  it('has bars of 40 cells where the width is not known', () => {
    expect(progressText(false)(report(7, 9))).toContain(`14  ${'█'.repeat(40)}\n`);
  });

  it('is done only where no error is left either', () => {
    expect(progressText(false)(report(0, 0))).toContain('0 legacy calls left on 2026-11-21: done.');
    expect(progressText(false)(report(0, 2))).toContain('left on 2026-11-21, but 2 errors are still found');
  });
});
