import { seenText } from './evidence-text.ts';
import type { Render, Report, ReportedCalls, ReportedPlace } from './report.ts';
import { printable } from './style.ts';

const NONE: ReportedCalls = { sites: [], elsewhere: [] };

interface Named {
  readonly method: string | null;
  readonly operation: string | null;
}

/** A named operation is shown with its method; an unnamed one starts with it. */
const nameOf = ({ method, operation }: Named): string => {
  if (operation === null) return `${method ?? 'unknown method'}, unknown operation`;
  return method === null || operation.startsWith(`${method} `) ? operation : `${method} ${operation}`;
};

const placeOf = ({ file, start }: Pick<ReportedPlace, 'file' | 'start'>): string =>
  `${printable(file)}:${start.line}:${start.column}`;

const recordedAt = (place: ReportedPlace): string =>
  placeOf(place) + (place.exchange === null ? '' : ` (exchange ${place.exchange})`);

/** Seen most often first; the order of the report among equals. */
const mostFirst = <T>(rows: readonly T[], count: (row: T) => number): readonly T[] =>
  rows.toSorted((a, b) => count(b) - count(a));

type Row = readonly [name: string, place: string, seen: string, example: string];

interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

const sectionsOf = ({ sites, elsewhere }: ReportedCalls): readonly Section[] => {
  const seen = mostFirst(
    sites.filter((site) => site.seen.count > 0),
    (site) => site.seen.count,
  );
  const never = sites.filter((site) => site.seen.count === 0);
  return [
    {
      title: 'Calls in the scanned code that were recorded',
      rows: seen.map((site): Row => {
        const [first] = site.seen.places;
        return [nameOf(site), placeOf(site), seenText(site.seen), first ? recordedAt(first) : ''];
      }),
    },
    {
      title: 'Calls in the scanned code that no scanned recording shows',
      rows: never.map((site): Row => [nameOf(site), placeOf(site), '', '']),
    },
    {
      title: 'Recorded calls without matching code',
      rows: mostFirst(elsewhere, ({ count }) => count).map((call): Row => [
        nameOf(call),
        recordedAt(call),
        seenText(call),
        '',
      ]),
    },
  ].filter(({ rows }) => rows.length > 0);
};

const NO_CALLS = 'No call of the API was found, in code or in recordings.\n';

/** `--by-call` as text: each call with its recorded count. */
export const callsPretty: Render = ({ report }) => {
  const sections = sectionsOf(report.calls ?? NONE);
  if (sections.length === 0) return NO_CALLS;
  return sections
    .map(({ title, rows }) => {
      const lines = rows.map(([name, place, seen, example]) => {
        const evidence = seen === '' ? '' : `\n      ${seen}${example === '' ? '' : `, first at ${example}`}`;
        return `  ${place}  ${printable(name)}${evidence}\n`;
      });
      return `${title}: ${rows.length}\n${lines.join('')}`;
    })
    .join('\n');
};

const cell = (text: string): string => printable(text).replace(/[\\`*_{}[\]<>|&$~#@]/g, '\\$&');

/** `--by-call` as tables of Markdown. */
export const callsMarkdown: Render = ({ report }) => {
  const sections = sectionsOf(report.calls ?? NONE);
  if (sections.length === 0) return NO_CALLS;
  return sections
    .map(({ title, rows }) => {
      const lines = rows.map((row) => `| ${row.slice(0, 3).map(cell).join(' | ')} |\n`);
      return `### ${title}: ${rows.length}\n\n| call | call site | evidence |\n| --- | --- | --- |\n${lines.join('')}`;
    })
    .join('\n');
};

const headOf = ({ version, tool, target, today, shard }: Report) => ({
  version,
  tool,
  target,
  today,
  ...(shard === undefined ? {} : { shard }),
});

/** `--by-call` as JSON: the report's `calls` with the settings used. */
export const callsJson: Render = ({ report }) =>
  `${JSON.stringify({ ...headOf(report), calls: report.calls ?? NONE }, undefined, 2)}\n`;
