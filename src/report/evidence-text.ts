import type { ReportedFinding, ReportedMakingSite } from './report.ts';

/** A count with commas. An `Intl.NumberFormat` would cost every run the time of loading its data. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

const lastText = (last: string | null): string => (last === null ? '' : `, last ${last.slice(0, 10)}`);

/** `recorded 412 times, last 2026-10-03`, in words for people; the date is that of UTC. */
export const seenText = ({
  count,
  shared = 0,
  last,
}: {
  readonly count: number;
  readonly shared?: number;
  readonly last: string | null;
}): string => {
  if (count === 0) return 'not in the scanned recordings';
  const times = count === 1 ? 'once' : `${grouped(count)} times`;
  const which =
    shared === count
      ? 'ambiguous: several call sites match'
      : `${grouped(shared)} possibly from another call site`;
  return `recorded ${times}${lastText(last)}${shared === 0 ? '' : ` (${which})`}`;
};

const MAX_NAMED = 3;

const madeText = (sites: readonly ReportedMakingSite[]): string => {
  const named = sites.slice(0, MAX_NAMED).map(({ file, start }) => `${file}:${start.line}:${start.column}`);
  const more = sites.length > named.length ? ` and ${sites.length - named.length} more` : '';
  const sure = sites[0]?.certainty === 'certain' ? 'made' : 'possibly made';
  return `${sure} at ${sites.length === 1 ? '' : 'one of '}${named.join(', ')}${more}`;
};

/** Evidence from recordings for a finding, as text; `undefined` without any. */
export const evidenceText = ({
  seen,
  sites,
  exchange,
}: Pick<ReportedFinding, 'seen' | 'sites' | 'exchange'>): string | undefined => {
  // In a recording the message says how often.
  if (seen !== undefined && exchange === null) return seenText(seen);
  if (sites === undefined) return undefined;
  return sites.length === 0 ? 'no matching call found in the scanned code' : madeText(sites);
};
