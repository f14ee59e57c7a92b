import { createHash } from 'node:crypto';
import { htmlFindings } from './findings.ts';
import { SCRIPT, STYLE } from './page.ts';
import { ownersOn } from './owners.ts';
import { htmlProgress, htmlSums, htmlText } from './sums.ts';
import type { Presentation, Render, Report } from '../report.ts';
import { printable } from '../style.ts';
import { byOwner, counted, tallies } from '../tally.ts';
import type { Tally } from '../tally.ts';
import { attributes } from '../xml.ts';

/** A value is always written out: that of an option without one is its text, with spaces put together. */
const choices = (name: string, all: string, values: readonly string[]): string => {
  if (values.length === 0) return `<input${attributes({ type: 'hidden', name, value: '' })}>\n`;
  const options = values.map(
    (value) => `<option${attributes({ value: printable(value) })}>${htmlText(value)}</option>`,
  );
  return `<select${attributes({ name, 'aria-label': name })}><option value="">${all}</option>${options.join('')}</select>\n`;
};

const namesOf = (tallied: readonly Tally[]): readonly string[] => tallied.map(({ name }) => name).toSorted();

/** Shown by the script, which makes it work. */
const filters = (presentation: Presentation): string => {
  const { report } = presentation;
  const { rules, folders, deadlines } = tallies(report);
  const owners = byOwner(report.findings, ownersOn(presentation));
  if (report.findings.length === 0) return '';
  return [
    '<form hidden role="search" aria-label="Filter the findings">\n<input type="search" name="text" placeholder="Filter by text ( / )" aria-label="text">\n',
    choices('severity', 'all severities', ['error', 'warning', 'info']),
    choices('rule', 'all rules', namesOf(rules)),
    choices('folder', 'all folders', namesOf(folders)),
    choices('owner', 'all owners', namesOf(owners)),
    choices('deadline', 'any deadline', namesOf(deadlines)),
    choices('fix', 'any fix', ['safe', 'unsafe', 'none']),
    '<button type="reset">Clear</button> <output></output>\n</form>\n',
  ].join('');
};

const details = (title: string, rows: readonly (readonly [string, string])[]): string => {
  const cells = rows.map(
    ([place, why]) => `<tr><td><code>${htmlText(place)}</code></td><td>${htmlText(why)}</td></tr>\n`,
  );
  return rows.length === 0
    ? ''
    : `<details><summary>${title}: ${rows.length}</summary><table>\n${cells.join('')}</table></details>\n`;
};

/** Files that were not scanned, and texts that can be URLs of the legacy API and are not accounted for. */
const missing = ({ failed, skipped, unread = [] }: Report): string =>
  details('Not scanned', [
    ...failed.map(({ file, message }) => [file, `failed: ${message}`] as const),
    ...skipped.map(({ file, reason }) => [file, `skipped: ${reason}`] as const),
  ]) +
  details(
    'Not accounted for',
    unread.map(({ file, line, reason }) => [`${file}:${line}`, reason] as const),
  );

const headline = ({ report: { summary, target, today }, project }: Presentation): string => {
  const { findings, errors, warnings, infos, scanned } = summary;
  const kinds = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(infos, 'info')}`;
  const name = project === undefined ? 'migrate' : htmlText(project);
  return `<h1>${name}: ${counted(findings, 'finding')}</h1>\n<p class="dim">${kinds} in ${counted(scanned, 'scanned file')}; target ${target}, as of ${today}</p>\n`;
};

const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The policy lets the page's own script and style run and nothing else, whatever a scanned text holds. */
const head = (project: string): string => {
  const policy = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport" content="width=device-width">\n<title>${project}</title>\n<style>${STYLE}</style>\n</head>\n`;
};

/** One page that needs nothing else: what is left by rule, folder and deadline, and the findings to filter. */
export const html: Render = (presentation) => {
  const { report, project } = presentation;
  const findings = htmlFindings(presentation);
  const skip =
    report.findings.length === 0 ? '' : '<a class="skip" href="#findings">Skip to the findings</a>\n';
  const script = report.findings.length === 0 ? '' : `<script>${SCRIPT}</script>\n`;
  const title = project === undefined ? 'migrate report' : `${htmlText(project)}: migrate report`;
  return `${head(title)}<body>\n<header>\n${skip}${headline(presentation)}</header>\n<main>\n${htmlSums(presentation)}${htmlProgress(presentation)}${filters(presentation)}${findings}${missing(report)}</main>\n${script}</body>\n</html>\n`;
};
