import { byFile } from './by-file.ts';
import { evidenceText } from './evidence-text.ts';
import type { Render, Report, ReportedFinding } from './report.ts';
import { printable } from './style.ts';
import { counted, tallies } from './tally.ts';
import type { Tally } from './tally.ts';

/** Findings beyond these are counted only: comments and step summaries have a limit on their size. */
const MOST = 200;

/** A text of the scanned tree as plain text: no markup, no mention, no link, no cell border. */
const plain = (text: string): string =>
  printable(text)
    .replace(/[\\`*_{}[\]<>()#+!|~&$-]/g, '\\$&')
    .replaceAll('@', '@\u200B')
    .replace(/:\/\//g, ':\u200B//');

/** A text as code, whatever back-ticks it holds. */
const code = (text: string): string => {
  const shown = printable(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? fence + shown + fence : `${fence} ${shown} ${fence}`;
};

const table = (head: string, tallied: readonly Tally[]): string =>
  tallied.length === 0
    ? ''
    : `| ${head} | findings |\n| --- | ---: |\n${tallied.map(({ name, count }) => `| ${code(name)} | ${count} |\n`).join('')}\n`;

const evidence = (finding: ReportedFinding): string => {
  const text = evidenceText(finding);
  return text === undefined ? '' : ` _${plain(text)}_`;
};

const item = (finding: ReportedFinding): string => {
  const { start, severity, rule, message, fix } = finding;
  const fixable = fix === null ? '' : ` _(fixable${fix.safety === 'unsafe' ? ' with --unsafe' : ''})_`;
  return `- ${start.line}:${start.column} **${severity}** ${code(rule)} ${plain(message)}${fixable}${evidence(finding)}\n`;
};

const listed = (report: Report): string => {
  const shown = [...byFile(report.findings.slice(0, MOST))];
  const more = report.findings.length - MOST;
  const files = shown.map(([file, findings]) => `#### ${code(file)}\n\n${findings.map(item).join('')}\n`);
  return files.join('') + (more > 0 ? `… and ${more} more.\n` : '');
};

const unread = ({ failed, skipped }: Report): string => {
  const lines = [
    ...failed.map(({ file, message }) => `- failed: ${code(file)} ${plain(message)}\n`),
    ...skipped.map(({ file, reason }) => `- skipped: ${code(file)} ${plain(reason)}\n`),
  ];
  return lines.length === 0 ? '' : `\n#### Not scanned\n\n${lines.slice(0, MOST).join('')}`;
};

/** Markdown for a pull request or a step summary: counts by rule, folder and deadline, then the findings. */
export const markdown: Render = ({ report }) => {
  const { findings, errors, warnings, infos, fixable, scanned } = report.summary;
  const head = `### migrate: ${counted(findings, 'finding')}\n\n`;
  if (findings === 0) return `${head}No findings in ${counted(scanned, 'scanned file')}.\n${unread(report)}`;
  const counts = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(infos, 'info')}; ${fixable.safe} fixable, ${fixable.unsafe} more with --unsafe. Target ${report.target}, ${report.today}.\n\n`;
  const { rules, folders, deadlines } = tallies(report);
  const sums = table('rule', rules) + table('folder', folders) + table('deadline', deadlines);
  return head + counts + sums + listed(report) + unread(report);
};
