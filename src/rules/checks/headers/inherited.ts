import { groupBy, contains, SpanIndex } from '../../../model/index.ts';
import type { HeaderSet, Place } from '../../../model/index.ts';
import type { Job } from './header-sharing.ts';
import { placeKey } from './shared-headers.ts';

// Objects of headers that are made of others: `{ ...common, 'X-Reason': 'cleanup' }`, `request(path).header("X-Reason", …)`.

/** Job that writes a header into a literal, which others may be made of. */
interface Source {
  readonly job: Job;
  readonly literal: Place;
}

/** Insertion point of a job that writes its header beside those of the call. */
const ownGap = ({ call, lack }: Job) =>
  lack.kind === 'absent' && lack.gap === call.request.headers.gap ? lack.gap : undefined;

const sourcesByFile = (jobs: readonly Job[]): ReadonlyMap<string, SpanIndex<Source>> => {
  const sources = new Map<string, Source>();
  for (const job of jobs) {
    const { gapIn } = job.call.request.headers;
    if (gapIn && ownGap(job)) sources.set(placeKey(gapIn), { job, literal: gapIn });
  }
  const files = groupBy(sources.values(), (source) => source.literal.file);
  return new Map([...files].map(([file, all]) => [file, new SpanIndex(all, ({ literal }) => literal.span)]));
};

/** Literals that headers take all of their members from. */
const sourcesOf = (
  { entries, gapIn }: HeaderSet,
  sources: ReadonlyMap<string, SpanIndex<Source>>,
): readonly Source[] =>
  entries
    .filter(({ certain, when = [] }) => certain && when.length === 0)
    .flatMap(({ name }) => sources.get(name.file)?.overlapping(name.span) ?? [])
    .filter(({ literal }) => gapIn?.file !== literal.file || !contains(literal.span, gapIn.span));

/**
 * The jobs, changed so that none writes a header beside one that another job writes already: where the headers of a
 * call are made of those of another, both get the one that is written there.
 */
export const withInheritedHeaders = (jobs: readonly Job[]): readonly Job[] => {
  const sources = sourcesByFile(jobs);
  const isMade = ({ job }: Source): boolean => sourcesOf(job.call.request.headers, sources).length > 0;
  return jobs.map((job) => {
    if (ownGap(job) === undefined) return job;
    const { request } = job.call;
    const source = sourcesOf(request.headers, sources).find(
      (other) => other.job.value === job.value && !isMade(other),
    );
    if (source === undefined) return job;
    const { gap } = source.job.call.request.headers;
    const headers = { ...request.headers, gap, gapIn: source.literal };
    const { target } = source.job;
    return {
      ...job,
      call: { ...job.call, request: { ...request, headers } },
      lack: { kind: 'absent', gap },
      target,
    };
  });
};
