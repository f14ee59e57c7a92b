import { ownersOn } from './owners.ts';
import { progressChart } from '../progress/chart.ts';
import { progressSentence } from '../progress/index.ts';
import type { Presentation, Report } from '../report.ts';
import { printable } from '../style.ts';
import { byOwner, daysAway, tallies } from '../tally.ts';
import type { Tally } from '../tally.ts';
import { attributes, escapeXml } from '../xml.ts';

/** Rows of one list that stand open; what is beyond opens on demand. */
const MAX_COUNT = 10;

/** A text of the scanned tree as HTML. */
export const htmlText = (value: string): string => escapeXml(printable(value));

type Sums = Omit<Tally, 'name'>;

/** A bar of `count` of `most`: fixed by `fix`, by `fix --unsafe`, by hand. Its size is no style, which the policy forbids. */
const bar = ({ count, safe, unsafe }: Sums, most: number): string => {
  const parts = [
    { kind: 'safe', from: 0, width: safe },
    { kind: 'unsafe', from: safe, width: unsafe },
    { kind: 'hand', from: safe + unsafe, width: count - safe - unsafe },
  ].filter(({ width }) => width > 0);
  const rects = parts.map(
    ({ kind, from, width }) => `<rect${attributes({ class: kind, x: from, width, height: 1 })}/>`,
  );
  return `<svg${attributes({ viewBox: `0 0 ${Math.max(most, 1)} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' })}>${rects.join('')}</svg>`;
};

const row = (field: string, sums: Tally, most: number, note: string): string => {
  const { name, count, safe, unsafe } = sums;
  const title = `${safe} safe, ${unsafe} unsafe, ${count - safe - unsafe} by hand`;
  const values = { type: 'button', class: 'row', 'data-field': field, value: printable(name), title };
  const label = `<span><code>${htmlText(name)}</code>${note === '' ? '' : ` <span class="dim">${htmlText(note)}</span>`}</span>`;
  return `<button${attributes(values)}>${label}<b>${count}</b>${bar(sums, most)}</button>\n`;
};

const list = (
  title: string,
  field: string,
  all: readonly Tally[],
  note: (name: string) => string = () => '',
): string => {
  if (all.length === 0) return '';
  const most = Math.max(...all.map(({ count }) => count));
  const rows = all.map((each) => row(field, each, most, note(each.name)));
  const more =
    rows.length > MAX_COUNT
      ? `<details><summary>${rows.length - MAX_COUNT} more</summary>\n${rows.slice(MAX_COUNT).join('')}</details>\n`
      : '';
  return `<section><h2>${title}</h2>\n${rows.slice(0, MAX_COUNT).join('')}${more}</section>\n`;
};

/** Bar of what is left, with its legend. */
const whole = ({ summary: { findings, fixable } }: Report): string => {
  const { safe, unsafe } = fixable;
  const legend = [
    ['safe', `${safe} fixed by <code>migrate fix</code>`],
    ['unsafe', `${unsafe} more by <code>migrate fix --unsafe</code>, after review`],
    ['hand', `${findings - safe - unsafe} by hand`],
  ].map(([kind, label]) => `<span><i class="${kind}"></i>${label}</span>`);
  const total = { count: findings, safe, unsafe };
  return `<div class="total">${bar(total, findings)}<p class="legend">${legend.join(' ')}</p></div>\n`;
};

/** Sums of what is left to do, in all and by rule, folder, owner and deadline. */
export const htmlSums = (presentation: Presentation): string => {
  const { report } = presentation;
  if (report.findings.length === 0) return '';
  const { rules, folders, deadlines } = tallies(report);
  const lists = [
    list('By rule', 'rule', rules),
    list('By folder', 'folder', folders),
    list('By owner', 'owner', byOwner(report.findings, ownersOn(presentation))),
    list('By deadline', 'deadline', deadlines, (day) => daysAway(report.today, day)),
  ];
  return `${whole(report)}<div class="sums">\n${lists.join('')}</div>\n`;
};

/** Count of legacy calls over time, where the history is known. */
export const htmlProgress = ({ progress }: Presentation): string =>
  progress === undefined
    ? ''
    : `<section class="progress"><h2>Progress</h2>\n${progressChart(progress)}<p>${htmlText(progressSentence(progress))}</p></section>\n`;
