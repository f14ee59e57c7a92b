import type { Presentation } from '../report.ts';
import { painter, printable } from '../style.ts';
import { tallies } from '../tally.ts';
import type { Tally } from '../tally.ts';
import { cut } from '../wrap.ts';

/** Fewer findings are seen at a glance. */
const MIN_FINDINGS = 6;
const MAX_ROWS = 8;
const NUMBER = 8;
/** Below this width only the counts are shown. */
const NARROW = 60;
const MAX_NAME_WIDTH = 44;

const COLUMNS = ['found', 'safe', 'unsafe', 'by hand'] as const;

const numbersOf = ({ count, safe, unsafe }: Tally): readonly number[] => [
  count,
  safe,
  unsafe,
  count - safe - unsafe,
];

const rowOf = (name: string, cells: readonly (string | number)[], wide: number): string =>
  cut(printable(name), wide).padEnd(wide) + cells.map((cell) => String(cell).padStart(NUMBER)).join('');

const table = (
  title: string,
  rows: readonly Tally[],
  { width = MAX_NAME_WIDTH * 3, color }: Presentation,
) => {
  const columns = width < NARROW ? 1 : COLUMNS.length;
  const room = Math.min(MAX_NAME_WIDTH, width - columns * NUMBER - 2);
  const wide = Math.min(room, Math.max(title.length, ...rows.map(({ name }) => name.length)));
  const head = rowOf(title, COLUMNS.slice(0, columns), wide);
  const shown = rows.slice(0, MAX_ROWS).map((row) => rowOf(row.name, numbersOf(row).slice(0, columns), wide));
  const more = rows.length - MAX_ROWS;
  return [painter(color).bold(head), ...shown, ...(more > 0 ? [`and ${more} more`] : []), '', ''].join('\n');
};

/** Counts by rule and by folder, most first; nothing where there are few findings, and no folders where there is one. */
export const prettyTables = (presentation: Presentation): string => {
  if (presentation.report.findings.length < MIN_FINDINGS) return '';
  const { rules, folders } = tallies(presentation.report);
  const where = folders.length > 1 ? table('By folder', folders, presentation) : '';
  return table('By rule', rules, presentation) + where;
};
