import { groupBy } from '../../model/index.ts';
import { evidenceText } from '../evidence-text.ts';
import { ownersOn } from './owners.ts';
import { htmlText } from './sums.ts';
import { adviceFor, noteLines } from '../notes.ts';
import { rulePage } from '../links.ts';
import type { DiffLine, FrameLine, Presentation, ReportedFinding } from '../report.ts';
import { printable } from '../style.ts';
import { counted, deadlineOf, folderNames, remedyOf } from '../tally.ts';
import type { Remedy } from '../tally.ts';
import { attributes } from '../xml.ts';

const frameLine = ({ line, text, mark }: FrameLine): string => {
  const number = String(line).padStart(5);
  if (mark === undefined) return `${number} | ${htmlText(text)}\n`;
  const before = htmlText(text.slice(0, mark.from));
  const marked = htmlText(text.slice(mark.from, mark.to));
  return `${number} | ${before}<mark>${marked}</mark>${htmlText(text.slice(mark.to))}\n`;
};

const frameBlock = (frame: readonly FrameLine[]): string =>
  frame.length === 0 ? '' : `<pre>${frame.map(frameLine).join('')}</pre>\n`;

/** Attributes that the filters use; owners one per line. */
const filterData = (finding: ReportedFinding, owners: readonly string[], folder: string) => ({
  class: finding.severity,
  'data-file': printable(finding.file),
  'data-rule': finding.rule,
  'data-severity': finding.severity,
  'data-folder': printable(folder),
  'data-deadline': deadlineOf(finding) ?? '',
  'data-fix': finding.fix?.safety ?? 'none',
  'data-owner': owners.join('\n'),
});

const tag = (label: string): string => `<span class="tag">${htmlText(label)}</span>`;

const linked = (content: string, url: string | undefined): string =>
  url === undefined ? content : `<a${attributes({ href: url })}>${content}</a>`;

const LABELS: Readonly<Record<Remedy, string>> = {
  safe: 'safe fix',
  unsafe: 'unsafe fix',
  blocked: 'fix needs another file',
  hand: 'by hand',
  recorded: 'not edited',
};

const headOf = (finding: ReportedFinding, { report, sourceUrl, inRepository }: Presentation): string => {
  const { start, rule, severity, certainty, pointer, exchange, file } = finding;
  const where = [
    `${start.line}:${start.column}`,
    ...(exchange === null ? [] : [`exchange ${exchange}`]),
    ...(pointer === null || pointer === '' ? [] : [pointer]),
  ];
  const path = encodeURI(inRepository(file)).replaceAll(/[?#]/g, encodeURIComponent);
  const source = sourceUrl?.replaceAll('{file}', () => path).replaceAll('{line}', String(start.line));
  const tags = [...(certainty === 'likely' ? [tag('likely')] : []), tag(LABELS[remedyOf(finding)])];
  return `<p class="head">${linked(`<code>${htmlText(where.join('  '))}</code>`, source)} <b>${severity}</b> ${linked(`<code>${htmlText(rule)}</code>`, rulePage(report.tool, rule))} ${tags.join(' ')}</p>\n`;
};

const dim = (label: string | undefined): string =>
  label === undefined || label === '' ? '' : `<p class="dim">${htmlText(label)}</p>\n`;

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { hunk: '', same: ' ', removed: '-', added: '+' };

/** Changes of the fix, a line each: removed lines first. */
const changeBlock = (lines: readonly DiffLine[]): string => {
  if (lines.length === 0) return '';
  const rows = lines.map(({ kind, text }) => {
    const tag = kind === 'removed' ? 'del' : 'ins';
    return `<${tag}>${SIGNS[kind]} ${htmlText(text)}</${tag}>\n`;
  });
  return `<pre class="change">${rows.join('')}</pre>\n`;
};

/** First finding of a file with each change: what restructures a payload is the fix of several. */
type ShownChanges = Map<string, ReportedFinding>;

/** The fix, with its change unless the page shows it already. */
const fixBlock = (
  finding: ReportedFinding,
  index: number,
  presentation: Presentation,
  shown: ShownChanges,
): string => {
  const { fix, file } = finding;
  if (fix === null) return dim(adviceFor(finding, presentation.rules));
  const key = `${file} ${JSON.stringify(fix.edits)}`;
  const first = shown.get(key);
  const title = `Fix (${fix.safety}): ${fix.title}`;
  if (first !== undefined) return dim(`${title}, as shown for line ${first.start.line}`);
  const change = changeBlock(presentation.change?.(index) ?? []);
  if (change !== '') shown.set(key, finding);
  return dim(title) + change;
};

const article = (
  finding: ReportedFinding,
  index: number,
  presentation: Presentation,
  folder: string,
  shown: ShownChanges,
): string =>
  [
    `<article${attributes(filterData(finding, ownersOn(presentation)(finding), folder))}>\n`,
    headOf(finding, presentation),
    `<p>${htmlText(finding.message)}</p>\n`,
    ...noteLines(finding).map(dim),
    dim(evidenceText(finding)),
    frameBlock(presentation.frame(index)),
    fixBlock(finding, index, presentation, shown),
    '</article>\n',
  ].join('');

/** The findings, a section for each file. */
export const htmlFindings = (presentation: Presentation): string => {
  const { report } = presentation;
  if (report.findings.length === 0) return '';
  const owners = ownersOn(presentation);
  const folderOf = folderNames(report.findings.map(({ file }) => file));
  const indexOf = new Map(report.findings.map((finding, index) => [finding, index]));
  const shown: ShownChanges = new Map();
  const sections = Array.from(
    groupBy(report.findings, ({ file }) => file),
    ([file, findings]) => {
      const articles = findings.map((finding) =>
        article(finding, indexOf.get(finding)!, presentation, folderOf(file), shown),
      );
      const notes = [counted(findings.length, 'finding'), ...owners(findings[0]!)].map(htmlText).join(' · ');
      const title = `<h3>${htmlText(file)} <span>${notes}</span></h3>\n`;
      return `<section class="file">${title}${articles.join('')}</section>\n`;
    },
  );
  return `<h2 id="findings" tabindex="-1">Findings</h2>\n${sections.join('')}`;
};
