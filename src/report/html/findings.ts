import { byFile } from '../by-file.ts';
import { evidenceText } from '../evidence-text.ts';
import { htmlText } from './sums.ts';
import { adviceFor, noteLines } from '../notes.ts';
import type { FrameLine, Presentation, ReportedFinding } from '../report.ts';
import { printable } from '../style.ts';
import { counted, deadlineOf, folderOf } from '../tally.ts';
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

/** What the filters go by. */
const filterData = (finding: ReportedFinding) => ({
  class: finding.severity,
  'data-file': printable(finding.file),
  'data-rule': finding.rule,
  'data-severity': finding.severity,
  'data-folder': printable(folderOf(finding.file)),
  'data-deadline': deadlineOf(finding) ?? '',
  'data-fix': finding.fix?.safety ?? 'none',
});

const tag = (label: string): string => `<span class="tag">${htmlText(label)}</span>`;

const headOf = ({ start, rule, severity, certainty, fix, pointer, exchange }: ReportedFinding): string => {
  const where = [
    `${start.line}:${start.column}`,
    ...(exchange === null ? [] : [`exchange ${exchange}`]),
    ...(pointer === null || pointer === '' ? [] : [pointer]),
  ];
  const tags = [
    ...(certainty === 'likely' ? [tag('likely')] : []),
    tag(fix === null ? 'by hand' : `${fix.safety} fix`),
  ];
  return `<p class="head"><code>${htmlText(where.join('  '))}</code> <b>${severity}</b> <code>${htmlText(rule)}</code> ${tags.join(' ')}</p>\n`;
};

const dim = (label: string | undefined): string =>
  label === undefined || label === '' ? '' : `<p class="dim">${htmlText(label)}</p>\n`;

const article = (finding: ReportedFinding, frame: readonly FrameLine[], advice: string | undefined): string =>
  [
    `<article${attributes(filterData(finding))}>\n`,
    headOf(finding),
    `<p>${htmlText(finding.message)}</p>\n`,
    ...noteLines(finding).map(dim),
    dim(evidenceText(finding)),
    frameBlock(frame),
    dim(finding.fix === null ? advice : `Fix (${finding.fix.safety}): ${finding.fix.title}`),
    '</article>\n',
  ].join('');

/** The findings, a section for each file. */
export const htmlFindings = ({ report, frame, rules }: Presentation): string => {
  const indexOf = new Map(report.findings.map((finding, index) => [finding, index]));
  const sections = Array.from(byFile(report.findings), ([file, findings]) => {
    const articles = findings.map((finding) =>
      article(finding, frame(indexOf.get(finding)!), adviceFor(finding, rules)),
    );
    const title = `<h3>${htmlText(file)} <span>${counted(findings.length, 'finding')}</span></h3>\n`;
    return `<section class="file">${title}${articles.join('')}</section>\n`;
  });
  return sections.join('');
};
