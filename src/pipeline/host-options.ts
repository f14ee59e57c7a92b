import { isSourceName } from '../extract/forms/detect.ts';
import { isMediaName } from '../extract/forms/not-analysed.ts';
import type { Contents } from '../io/contents.ts';
import type { HostOptions } from '../io/host.ts';
import type { Inventory } from '../io/inventory.ts';
import { readableRoots } from '../io/roots.ts';
import type { Walked } from '../io/walk.ts';

/** What a run says of where its extractors may read. */
interface HostInput {
  readonly cwd: string;
  readonly options: { readonly paths: readonly string[] };
  readonly walked: Walked;
  readonly contents?: Contents | undefined;
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

/** Text files below the paths that are no source files of TypeScript or JavaScript. */
const otherPaths = ({ files, others = [] }: Walked): readonly string[] => [
  ...files.map(({ path }) => path).filter((path) => !isSourceName(path)),
  ...others.flatMap(({ path, isIgnored }) => (isMediaName(path) || isIgnored() ? [] : [path])),
];

/** What all hosts of a run share; an editor looks at code alone. */
export const hostOptions = (
  { cwd, options, walked, contents, texts }: HostInput,
  { sources, packed }: Inventory,
  searches: HostOptions['searches'],
): Omit<HostOptions, 'overlay'> => ({
  cwd,
  roots: readableRoots(cwd, options.paths),
  sources,
  packed,
  contents,
  searches,
  others: () => (texts === undefined ? otherPaths(walked) : []),
});
