import { expect, it } from 'vitest';
import { rendered } from '../../src/redact/gate.ts';
import { wrappedText } from '../../src/report/wrap.ts';

const wrapped = (text: string, width: number): string =>
  wrappedText(
    rendered((same: string) => same, text as never),
    width,
  );

it.each([40, 60, 80])('keeps each line of prose within %i columns, continuation lines too', (width) => {
  const prose = `  note: ${'a short word or two, '.repeat(20)}end.`;
  const lines = wrapped(`${prose}\n`, width).split('\n');
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  expect(lines[1]).toMatch(/^ {4}\S/);
  expect(lines.join(' ').replaceAll(/ {2,}/g, ' ').trim()).toBe(prose.trim());
});

it('leaves words that are longer than a line, and commands, whole', () => {
  const command = 'next: npx atlas-api-migrate fix --unsafe --diff  # shows 5 more to review';
  expect(wrapped(command, 40)).toBe(command);
  const name = 'replicationSpecs[0].regionConfigs[0].electableSpecs.instanceSize';
  expect(wrapped(`    Set ${name} here`, 40)).toBe(`    Set\n      ${name}\n      here`);
});

it('ends no line with a space where two spaces separate parts', () => {
  const lines = wrapped('    src/clusters/report.ts:12:30  srvAddress  (likely)', 40).split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => line.endsWith(' '))).toEqual([]);
});
