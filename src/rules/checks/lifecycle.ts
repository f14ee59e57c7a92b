import type { Api, OperationInfo } from '../../model/index.ts';

/** State of a resource version on a day (specification §3). Dates are `yyyy-mm-dd`. */
export type Lifecycle =
  | { readonly state: 'stable' }
  | {
      readonly state: 'deprecated' | 'deleted';
      /** The resolved version. */
      readonly version: string;
      /** Deletion date; `undefined` if unknown. */
      readonly deletion: string | undefined;
      /** The first later version of the operation that is still there, when there is one. */
      readonly next: string | undefined;
      /** False when the day of deletion is reckoned: twelve months after deprecation. */
      readonly listed: boolean;
      /** True when a recorded response states the deletion date. */
      readonly told?: true;
    }
  /** Date before the first version: not served. */
  | { readonly state: 'too-old'; readonly first: string };

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

/** The newer versions of an operation that are out on a day: the first of them deprecated the version. */
const newerThan = (version: string, info: OperationInfo, today: string): readonly string[] =>
  datesOf(info).filter((candidate) => candidate > version && candidate <= today);

const listedFor = (version: string, info: OperationInfo): string | undefined =>
  info.versions.find((candidate) => candidate.date === version)?.sunset ?? undefined;

const deletionOf = (version: string, info: OperationInfo, today: string): string | undefined => {
  const [next] = newerThan(version, info, today);
  return listedFor(version, info) ?? (next === undefined ? undefined : aYearAfter(next));
};

const isDeleted = (version: string, info: OperationInfo, today: string): boolean => {
  const deletion = deletionOf(version, info, today);
  return deletion !== undefined && deletion <= today;
};

/** The first later version of an operation that is out, and still there, on a day. */
export const laterVersion = (version: string, info: OperationInfo, today: string): string | undefined =>
  newerThan(version, info, today).find((newer) => !isDeleted(newer, info, today));

/**
 * Later version of an operation to move to on a day: the first that is not deprecated itself, or else the
 * newest.
 */
export const lastingVersion = (version: string, info: OperationInfo, today: string): string | undefined => {
  const newer = newerThan(version, info, today);
  return newer.find((date) => deletionOf(date, info, today) === undefined) ?? newer.at(-1);
};

/** A listed deletion date applies only from the release of the succeeding version. */
const isYetStable = (version: string, info: OperationInfo, today: string): boolean =>
  newerThan(version, info, today).length === 0 && datesOf(info).some((date) => date > version);

const ofOperation = (date: string, info: OperationInfo, today: string): Lifecycle => {
  const dates = datesOf(info);
  if (dates.length === 0) return { state: 'stable' };
  const version = dates.findLast((candidate) => candidate <= date);
  if (version === undefined) return { state: 'too-old', first: dates[0]! };
  const deletion = deletionOf(version, info, today);
  const deleted = isDeleted(version, info, today);
  if (deletion === undefined || (!deleted && isYetStable(version, info, today))) return { state: 'stable' };
  const next = laterVersion(version, info, today);
  const listed = listedFor(version, info) !== undefined;
  return { state: deleted ? 'deleted' : 'deprecated', version, deletion, next, listed };
};

/** General rules of the specification (§9.2), for an unknown operation. */
const ofAny = (date: string, api: Api): Lifecycle => {
  const first = api.versionDates[0] ?? api.firstVersion;
  if (date < first) return { state: 'too-old', first };
  if (date >= api.firstVersion) return { state: 'stable' };
  return { state: 'deprecated', version: first, deletion: undefined, next: api.firstVersion, listed: false };
};

/** State of the version that a header date resolves to: a floor, judged for its operation (specification §3, §9). */
export const lifecycleOf = (
  date: string,
  info: OperationInfo | undefined,
  today: string,
  api: Api,
): Lifecycle => (info === undefined ? ofAny(date, api) : ofOperation(date, info, today));

/** The version that a date resolves to; `undefined` before the first one, and where the operation has only previews. */
export const answering = (date: string, info: OperationInfo | undefined, api: Api): string | undefined =>
  (info === undefined ? api.versionDates : datesOf(info)).findLast((known) => known <= date);

/** The version that a date resolves to at which no operation has a version; `undefined` for a listed date. */
export const answeringUnlisted = (
  date: string,
  info: OperationInfo | undefined,
  api: Api,
): string | undefined => (api.versionDates.includes(date) ? undefined : answering(date, info, api));
