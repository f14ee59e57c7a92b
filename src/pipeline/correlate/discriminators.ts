import { entriesOf, exactValue } from '../../model/index.ts';
import type { HeaderSet, RequestFact, Tree } from '../../model/index.ts';

/** Properties that distinguish calls of one path; `undefined` if unknown. */
export interface Discriminators {
  readonly headers: readonly string[] | undefined;
  readonly accepts: readonly string[] | undefined;
  readonly query: readonly string[];
  /** Top-level names of a JSON body. */
  readonly keys: readonly string[] | undefined;
  /** False when `keys` may not be all of them. */
  readonly allKeys: boolean;
  readonly hasBody: boolean | undefined;
}

/** Headers that recorders remove, so that their absence proves nothing. */
const SANITISED: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted();

const headerNames = ({ entries }: HeaderSet): readonly string[] =>
  sorted(
    entries
      .filter(({ certain }) => certain)
      .map(({ name }) => name.value.toLowerCase())
      .filter((name) => name !== '' && !SANITISED.has(name)),
  );

const acceptsIn = (headers: HeaderSet): readonly string[] | undefined => {
  const [entry, ...more] = entriesOf(headers, 'accept');
  const values = entry?.values?.map(exactValue);
  if (more.length > 0 || values === undefined) return undefined;
  return values.every((value) => value !== undefined) ? sorted(values) : undefined;
};

const queryNames = (query: string): readonly string[] =>
  sorted(
    query
      .split('&')
      .map((pair) => pair.split('=')[0]!)
      .filter((name) => name !== '' && !name.includes('{}')),
  );

const keysOf = (body: Tree | undefined): readonly string[] | undefined =>
  body?.kind === 'object'
    ? sorted(body.members.filter(({ certain }) => certain).map(({ key }) => key.value))
    : undefined;

const allKeysIn = (body: Tree | undefined): boolean =>
  body?.kind === 'object' && body.complete && body.members.every(({ certain }) => certain);

/** The traits of a request; `query` is that of its URL, without the question mark. */
export const discriminatorsOf = (
  { headers, body, hasBody, origin }: RequestFact,
  query: string,
): Discriminators => ({
  headers: origin === 'recording' && !headers.complete ? undefined : headerNames(headers),
  accepts: acceptsIn(headers),
  query: queryNames(query),
  keys: keysOf(body),
  allKeys: allKeysIn(body),
  hasBody,
});
