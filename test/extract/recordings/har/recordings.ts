import { harExtractor } from '../../../../src/extract/recordings/har/index.ts';
import { flatten } from '../../../../src/model/index.ts';
import type { Fact, HeaderSet, RequestFact, ResponseFact, Tree } from '../../../../src/model/index.ts';

export const CLUSTERS = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/5e2211c17a3e5a48f5497de3/clusters';

type Json = Record<string, unknown>;

/** An entry of a HAR with what is given, and the rest as a careful tool writes it. */
export const entry = ({
  request,
  response,
  ...rest
}: { request?: Json; response?: Json } & Json = {}): Json => ({
  startedDateTime: '2026-10-03T10:00:00.000Z',
  request: {
    method: 'GET',
    url: CLUSTERS,
    headers: [{ name: 'Accept', value: 'application/json' }],
    bodySize: 0,
    ...request,
  },
  response: {
    status: 200,
    headers: [{ name: 'content-type', value: 'application/json' }],
    content: { mimeType: 'application/json', text: '{"results":[]}' },
    ...response,
  },
  ...rest,
});

export const har = (entries: readonly unknown[], indent?: number): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'test' }, entries } }, null, indent);

/** Facts and failures of a recording, read in small pieces. */
export const extract = (text: string | Uint8Array, words?: readonly string[]) => {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, at) =>
    bytes.subarray(at * 1000, at * 1000 + 1000),
  );
  return harExtractor.extract({
    files: [{ path: 'a.har', form: 'har', text: '', origin: 'recording' }],
    host: { read: () => undefined, files: () => [], search: () => [], chunks: () => pieces },
    mayBeApiUrl: (flat) => /api\/atlas|api\/oauth|prometheus/.test(flat),
    words,
  });
};

export const requestsIn = (facts: readonly Fact[]): readonly RequestFact[] =>
  facts.filter((fact) => fact.kind === 'request');

export const responsesIn = (facts: readonly Fact[]): readonly ResponseFact[] =>
  facts.filter((fact) => fact.kind === 'response');

/** The facts of a recording of one entry. */
export const single = async (one: Json) => {
  const { facts } = await extract(har([one]));
  return { facts, request: requestsIn(facts)[0], response: responsesIn(facts)[0] };
};

/** Name and value of each header, `null` for values that are not kept. */
export const shown = (headers: HeaderSet): readonly (readonly [string, string | null])[] =>
  headers.entries.map(({ name, values }) => [name.value, values === undefined ? null : flatten(values[0]!)]);

/** A tree as a value; what cannot be seen is `'?'`. */
export const seen = (tree: Tree | undefined): unknown => {
  if (tree?.kind === 'object')
    return Object.fromEntries(tree.members.map(({ key, value }) => [key.value, seen(value)]));
  if (tree?.kind === 'list') return tree.items.map(seen);
  return tree?.kind === 'opaque' ? '?' : tree?.value;
};
