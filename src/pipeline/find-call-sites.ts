import { textOfSlot } from '../model/index.ts';
import type { Fact, Place, RequestFact } from '../model/index.ts';
import { buildFactIndex } from '../rules/checks/fact-index.ts';
import type { FactIndex } from '../rules/checks/fact-index.ts';
import { Correlator } from './correlate/index.ts';
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

/** The only site of the code that can make each of these calls, by their order; `undefined` where there is none, or more than one. */
const onlySites = (
  calls: readonly SentCall[],
  code: FactIndex,
  { ruleset }: Run,
): readonly (Place | undefined)[] => {
  const facts: readonly Fact[] = calls.map(requestOf);
  const correlator = new Correlator(code.calls);
  for (const call of buildFactIndex(facts, ruleset.api, () => '').calls) correlator.see(call, true);
  const { bucketOf } = correlator.result();
  return calls.map((_, at) => {
    const { sites = [] } = bucketOf.get(String(at)) ?? {};
    return sites.length === 1 ? sites[0] : undefined;
  });
};

const lineOf = async (place: Place | undefined, files: FileSet): Promise<CodeLine | undefined> => {
  if (place === undefined) return undefined;
  const { file, span } = place;
  const positions = await files.positions(file, [span.start]);
  return { file, line: positions.get(span.start)?.line ?? 1 };
};

/** The line of code that makes each of these calls; `undefined` where that cannot be determined. */
export const findCallSites = async (
  calls: readonly SentCall[],
  run: Run,
  files: FileSet,
  code: FactIndex | undefined,
): Promise<readonly (CodeLine | undefined)[]> => {
  if (code === undefined) return calls.map(() => undefined);
  return Promise.all(onlySites(calls, code, run).map((place) => lineOf(place, files)));
};
