import type { Place } from './slot.ts';

const isPlace = (value: object): value is Place =>
  'file' in value && typeof value.file === 'string' && 'span' in value && typeof value.span === 'object';

/**
 * Copies a value without functions (facts) with changed positions at any depth: `change` gets each object
 * with a file and a span, and returns its replacement, or `undefined` to visit its content.
 */
export const withPlaces = <T>(value: T, change: (place: Place) => object | undefined): T => {
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== 'object' || part === null) return part;
    const own = isPlace(part) ? { ...part, ...change(part) } : part;
    return Object.fromEntries(Object.entries(own).map(([key, each]) => [key, visit(each)]));
  };
  return visit(value) as T;
};
