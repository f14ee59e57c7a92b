import type { Presentation } from '../report.ts';
import { painter, printable } from '../style.ts';
import { joinedTally, tallies } from '../tally.ts';
import type { Tally } from '../tally.ts';
import { cut } from '../wrap.ts';

/** Fewer findings are seen at a glance. */
const MIN_FINDINGS = 6;
const MAX_ROWS = 8;
/** Width of a column of numbers with a short heading. */
const NUMBER = 8;
/** Below this width only the counts are shown. */
const NARROW = 60;
const MAX_NAME_WIDTH = 44;

interface Column {
  readonly heading: string;
  readonly count: Exclude<keyof Tally, 'name'>;
  /** Shown only where a row has such findings. */
  readonly rare?: boolean;
}

const COLUMNS: readonly Column[] = [
  { heading: 'found', count: 'count' },
  { heading: 'safe', count: 'safe' },
  { heading: 'unsafe', count: 'unsafe' },
  { heading: 'by hand', count: 'hand' },
  { heading: 'more paths', count: 'blocked', rare: true },
  { heading: 'not edited', count: 'recorded', rare: true },
];

const widthOf = ({ heading }: Column): number => Math.max(NUMBER, heading.length + 2);

const columnsFor = (rows: readonly Tally[], width: number): readonly Column[] =>
  COLUMNS.filter(({ rare = false, count }) => !rare || rows.some((row) => row[count] > 0)).slice(
    0,
    width < NARROW ? 1 : COLUMNS.length,
  );

/** As many rows as are shown; the last one has the sums of those that are not, so that columns add up. */
const shownRows = (all: readonly Tally[]): readonly Tally[] => {
  const more = all.slice(MAX_ROWS);
  return more.length === 0 ? all : [...all.slice(0, MAX_ROWS), joinedTally(`and ${more.length} more`, more)];
};

const table = (title: string, all: readonly Tally[], { width = MAX_NAME_WIDTH * 3, color }: Presentation) => {
  const rows = shownRows(all);
  const columns = columnsFor(rows, width);
  const numbers = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const room = Math.min(MAX_NAME_WIDTH, width - numbers - 2);
  const wide = Math.min(room, Math.max(title.length, ...rows.map(({ name }) => name.length)));
  const line = (name: string, cellOf: (column: Column) => string): string =>
    cut(printable(name), wide).padEnd(wide) +
    columns.map((column) => cellOf(column).padStart(widthOf(column))).join('');
  const head = line(title, ({ heading }) => heading);
  const shown = rows.map((row) => line(row.name, ({ count }) => String(row[count])));
  return [painter(color).bold(head), ...shown, '', ''].join('\n');
};

/** Counts by rule and by folder, most first; nothing where there are few findings, and no folders where there is one. */
export const prettyTables = (presentation: Presentation): string => {
  if (presentation.report.findings.length < MIN_FINDINGS) return '';
  const { rules, folders } = tallies(presentation.report);
  const where = folders.length > 1 ? table('By folder', folders, presentation) : '';
  return table('By rule', rules, presentation) + where;
};
