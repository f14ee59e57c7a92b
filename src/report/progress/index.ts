export type { ProgressPoint, ProgressReport, ProgressShare } from './progress-report.ts';
import type { ProgressPoint, ProgressReport, ProgressShare } from './progress-report.ts';
import { painter, printable } from '../style.ts';
import { HANG, wrapped } from '../wrap.ts';

const DAY_MS = 86_400_000;

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** A point as it is named: by its day, and by its time where days do not tell points apart. */
export const pointName = ({ date, time }: ProgressPoint): string =>
  time === undefined ? date : `${date} ${time}`;

/** A count with its unit: `1 legacy call`, `2 legacy calls`. */
const countedAs = (count: number, unit: ProgressReport['unit']): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;

const errorsLeft = ({ errors }: ProgressPoint): string =>
  `${errors} ${errors === 1 ? 'error is' : 'errors are'} still found there`;

/** The sentence under the chart: how much is left, and when nothing would be, if it went on as it did. */
export const progressSentence = ({ points, unit, today, deadlines }: ProgressReport): string => {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 'There is no point to show.';
  const now = `${countedAs(last.left, unit)} left on ${pointName(last)}`;
  if (last.left === 0) return last.errors > 0 ? `${now}, but ${errorsLeft(last)}.` : `${now}: done.`;
  if (first === last) return `${now}.`;
  const before = `there ${first.left === 1 ? 'was' : 'were'} ${first.left} on ${pointName(first)}`;
  const done = first.left - last.left;
  const days = dayOf(last.date) - dayOf(first.date);
  if (done <= 0 || days <= 0) return `${now}; ${before}.`;
  const end = new Date((dayOf(last.date) + (last.left * days) / done) * DAY_MS);
  const when = Number.isNaN(end.getTime()) ? 'not in sight' : end.toISOString().slice(0, 10);
  const next = deadlines.find(({ date }) => date >= today);
  const late = next !== undefined && when > next.date ? `, after the deadline of ${next.date}` : '';
  return `${now}; ${before}. At this rate nothing is left on ${when}${late}.`;
};

/** Longest and shortest full bar. */
const [BAR, SHORT_BAR] = [40, 8];

/** Eighths of a cell, so that short bars differ. */
const bar = (count: number, most: number, cells: number): string => {
  const eighths = Math.round((count / Math.max(most, 1)) * cells * 8);
  const rest = '▏▎▍▌▋▊▉'.charAt((eighths % 8) - 1);
  return '█'.repeat(Math.floor(eighths / 8)) + (eighths % 8 === 0 ? '' : rest) || (count > 0 ? '▏' : '');
};

const shareLines = (title: string, shares: readonly ProgressShare[]): readonly string[] =>
  shares.length === 0
    ? []
    : [
        '',
        title,
        ...shares.map(
          ({ name, first, left }) => `  ${printable(name)}: ${left} left (${first} at the start)`,
        ),
      ];

/** Bars by date, for a terminal of that width. */
export const progressText =
  (color: boolean, width?: number) =>
  (report: ProgressReport): string => {
    const { points, deadlines, folders, owners, notes, unit } = report;
    const paint = painter(color);
    const most = Math.max(...points.map(({ left }) => left), 0);
    const digits = String(most).length;
    const heads = points.map((point) => `${pointName(point)}  ${String(point.left).padStart(digits)}  `);
    const used = Math.max(...heads.map(({ length }) => length), 0);
    const cells = Math.max(SHORT_BAR, Math.min(BAR, (width ?? Infinity) - used));
    const rows = points.map((point, at) => `${heads[at]!}${bar(point.left, most, cells)}`.trimEnd());
    const line = (text: string): string => wrapped(text, '', width, HANG);
    const ends = deadlines.map(({ date, operations }) =>
      paint.mark(
        'warning',
        line(
          `${date}  sunset of versions that ${operations} called ${operations === 1 ? 'operation uses' : 'operations use'}`,
        ),
      ),
    );
    return [
      paint.bold(unit),
      ...rows,
      ...ends,
      '',
      line(progressSentence(report)),
      ...shareLines('by folder', folders),
      ...shareLines('by owner', owners),
      ...(notes.length === 0 ? [] : ['', ...notes.map((note) => line(`note: ${note}`))]),
      '',
    ].join('\n');
  };

const cell = (text: string): string => printable(text).replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0
    ? []
    : ['', ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`)];

const shareRows = (shares: readonly ProgressShare[]) =>
  shares.map(({ name, first, left }) => [name, String(first), String(left)]);

/** Tables, for a comment or a wiki. */
export const progressMarkdown = (report: ProgressReport): string => {
  const { points, deadlines, folders, owners, notes, unit } = report;
  const dates = points.map((point) => [pointName(point), String(point.left), String(point.errors)]);
  const ends = deadlines.map(({ date, operations }) => [date, String(operations)]);
  const head = unit === 'errors' ? ['date', 'reports hold', 'errors'] : ['date', unit, 'errors'];
  return [
    progressSentence(report),
    ...table(head, dates),
    ...table(['sunset', 'called operations'], ends),
    ...table(['folder', 'at the start', 'left'], shareRows(folders)),
    ...table(['owner', 'at the start', 'left'], shareRows(owners)),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)]),
    '',
  ].join('\n');
};

export const progressJson = (report: ProgressReport): string => `${JSON.stringify(report, undefined, 2)}\n`;
