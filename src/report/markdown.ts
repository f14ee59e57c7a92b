import { groupBy } from '../model/index.ts';
import { evidenceText } from './evidence-text.ts';
import { noteLines } from './notes.ts';
import type { Render, Report, ReportedFinding } from './report.ts';
import { printable } from './style.ts';
import { counted, joinedTally, tallies } from './tally.ts';
import type { Tally } from './tally.ts';

/** Maximum number of findings in a comment; others are only counted. */
const MAX_COUNT = 200;
/** Rows of a table, and files that were not scanned. */
const MAX_ROWS = 50;
/** Most characters of a report. A comment on GitHub holds 65,536, which leaves some for a heading. */
const MAX_CHARACTERS = 65_000;
/** Room that the lists leave to what follows them. */
const REST = 200;

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

/** Counts by name, and the findings of the report that have none: a table adds up to the summary. */
const table = (head: string, tallied: readonly Tally[], { summary }: Report): string => {
  if (tallied.length === 0) return '';
  const rows = tallied.slice(0, MAX_ROWS).map(({ name, count }) => `| ${code(name)} | ${count} |\n`);
  const others = joinedTally('', tallied.slice(MAX_ROWS)).count;
  const more = others === 0 ? '' : `| … and ${tallied.length - MAX_ROWS} more | ${others} |\n`;
  const rest = summary.findings - joinedTally('', tallied).count;
  const none = rest === 0 ? '' : `| no ${head} | ${rest} |\n`;
  return `| ${head} | findings |\n| --- | ---: |\n${rows.join('')}${more}${none}\n`;
};

const evidence = (finding: ReportedFinding): string => {
  const text = evidenceText(finding);
  return text === undefined ? '' : ` _${plain(text)}_`;
};

const item = (finding: ReportedFinding): string => {
  const { start, severity, rule, message, fix } = finding;
  const fixable = fix === null ? '' : ` _(fixable${fix.safety === 'unsafe' ? ' with --unsafe' : ''})_`;
  return `- ${start.line}:${start.column} **${severity}** ${code(rule)} ${plain(message)}${fixable}${noteLines(
    finding,
  )
    .map((line) => ` ${plain(line)}`)
    .join('')}${evidence(finding)}\n`;
};

/** The first texts that fit into a number of characters, and their count. */
const fitting = (
  texts: readonly string[],
  room: number,
): { readonly text: string; readonly count: number } => {
  let length = 0;
  const beyond = texts.findIndex((text) => (length += text.length) > room);
  const count = beyond === -1 ? texts.length : beyond;
  return { text: texts.slice(0, count).join(''), count };
};

const listed = (report: Report, room: number): string => {
  const items = [...groupBy(report.findings.slice(0, MAX_COUNT), ({ file }) => file)].flatMap(
    ([file, findings]) =>
      findings.map((finding, index) => `${index === 0 ? `\n#### ${code(file)}\n\n` : ''}${item(finding)}`),
  );
  const { text, count } = fitting(items, room - REST);
  const more = report.findings.length - count;
  return text.trimStart() + (more > 0 ? `\n… and ${more} more.\n` : '');
};

const section = (title: string, lines: readonly string[], room: number): string => {
  if (lines.length === 0) return '';
  const { text, count } = fitting(lines.slice(0, MAX_ROWS), room - REST);
  const more = lines.length - count;
  return `\n#### ${title}\n\n${text}${more > 0 ? `- … and ${more} more\n` : ''}`;
};

/** Files that were not scanned, and texts that can be URLs of the legacy API and are not accounted for. */
const missing = ({ failed, skipped, unread = [] }: Report, room: number): string => {
  const files = [
    ...failed.map(({ file, message }) => `- failed: ${code(file)} ${plain(message)}\n`),
    ...skipped.map(({ file, reason }) => `- skipped: ${code(file)} ${plain(reason)}\n`),
  ];
  const texts = unread.map(({ file, line, reason }) => `- ${code(`${file}:${line}`)} ${plain(reason)}\n`);
  return section('Not scanned', files, room) + section('Not accounted for', texts, room);
};

/** Counts by rule, folder and deadline. */
const sums = (report: Report): string => {
  const { rules, folders, deadlines } = tallies(report);
  const tables = [table('rule', rules, report), table('folder', folders, report)];
  return [...tables, table('deadline', deadlines, report)].join('');
};

/**
 * Markdown for a pull request or a step summary: counts by rule, folder and deadline, then the findings, as many as a
 * comment can hold.
 */
export const markdown: Render = ({ report }) => {
  const { findings, errors, warnings, infos, fixable, scanned } = report.summary;
  const head = `### migrate: ${counted(findings, 'finding')}\n\n`;
  const last = missing(report, MAX_CHARACTERS / 8);
  if (findings === 0) return `${head}No findings in ${counted(scanned, 'scanned file')}.\n${last}`;
  const counts = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(infos, 'info')}; ${fixable.safe} fixable, ${fixable.unsafe} more with --unsafe. Target ${report.target}, ${report.today}.\n\n`;
  const before = head + counts + sums(report);
  return before + listed(report, MAX_CHARACTERS - before.length - last.length) + last;
};
