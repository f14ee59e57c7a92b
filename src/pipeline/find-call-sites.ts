import { textOfSlot } from '../model/index.ts';
import type { Fact, Place, RequestFact } from '../model/index.ts';
import { buildFactIndex } from '../rules/checks/fact-index.ts';
import type { FactIndex } from '../rules/checks/fact-index.ts';
import { Correlator } from './correlate/index.ts';
import type { Site } from './correlate/sites.ts';
import type { FileSet, Run } from './run.ts';

/** A call that was sent; only where it went is known. */
export interface SentCall {
  readonly method: string;
  readonly url: string;
}

/** A line of code. */
export interface CodeLine {
  readonly file: string;
  readonly line: number;
}

const NOWHERE: Place = { file: '', span: { start: 0, end: 0 } };

const requestOf = ({ method, url }: SentCall, at: number): RequestFact => ({
  kind: 'request',
  ...NOWHERE,
  id: String(at),
  origin: 'recording',
  client: 'capture',
  method,
  urls: [textOfSlot({ ...NOWHERE, value: url, spelling: 'fixed' })],
  headers: { entries: [], complete: false, gap: undefined },
  headersAt: NOWHERE,
  body: undefined,
  hasBody: undefined,
  setsContentType: false,
  auth: undefined,
  exchange: at,
  time: undefined,
  repeated: false,
  trail: [],
});

/** The calls on the way to a request, from the outermost call to the request itself. */
const wayTo = ({ call: { request } }: Site): readonly Place[] => [...request.trail, request];

const isSame = (one: Place, other: Place): boolean =>
  one.file === other.file && one.span.start === other.span.start;

/** The outermost call that all ways to a request share: callers of one function end in that function. */
const sharedPlace = ([first, ...others]: readonly Site[]): Place | undefined =>
  first &&
  wayTo(first).find((place) =>
    others.every((other) => wayTo(other).some((another) => isSame(place, another))),
  );

/** Documents hold examples, which run only where somebody copies them. */
const DOCUMENT = /\.(?:mdx?|markdown|adoc|rst)$/i;

/** The sites in code; those in documents where there are no others. */
const withoutExamples = (sites: readonly Site[]): readonly Site[] => {
  const code = sites.filter(({ file }) => !DOCUMENT.test(file));
  return code.length > 0 ? code : sites;
};

/** Sites of the code that can make each of these calls, by their order: one where all of them share a call. */
const sitesFor = (
  calls: readonly SentCall[],
  code: FactIndex,
  { ruleset }: Run,
): readonly (readonly Place[])[] => {
  const facts: readonly Fact[] = calls.map(requestOf);
  const correlator = new Correlator(code.calls);
  for (const call of buildFactIndex(facts, ruleset.api, () => '').calls) correlator.see(call, true);
  const { bucketOf } = correlator.result();
  return calls.map((_, at) => {
    const sites = withoutExamples(bucketOf.get(String(at))?.sites ?? []);
    const shared = sharedPlace(sites);
    return shared === undefined ? sites : [shared];
  });
};

const lineOf = async ({ file, span }: Place, files: FileSet): Promise<CodeLine> => {
  const positions = await files.positions(file, [span.start]);
  return { file, line: positions.get(span.start)?.line ?? 1 };
};

const linesOf = async (places: readonly Place[], files: FileSet): Promise<readonly CodeLine[]> => {
  const lines = await Promise.all(places.map((place) => lineOf(place, files)));
  return [...new Map(lines.map((line) => [`${line.file}:${line.line}`, line])).values()];
};

/** The lines of code that can make each of these calls: none where no analysed code does, several where each of them can. */
export const findCallSites = async (
  calls: readonly SentCall[],
  run: Run,
  files: FileSet,
  code: FactIndex | undefined,
): Promise<readonly (readonly CodeLine[])[]> => {
  if (code === undefined) return calls.map(() => []);
  const sites = sitesFor(calls, code, run);
  return Promise.all(sites.map((places) => linesOf(places, files)));
};
