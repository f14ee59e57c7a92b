import { createHash } from 'node:crypto';
import { evidenceText } from './evidence-text.ts';
import { SCRIPT, STYLE } from './html-page.ts';
import type { FrameLine, Presentation, Render, Report, ReportedFinding } from './report.ts';
import { printable } from './style.ts';
import { counted, deadlineOf, folderOf, tallies } from './tally.ts';
import type { Tally } from './tally.ts';
import { attributes, escapeXml } from './xml.ts';

const text = (value: string): string => escapeXml(printable(value));

const sumTable = (title: string, tallied: readonly Tally[], total: number): string => {
  if (tallied.length === 0) return '';
  const rows = tallied.map(
    ({ name, count }) =>
      `<tr><td><code>${text(name)}</code></td><td class="n">${count}</td><td><meter${attributes({ min: 0, max: total, value: count })}></meter></td></tr>\n`,
  );
  return `<section><h2>${title}</h2><table>\n${rows.join('')}</table></section>\n`;
};

const choices = (name: string, all: string, values: readonly string[]): string => {
  const options = values.map((value) => `<option>${text(value)}</option>`).join('');
  return `<select name="${name}" aria-label="${name}"><option value="">${all}</option>${options}</select>\n`;
};

const filters = (report: Report): string => {
  const { rules, folders, deadlines } = tallies(report);
  return [
    '<form>\n<input type="search" name="text" placeholder="Filter by text" aria-label="text">\n',
    choices('severity', 'all severities', ['error', 'warning', 'info']),
    choices('rule', 'all rules', rules.map(({ name }) => name).toSorted()),
    choices('folder', 'all folders', folders.map(({ name }) => name).toSorted()),
    choices(
      'deadline',
      'any deadline',
      deadlines.map(({ name }) => name),
    ),
    choices('fix', 'fixable or not', ['safe', 'unsafe', 'none']),
    '<button type="reset">Clear</button> <output></output>\n</form>\n',
  ].join('');
};

const frameLine = ({ line, text: shown, mark }: FrameLine): string => {
  const number = String(line).padStart(5);
  if (mark === undefined) return `${number} | ${text(shown)}\n`;
  const [before, marked, after] = [
    shown.slice(0, mark.from),
    shown.slice(mark.from, mark.to),
    shown.slice(mark.to),
  ];
  return `${number} | ${text(before)}<mark>${text(marked)}</mark>${text(after)}\n`;
};

const frameBlock = (frame: readonly FrameLine[]): string =>
  frame.length === 0 ? '' : `<pre>${frame.map(frameLine).join('')}</pre>\n`;

const article = (finding: ReportedFinding, index: number, { frames, rules }: Presentation): string => {
  const { file, start, rule, severity, certainty, message, fix, pointer, exchange } = finding;
  const data = {
    class: severity,
    'data-rule': rule,
    'data-severity': severity,
    'data-folder': printable(folderOf(file)),
    'data-deadline': deadlineOf(finding) ?? '',
    'data-fix': fix?.safety ?? 'none',
  };
  const where = [
    `${file}:${start.line}:${start.column}`,
    ...(exchange === null ? [] : [`exchange ${exchange}`]),
    ...(pointer === null || pointer === '' ? [] : [pointer]),
  ];
  const evidence = evidenceText(finding);
  const advice = fix === null ? rules.get(rule)?.advice : `${fix.title} (${fix.safety} fix)`;
  return [
    `<article${attributes(data)}>\n<p><code>${text(where.join('  '))}</code> <b>${severity}</b> <code>${text(rule)}</code>${certainty === 'likely' ? ' (likely)' : ''}</p>\n`,
    `<p>${text(message)}</p>\n`,
    evidence === undefined ? '' : `<p class="dim">${text(evidence)}</p>\n`,
    frameBlock(frames[index] ?? []),
    advice === undefined || advice === '' ? '' : `<p class="dim">${text(advice)}</p>\n`,
    '</article>\n',
  ].join('');
};

const unread = ({ failed, skipped }: Report): string => {
  const rows = [
    ...failed.map(({ file, message }) => [file, `failed: ${message}`] as const),
    ...skipped.map(({ file, reason }) => [file, `skipped: ${reason}`] as const),
  ].map(([file, why]) => `<tr><td><code>${text(file)}</code></td><td>${text(why)}</td></tr>\n`);
  return rows.length === 0
    ? ''
    : `<details><summary>Not scanned: ${rows.length}</summary><table>\n${rows.join('')}</table></details>\n`;
};

const headline = ({ summary, target, today }: Report): string => {
  const { findings, errors, warnings, infos, fixable, scanned } = summary;
  return `<h1>migrate: ${counted(findings, 'finding')}</h1>\n<p class="dim">${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(infos, 'info')}; ${fixable.safe} fixable, ${fixable.unsafe} more with --unsafe; ${counted(scanned, 'file')} scanned; target ${target}, ${today}</p>\n`;
};

const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The policy lets the page's own script and style run and nothing else, whatever a scanned text holds. */
const head = (): string => {
  const policy = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport" content="width=device-width">\n<title>migrate report</title>\n<style>${STYLE}</style>\n</head>\n`;
};

/** One page that needs nothing else: what is left by rule, folder and deadline, and the findings to filter. */
export const html: Render = (presentation) => {
  const { report } = presentation;
  const { rules, folders, deadlines } = tallies(report);
  const total = report.findings.length;
  const sums = [
    sumTable('By rule', rules, total),
    sumTable('By folder', folders, total),
    sumTable('By deadline', deadlines, total),
  ].join('');
  const articles = report.findings.map((finding, index) => article(finding, index, presentation));
  return `${head()}<body>\n${headline(report)}<div class="sums">\n${sums}</div>\n${filters(report)}<main>\n${articles.join('')}</main>\n${unread(report)}<script>${SCRIPT}</script>\n</body>\n</html>\n`;
};
