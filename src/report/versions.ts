import type { Redacted, VersionReport, VersionState, VersionUse } from '../model/index.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import { headOf } from './report-head.ts';
import type { ReportedTool } from './report.ts';

/** One operation as a project calls it, as it is reported. */
export interface ReportedUse {
  readonly operation: Redacted;
  readonly asked: Redacted;
  readonly version: Redacted | null;
  readonly state: VersionState;
  readonly deletion: Redacted | null;
  readonly listed: boolean;
  readonly daysLeft: number | null;
  readonly next: Redacted | null;
  readonly changes: Redacted | null;
  readonly calls: number;
  readonly files: readonly Redacted[];
}

/** Report of `migrate versions`. */
export interface ReportedVersions {
  readonly tool: ReportedTool;
  readonly target: Redacted;
  readonly today: Redacted;
  readonly asOf: Redacted;
  readonly uses: readonly ReportedUse[];
}

const textOr = (text: string | null): Redacted | null => (text === null ? null : redactText(text));

const reportedUse = ({ places, ...use }: VersionUse): ReportedUse => ({
  operation: redactText(use.operation),
  asked: redactText(use.asked),
  version: textOr(use.version),
  state: use.state,
  deletion: textOr(use.deletion),
  listed: use.listed,
  daysLeft: use.daysLeft,
  next: textOr(use.next),
  changes: textOr(use.changes),
  calls: places.length,
  files: [...new Set(places.map(({ file }) => redactPath(file)))],
});

/** The versions that files ask for, as they may be printed. */
export const reportedVersions = (
  report: VersionReport,
  tool: { readonly name: string; readonly version: string },
): ReportedVersions => ({
  ...headOf({ ...report, tool }),
  asOf: redactText(report.asOf),
  uses: report.uses.map(reportedUse),
});

const HEAD = [
  'operation',
  'requested',
  'resolved',
  'state',
  'deletion',
  'days left',
  'successor',
  'it changes',
  'calls',
];

const deletionText = ({ deletion, listed }: ReportedUse): string =>
  deletion === null ? '-' : `${deletion}${listed ? '' : ' (estimated)'}`;

const cellsOf = (use: ReportedUse): readonly string[] => [
  use.operation,
  use.asked,
  use.version ?? '-',
  use.state,
  deletionText(use),
  use.daysLeft === null ? '-' : String(use.daysLeft),
  use.next ?? '-',
  use.changes ?? (use.next === null ? '-' : "see the vendor's changelog"),
  String(use.calls),
];

const sentenceOf = ({ target, today, asOf }: ReportedVersions): string =>
  `On ${today}, by the dates listed on ${asOf}, which can change. Calls without a date are judged by the target, ${target}.`;

const WORDS = HEAD.indexOf('it changes');

const withoutWords = (cells: readonly string[]): readonly string[] => cells.toSpliced(WORDS, 1);

/** Changes of the next versions, once each. */
const changesOf = ({ uses }: ReportedVersions): readonly string[] => {
  const known = uses.flatMap(({ next, changes }) => (changes === null ? [] : [`${next}: ${changes}`]));
  return [...new Set(known)].toSorted();
};

/** Columns in line, for a terminal, and below them what the next versions change. */
export const versionTable = (report: ReportedVersions): string => {
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
export const versionMarkdown = (report: ReportedVersions): string => {
  const rows = [HEAD, HEAD.map(() => '---'), ...report.uses.map((use) => cellsOf(use).map(escaped))];
  return `${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\n${sentenceOf(report)}\n`;
};

/** The report as JSON, with files instead of locations. */
export const versionJson = ({ tool, target, today, asOf, uses }: ReportedVersions): string =>
  `${JSON.stringify({ version: 1, tool, target, today, asOf, operations: uses }, undefined, 2)}\n`;
