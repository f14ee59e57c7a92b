/** Path in code, with `{}` for holes; an open one may continue after its end. */
export interface WrittenPath {
  readonly path: string;
  readonly open: boolean;
}

/** A segment of which only the beginning and end are seen. */
export interface PartialSegment<T> {
  readonly prefix: string;
  readonly suffix: string;
  readonly node: PathNode<T>;
}

/** Written paths, one segment a level. */
export interface PathNode<T> {
  readonly literals: Map<string, PathNode<T>>;
  readonly partials: PartialSegment<T>[];
  any: PathNode<T> | undefined;
  readonly rows: T[];
  /** Rows whose path may go on here, with the known beginning of the next segment. */
  readonly open: { readonly beginning: string; readonly row: T }[];
}

/** A tree without paths. */
export const emptyPaths = <T>(): PathNode<T> => ({
  literals: new Map(),
  partials: [],
  any: undefined,
  rows: [],
  open: [],
});

const partial = <T>(node: PathNode<T>, segment: string): PathNode<T> => {
  const prefix = segment.slice(0, segment.indexOf('{}'));
  const suffix = segment.slice(segment.lastIndexOf('{}') + 2);
  const known = node.partials.find((each) => each.prefix === prefix && each.suffix === suffix);
  if (known !== undefined) return known.node;
  const child = { prefix, suffix, node: emptyPaths<T>() };
  node.partials.push(child);
  return child.node;
};

const literal = <T>(node: PathNode<T>, segment: string): PathNode<T> => {
  const child = node.literals.get(segment) ?? emptyPaths<T>();
  node.literals.set(segment, child);
  return child;
};

const below = <T>(node: PathNode<T>, segment: string): PathNode<T> => {
  if (segment === '{}') return (node.any ??= emptyPaths());
  return segment.includes('{}') ? partial(node, segment) : literal(node, segment);
};

/** The segments of a path, without empty ones. */
export const pathSegments = (path: string): readonly string[] => path.split('/').filter(Boolean);

/** An open path ends in a hole of any number of segments, or has no known end. */
const openEnd = (
  segments: readonly string[],
): { readonly before: readonly string[]; readonly beginning: string } => {
  const last = segments.at(-1);
  return last?.endsWith('{}') === true
    ? { before: segments.slice(0, -1), beginning: last.slice(0, last.indexOf('{}')) }
    : { before: segments, beginning: '' };
};

/** Adds a row at the path that it is written with. */
export const addPath = <T>(root: PathNode<T>, { path, open }: WrittenPath, row: T): void => {
  const segments = pathSegments(path);
  const { before, beginning } = openEnd(segments);
  if (open) before.reduce(below<T>, root).open.push({ beginning, row });
  else segments.reduce(below<T>, root).rows.push(row);
};
