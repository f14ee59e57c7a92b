import { pathSegments } from './paths.ts';
import type { PartialSegment, PathNode } from './paths.ts';

const fits = <T>({ prefix, suffix }: PartialSegment<T>, segment: string): boolean =>
  segment.length >= prefix.length + suffix.length && segment.startsWith(prefix) && segment.endsWith(suffix);

/** Rows whose path a recorded one may be: those that are written out, and those that may only begin like it. */
export interface PathMatches<T> {
  readonly whole: readonly T[];
  readonly open: readonly T[];
}

/** All rows that the segments of a recorded path fit; each node is visited once at most. */
export const matchPath = <T>(root: PathNode<T>, path: string): PathMatches<T> => {
  const segments = pathSegments(path);
  const whole: T[] = [];
  const open: T[] = [];
  const visit = (node: PathNode<T>, at: number): void => {
    const segment = segments[at];
    for (const { beginning, row } of node.open) if ((segment ?? '').startsWith(beginning)) open.push(row);
    if (segment === undefined) {
      whole.push(...node.rows);
      return;
    }
    const exact = node.literals.get(segment);
    if (exact !== undefined) visit(exact, at + 1);
    for (const each of node.partials) if (fits(each, segment)) visit(each.node, at + 1);
    if (node.any !== undefined) visit(node.any, at + 1);
  };
  visit(root, 0);
  return { whole, open };
};
