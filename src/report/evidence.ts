import type {
  CallEvidence,
  CallSite,
  FindingEvidence,
  Place,
  Redacted,
  RecordedCounts,
  UnmatchedCalls,
} from '../model/index.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import type { Position, ReportedCalls, ReportedFinding, ReportedCounts, ReportedSite } from './report.ts';

/** Finds the line and column where a location begins. */
export type LocateStart = (place: Place) => Position;

/** Milliseconds since the epoch as ISO 8601 in UTC; `null` for an invalid date. */
const timeText = (time: number | undefined): Redacted | null => {
  if (time === undefined || !(time >= 0 && time < Date.UTC(10_000, 0))) return null;
  return redactText(new Date(time).toISOString());
};

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A method that is one: a recording may say anything. */
const methodText = (method: string | undefined): Redacted | null =>
  method !== undefined && METHODS.has(method) ? redactText(method) : null;

const operationText = (operation: string | undefined): Redacted | null =>
  operation === undefined ? null : redactText(operation);

const sightings = ({ count, shared, last, places }: RecordedCounts, at: LocateStart): ReportedCounts => ({
  count,
  shared,
  last: timeText(last),
  places: places.map((place) => ({
    file: redactPath(place.file),
    start: at(place),
    exchange: place.exchange ?? null,
  })),
});

const site = (call: CallSite, at: LocateStart): ReportedSite => ({
  file: redactPath(call.file),
  start: at(call),
  method: methodText(call.method),
  operation: operationText(call.operation),
  seen: sightings(call.seen, at),
});

const unclaimed = (call: UnmatchedCalls, at: LocateStart): ReportedCalls['elsewhere'][number] => ({
  file: redactPath(call.file),
  start: at(call),
  exchange: call.exchange ?? null,
  method: methodText(call.method),
  operation: operationText(call.operation),
  count: call.count,
  last: timeText(call.last),
});

/** Call sites and recorded calls as the report states them. */
export const reportedCalls = ({ sites, elsewhere }: CallEvidence, at: LocateStart): ReportedCalls => ({
  sites: sites.map((call) => site(call, at)),
  elsewhere: elsewhere.map((call) => unclaimed(call, at)),
});

/** The keys that evidence adds to a finding. */
export const reportedEvidence = (
  { seen, sites }: FindingEvidence,
  at: LocateStart,
): Pick<ReportedFinding, 'seen' | 'sites'> => ({
  ...(seen === undefined ? {} : { seen: sightings(seen, at) }),
  ...(sites === undefined
    ? {}
    : {
        sites: sites.map((place) => ({
          file: redactPath(place.file),
          start: at(place),
          certainty: place.certainty,
        })),
      }),
});

/** The locations that evidence names. */
export const placesIn = ({ seen, sites = [] }: FindingEvidence): readonly Place[] => [
  ...(seen?.places ?? []),
  ...sites,
];
