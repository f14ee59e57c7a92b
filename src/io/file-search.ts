import type { FileQuery } from '../extract/extractor.ts';
import { wordSearch } from '../extract/multi-string-search.ts';

/** Text of a file, unless its bytes are not wanted; UTF-16 is wanted always. */
type ReadIf = (path: string, wanted: (bytes: Uint8Array) => boolean) => string | undefined;

const MAX_SEARCHES = 200;

const keyOf = ({ pattern, names }: FileQuery): string => `${pattern}${names ?? ''}`;

/** A pattern with the flag `g` or `y` remembers where it stopped; every file starts afresh. */
export const matches = (pattern: RegExp, text: string | undefined): boolean => {
  pattern.lastIndex = 0;
  return text !== undefined && pattern.test(text);
};

/** Files that match each of the queries, read once for all of them. */
const filesOf = (
  queries: readonly FileQuery[],
  sources: readonly string[],
  readIf: ReadIf,
): readonly ReadonlySet<string>[] => {
  const found = queries.map(() => new Set<string>());
  const mayHold = wordSearch(queries.flatMap(({ words = [] }) => words));
  const readsAll = queries.some(({ words }) => words === undefined);
  for (const path of sources) {
    let isHeld = true;
    const text = readIf(path, (bytes) => {
      isHeld = mayHold(bytes);
      return isHeld || readsAll;
    });
    if (text === undefined) continue;
    for (const [at, { pattern, words }] of queries.entries())
      if ((isHeld || words === undefined) && matches(pattern, text)) found[at]!.add(path);
  }
  return found;
};

/** Searches of the files on disk. Each pass also searches for what later passes are expected to need. */
export class FileSearch {
  readonly #sources: readonly string[];
  readonly #readIf: ReadIf;
  readonly #known: Map<string, ReadonlySet<string>>;
  #expected: readonly FileQuery[] = [];

  /** `known` holds the results of earlier searches of the same files. */
  constructor(sources: readonly string[], readIf: ReadIf, known = new Map<string, ReadonlySet<string>>()) {
    this.#sources = sources;
    this.#readIf = readIf;
    this.#known = known;
  }

  expect(queries: readonly FileQuery[]): void {
    this.#expected = queries;
  }

  /** Files that match, as they are on disk. */
  filesWith(query: FileQuery): ReadonlySet<string> {
    const known = this.#known.get(keyOf(query));
    if (known !== undefined) return known;
    const later = this.#expected.filter(
      (each) => `${each.names}` === `${query.names}` && !this.#known.has(keyOf(each)),
    );
    const queries = [query, ...later];
    const { names } = query;
    const sources = names ? this.#sources.filter((path) => names.test(path)) : this.#sources;
    if (this.#known.size > MAX_SEARCHES) this.#known.clear();
    const found = filesOf(queries, sources, this.#readIf);
    for (const [at, each] of queries.entries()) this.#known.set(keyOf(each), found[at]!);
    return found[0]!;
  }
}
