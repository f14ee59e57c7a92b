import { ownersOn } from './owners.ts';
import { progressChart } from '../progress/chart.ts';
import { progressSentence } from '../progress/index.ts';
import type { Presentation, Report } from '../report.ts';
import { printable } from '../style.ts';
import { byOwner, daysAway, sumOf, tallies } from '../tally.ts';
import type { Remedy, Tally } from '../tally.ts';
import { attributes, escapeXml } from '../xml.ts';

/** Rows of one list that are shown at first; the others open on demand. */
const MAX_COUNT = 10;

/** A text of the scanned tree as HTML. */
export const htmlText = (value: string): string => escapeXml(printable(value));

/** Parts of a bar in their order, with what the legend and the hint of a row say of their number. */
const PARTS: readonly (readonly [kind: Remedy, label: string, legend: string])[] = [
  ['safe', 'safe', 'fixed by <code>migrate fix</code>'],
  ['unsafe', 'unsafe', 'more by <code>migrate fix --unsafe</code>, after review'],
  ['blocked', 'fixable with more paths', 'fixable in a run that includes more files'],
  ['hand', 'by hand', 'by hand'],
  ['recorded', 'not edited', 'in recordings, which are not edited'],
];

/** Parts that are always named; others only where there are such findings. */
const ALWAYS: ReadonlySet<Remedy> = new Set(['safe', 'unsafe', 'hand']);

const partsOf = (sums: Omit<Tally, 'name'>) => PARTS.filter(([kind]) => ALWAYS.has(kind) || sums[kind] > 0);

/** A bar of the `most` findings of a list: one part for each remedy. Its size is not a style, which the policy forbids. */
const bar = (sums: Omit<Tally, 'name'>, most: number): string => {
  let from = 0;
  const rects = PARTS.filter(([kind]) => sums[kind] > 0).map(([kind]) => {
    const x = from;
    from += sums[kind];
    return `<rect${attributes({ class: kind, x, width: sums[kind], height: 1 })}/>`;
  });
  return `<svg${attributes({ viewBox: `0 0 ${Math.max(most, 1)} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' })}>${rects.join('')}</svg>`;
};

const row = (field: string, sums: Tally, most: number, note: string): string => {
  const { name, count } = sums;
  const title = partsOf(sums)
    .map(([kind, label]) => `${sums[kind]} ${label}`)
    .join(', ');
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
const whole = ({ findings }: Report): string => {
  const total = sumOf(findings);
  const legend = partsOf(total).map(
    ([kind, , says]) => `<span><i class="${kind}"></i>${total[kind]} ${says}</span>`,
  );
  return `<div class="total">${bar(total, findings.length)}<p class="legend">${legend.join(' ')}</p></div>\n`;
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
