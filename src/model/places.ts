import type { Place } from './slot.ts';

const isPlace = (value: object): value is Place =>
  'file' in value && typeof value.file === 'string' && 'span' in value && typeof value.span === 'object';

/**
 * A value without functions (facts) with its places changed, at whatever depth: `change` gets each object that has a file
 * and a span, and says what stands in its stead; `undefined` leaves it, and what is in it is looked at.
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
