import type { SpelledText } from '../../documents/json/spelled-text.ts';
import type { LoggedCall } from '../recorded/logged-call.ts';
import { sliceOf } from '../recorded/texts.ts';

/** Prefix of the line that names the columns. */
export const FIELDS = '#Fields:';

/** Column names by meaning; the first present one wins. */
const NAMES = {
  method: ['cs-method'],
  target: ['cs-uri-stem', 'cs-uri'],
  host: ['x-host-header', 'cs(host)', 'cs-host'],
  status: ['sc-status'],
  date: ['date'],
  time: ['time'],
} as const;

/** Indexes of the columns of a log; -1 for missing ones. */
export type Columns = Readonly<Record<keyof typeof NAMES, number>>;

/** Columns that a line names; `undefined` for any other line. */
export const columnsIn = (line: string): Columns | undefined => {
  if (!line.startsWith(FIELDS)) return undefined;
  const names = line.slice(FIELDS.length).trim().toLowerCase().split(/\s+/);
  const at = (known: readonly string[]): number =>
    known.map((name) => names.indexOf(name)).find((index) => index !== -1) ?? -1;
  return {
    method: at(NAMES.method),
    target: at(NAMES.target),
    host: at(NAMES.host),
    status: at(NAMES.status),
    date: at(NAMES.date),
    time: at(NAMES.time),
  };
};

const timeOf = (date: SpelledText | undefined, time: SpelledText | undefined): number | undefined => {
  const parsed = Date.parse(`${date?.text}T${time?.text}Z`);
  return Number.isNaN(parsed) ? undefined : parsed;
};

/** Call of a line in the extended format of W3C (IIS, CloudFront); `undefined` when it records none. */
export const callInColumns = (line: SpelledText, columns: Columns): LoggedCall | undefined => {
  const cells = Array.from(line.text.matchAll(/\S+/g), ({ 0: text, index }) =>
    sliceOf(line, index, index + text.length),
  );
  const cell = (column: keyof Columns): SpelledText | undefined => {
    const found = cells[columns[column]];
    return found?.text === '-' ? undefined : found;
  };
  const target = cell('target');
  const method = cell('method')?.text;
  if (line.text.startsWith('#') || target === undefined || method === undefined) return undefined;
  return {
    method,
    target,
    host: cell('host'),
    status: cell('status'),
    time: timeOf(cell('date'), cell('time')),
  };
};
