import type { ApiCall } from '../../rules/checks/fact-index.ts';
import { laterOf } from '../../model/index.ts';
import type { RecordedPlace, RecordedCounts } from '../../model/index.ts';
import { byPlace } from './sites.ts';
import type { Site } from './sites.ts';

/** Recorded calls with the same possible sites. */
export interface MatchGroup {
  readonly sites: readonly Site[];
  /** False where the sites' path is seen in part only: the call may have been made by anything. */
  readonly seenWhole: boolean;
  count: number;
  last: number | undefined;
  readonly places: RecordedPlace[];
}

/** Maximum number of positions listed. */
const MAX_PLACES = 5;

/** Number of calls that a recorded request represents, and the time of the last one. */
export const timesOf = ({
  request,
}: ApiCall): { readonly count: number; readonly last: number | undefined } => {
  const { repeats, time } = request;
  return { count: 1 + (repeats?.count ?? 0), last: laterOf(time, repeats?.last) };
};

/** Location of a recorded call. */
export const recordedPlaceOf = ({ request: { file, span, exchange } }: ApiCall): RecordedPlace => ({
  file,
  span,
  exchange,
});

/** Adds a location to those that are kept, in their order: calls come in any. */
const keepFirst = (places: RecordedPlace[], place: RecordedPlace): void => {
  if (places.length === MAX_PLACES && byPlace(places.at(-1)!, place) <= 0) return;
  const after = places.findIndex((other) => byPlace(place, other) < 0);
  places.splice(after === -1 ? places.length : after, 0, place);
  if (places.length > MAX_PLACES) places.pop();
};

/** Counts a recorded call. */
export const count = (bucket: MatchGroup, call: ApiCall): void => {
  const times = timesOf(call);
  bucket.count += times.count;
  bucket.last = laterOf(bucket.last, times.last);
  keepFirst(bucket.places, recordedPlaceOf(call));
};

/** Total of several groups for these sites. */
export const countsIn = (
  buckets: Iterable<MatchGroup>,
  isOnly: (sites: readonly Site[]) => boolean,
): RecordedCounts => {
  let [count, shared, last]: [number, number, number | undefined] = [0, 0, undefined];
  const places: RecordedPlace[] = [];
  for (const bucket of buckets) {
    count += bucket.count;
    if (!bucket.seenWhole || !isOnly(bucket.sites)) shared += bucket.count;
    last = laterOf(last, bucket.last);
    places.push(...bucket.places);
  }
  return { count, shared, last, places: places.toSorted(byPlace).slice(0, MAX_PLACES) };
};
