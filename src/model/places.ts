import type { Place } from './slot.ts';

const isPlace = (value: object): value is Place =>
  'file' in value && typeof value.file === 'string' && 'span' in value && typeof value.span === 'object';

type Visit = (part: unknown) => unknown;

const visitedItems = (list: readonly unknown[], visit: Visit): readonly unknown[] => {
  const visited = list.map(visit);
  return visited.every((item, at) => item === list[at]) ? list : visited;
};

const visitedMembers = (object: Readonly<Record<string, unknown>>, visit: Visit): object => {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    const visited = visit(value);
    if (visited !== value) (copy ??= { ...object })[key] = visited;
  }
  return copy ?? object;
};

/**
 * Value without functions (facts) with changed positions at any depth: `change` gets each object with a file
 * and a span, and returns its replacement, or `undefined` to visit its content. What has no changed position
 * is the same object, not a copy.
 */
export const withPlaces = <T>(value: T, change: (place: Place) => object | undefined): T => {
  const visit: Visit = (part) => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return visitedItems(part, visit);
    const changed = isPlace(part) ? change(part) : undefined;
    const own = changed === undefined || changed === part ? part : { ...part, ...changed };
    return visitedMembers(own as Record<string, unknown>, visit);
  };
  return visit(value) as T;
};
