import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { markdown } from '../../src/report/markdown.ts';
import { nextSteps } from '../../src/report/next-steps.ts';
import { prettyTables } from '../../src/report/pretty/tables.ts';
import type { Report } from '../../src/report/report.ts';
import { recordingTerminal, TODAY } from '../fixtures/transcripts.ts';
import { finding, measuredIn, report } from './findings.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/projects/', import.meta.url));
const PROJECTS = readdirSync(FIXTURES);

interface Sums {
  readonly title: string;
  readonly sums: Readonly<Record<string, number>>;
}

/** Sums of the columns of each table of a text: headings are apart by two spaces, cells end below their headings. */
const tablesIn = (text: string): readonly Sums[] =>
  text
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line !== ''))
    .flatMap(([head = '', ...rows]) => {
      if (!/^By \w+ +found/.test(head)) return [];
      const [title = '', ...headings] = head.split(/ {2,}| (?=found)/);
      const sums = headings.map((heading, at): [string, number] => [
        heading,
        rows.reduce((sum, row) => sum + Number(row.trim().split(/ +/).slice(-headings.length)[at]), 0),
      ]);
      return [{ title, sums: Object.fromEntries(sums) }];
    });

const severities = ['error', 'warning', 'info'] as const;

/** A report of more rules and folders than a table has rows. */
const large: Report = report(
  Array.from({ length: 60 }, (_, at) =>
    finding({
      rule: `rule-${at % 11}`,
      file: `src/part-${at % 13}/a.ts`,
      severity: severities[at % 3]!,
      ...(at % 2 === 0 ? { fix: undefined } : {}),
      data: at % 5 === 0 ? { deadline: '2027-07-01' } : {},
    }),
  ),
);

const presented = (shown: Report) =>
  ({ report: shown, color: false, measured: measuredIn(undefined), width: 100 }) as Parameters<
    typeof prettyTables
  >[0];

describe('the tables of a report add up to its summary', () => {
  it('where they have more rows than are shown', () => {
    const tables = tablesIn(prettyTables(presented(large)));
    expect(tables.map(({ title }) => title)).toEqual(['By rule', 'By folder']);
    const { findings, fixable } = large.summary;
    for (const { sums } of tables)
      expect(sums).toEqual({ found: findings, safe: fixable.safe, unsafe: fixable.unsafe, 'by hand': 30 });
  });

  it('in Markdown, by deadline too', () => {
    const text = markdown(presented(large));
    const tables = text.split('\n\n').filter((block) => block.startsWith('| '));
    expect(tables).toHaveLength(3);
    for (const table of tables) {
      const counts = Array.from(table.matchAll(/\| (\d+) \|$/gm), ([, count]) => Number(count));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(large.summary.findings);
    }
  });

  it('and the next command leaves no finding out', () => {
    const [, own, others, infos] =
      /# (\d+) to change by hand, and (\d+) of other rules \((\d+) infos\)/.exec(
        String(nextSteps(large, { paths: ['.'] })),
      ) ?? [];
    expect(Number(own) + Number(others)).toBe(30);
    expect(Number(infos)).toBe(10);
  });

  it.each(PROJECTS)('of the client %s', async (name) => {
    const printedAs = async (format: string): Promise<string> => {
      const { terminal, out } = recordingTerminal(`${FIXTURES}${name}`);
      await run(['scan', '--no-config', '--today', TODAY, '--format', format, '.'], terminal);
      return out();
    };
    const { summary } = JSON.parse(await printedAs('json')) as Report;
    const text = await printedAs('pretty');
    for (const { sums } of tablesIn(text)) {
      expect(sums['found']).toBe(summary.findings);
      expect(sums['safe']).toBe(summary.fixable.safe);
      expect(sums['unsafe']).toBe(summary.fixable.unsafe);
      const all = Object.entries(sums).filter(([heading]) => heading !== 'found');
      expect(all.reduce((sum, [, count]) => sum + count, 0)).toBe(summary.findings);
    }
  });
});
