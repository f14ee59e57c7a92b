import type { VersionReport, VersionUse } from '../model/index.ts';

const HEAD = [
  'operation',
  'asks for',
  'answers',
  'state',
  'deletion',
  'days left',
  'next',
  'it changes',
  'calls',
];

const deletionText = ({ deletion, listed }: VersionUse): string =>
  deletion === null ? '-' : `${deletion}${listed ? '' : ' (reckoned)'}`;

const cellsOf = (use: VersionUse): readonly string[] => [
  use.operation,
  use.asked,
  use.version ?? '-',
  use.state,
  deletionText(use),
  use.daysLeft === null ? '-' : String(use.daysLeft),
  use.next ?? '-',
  use.changes ?? (use.next === null ? '-' : "see the vendor's changelog"),
  String(use.places.length),
];

const sentenceOf = ({ target, today, asOf }: VersionReport): string =>
  `On ${today}, by the dates listed on ${asOf}, which can move. Calls without a date are judged by the target, ${target}.`;

const WORDS = HEAD.indexOf('it changes');

const withoutWords = (cells: readonly string[]): readonly string[] => cells.toSpliced(WORDS, 1);

/** What the next versions change, once each. */
const changesOf = ({ uses }: VersionReport): readonly string[] => {
  const known = uses.flatMap(({ next, changes }) => (changes === null ? [] : [`${next}: ${changes}`]));
  return [...new Set(known)].toSorted();
};

/** Columns in line, for a terminal, and below them what the next versions change. */
export const versionTable = (report: VersionReport): string => {
  const rows = [HEAD, ...report.uses.map(cellsOf)].map(withoutWords);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const changes = changesOf(report).map((change) => `${change}\n`);
  return [`${lines.join('\n')}\n`, ...changes, `${sentenceOf(report)}\n`].join('\n');
};

const escaped = (cell: string): string => cell.replaceAll('|', '\\|');

/** A Markdown table. */
export const versionMarkdown = (report: VersionReport): string => {
  const rows = [HEAD, HEAD.map(() => '---'), ...report.uses.map((use) => cellsOf(use).map(escaped))];
  return `${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n${sentenceOf(report)}\n`;
};

/** The report as JSON, with files instead of places. */
export const versionJson = (
  { uses, ...head }: VersionReport,
  tool: { readonly name: string; readonly version: string },
): string => {
  const operations = uses.map(({ places, ...use }) => ({
    ...use,
    calls: places.length,
    files: [...new Set(places.map(({ file }) => file))],
  }));
  return `${JSON.stringify({ version: 1, tool, ...head, operations }, undefined, 2)}\n`;
};
