import { groupBy } from '../../../model/index.ts';
import type { Place } from '../../../model/index.ts';
import { type Job, usualValue } from './header-sharing.ts';
import { placeKey } from './shared-headers.ts';

// Groups of calls that one finding reports, because they lack the same header at the same location.

/**
 * Position of the finding: the sending call, its wrapper or instance; for headers shared from another file,
 * their position there.
 */
export const placeOfJob = ({ call, target, alone, atText }: Job): Place => {
  const { headersAt } = call.request;
  if (atText === true && target !== undefined) return target;
  if (alone !== undefined) return alone === 'call' ? call.request : alone.at;
  return target === undefined || target.file === headersAt.file ? headersAt : target;
};

/** Jobs by the location of their finding. */
export const jobsByPlace = (jobs: readonly Job[]): readonly (readonly Job[])[] => [
  ...groupBy(jobs, (job) => placeKey(placeOfJob(job))).values(),
];

/** The texts that a job replaces; `undefined` where it inserts one. */
const replacedBy = ({ lack }: Job): readonly string[] | undefined =>
  lack.kind === 'bad' ? lack.entries.map(({ place }) => placeKey(place)) : undefined;

/**
 * One group per value where calls at one location replace their texts by different ones: `+json` in the defaults of a
 * wrapper, and `+gzip` where one of its callers requests a file.
 */
export const jobsByValue = (jobs: readonly Job[]): readonly (readonly Job[])[] => {
  const values = new Set([usualValue(jobs), ...jobs.map(({ value }) => value)]);
  const groups = [...values].map((value) => jobs.filter((job) => job.value === value));
  const texts = groups.map((group) => group.map(replacedBy));
  if (groups.length < 2 || texts.flat().includes(undefined)) return [jobs];
  const distinctTexts = texts.map((group) => new Set(group.flatMap((keys) => keys ?? [])));
  const all = distinctTexts.flatMap((keys) => [...keys]);
  if (new Set(all).size < all.length) return [jobs];
  const [usual, ...others] = groups;
  return [usual!, ...others.flatMap((group) => jobsByPlace(group.map((job) => ({ ...job, atText: true }))))];
};
