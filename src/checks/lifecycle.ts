import type { Api, OperationInfo } from '../model/index.ts';

/** What became of a resource version on a day (specification §3). Dates are `yyyy-mm-dd`. */
export type Lifecycle =
  | { readonly state: 'stable' }
  | {
      readonly state: 'deprecated' | 'deleted';
      /** The version that answers. */
      readonly version: string;
      /** The day it is deleted; `undefined` where nothing tells. */
      readonly deletion: string | undefined;
      /** The next version of the operation, when there is one. */
      readonly next: string | undefined;
    }
  /** Older than the first version: nothing answers. */
  | { readonly state: 'too-old'; readonly first: string }
  /** A later date that is no version: `version` answers. */
  | { readonly state: 'unlisted'; readonly version: string };

/** The same day of the next year; 29 February becomes 28 February. */
export const aYearAfter = (date: string): string => {
  const [year, month, day] = date.split('-') as [string, string, string];
  return `${Number(year) + 1}-${month}-${month === '02' && day === '29' ? '28' : day}`;
};

const MILLISECONDS = 86_400_000;

/** Whole days from one day to another, negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MILLISECONDS);

const datesOf = (info: OperationInfo): readonly string[] =>
  info.versions
    .map(({ date }) => date)
    .filter((date) => date !== 'preview')
    .toSorted();

const ofOperation = (date: string, info: OperationInfo, today: string): Lifecycle => {
  const dates = datesOf(info);
  if (dates.length === 0) return { state: 'stable' };
  const version = dates.findLast((candidate) => candidate <= date);
  if (version === undefined) return { state: 'too-old', first: dates[0]! };
  const next = dates.find((candidate) => candidate > version && candidate <= today);
  const listed = info.versions.find((candidate) => candidate.date === version)?.sunset ?? undefined;
  const deletion = listed ?? (next === undefined ? undefined : aYearAfter(next));
  if (deletion === undefined) return { state: 'stable' };
  return { state: deletion <= today ? 'deleted' : 'deprecated', version, deletion, next };
};

/** Where the operation is not known, only what the specification says of all of them (§9.2). */
const ofAny = (date: string, api: Api): Lifecycle => {
  const first = api.versionDates[0] ?? api.firstVersion;
  if (date < first) return { state: 'too-old', first };
  if (date >= api.firstVersion) return { state: 'stable' };
  return { state: 'deprecated', version: first, deletion: undefined, next: api.firstVersion };
};

/** The state of the version that answers a header date: a floor, judged for its operation (specification §3, §9). */
export const lifecycleOf = (
  date: string,
  info: OperationInfo | undefined,
  today: string,
  api: Api,
): Lifecycle => {
  const state = info === undefined ? ofAny(date, api) : ofOperation(date, info, today);
  if (state.state !== 'stable' || api.versionDates.includes(date)) return state;
  const answering = (info === undefined ? api.versionDates : datesOf(info)).findLast(
    (known) => known <= date,
  );
  return answering === undefined || answering === date ? state : { state: 'unlisted', version: answering };
};
