import type { Traits } from './traits.ts';

const within = (inner: readonly string[], outer: readonly string[] | undefined): boolean => {
  if (outer === undefined || inner.length === 0) return true;
  const names = new Set(outer);
  return inner.every((name) => names.has(name));
};

const sameBody = (site: Traits, seen: Traits): boolean => {
  if (site.hasBody !== undefined && seen.hasBody !== undefined && site.hasBody !== seen.hasBody) return false;
  if (site.keys === undefined || seen.keys === undefined) return true;
  return within(site.keys, seen.keys) && (!site.allKeys || within(seen.keys, site.keys));
};

/**
 * Whether a recorded call may come from a call site: nothing that the site surely sends is missing in it. What a
 * client adds by itself speaks against no site.
 */
export const mayBeFrom = (site: Traits, seen: Traits): boolean =>
  within(site.headers ?? [], seen.headers) &&
  (site.accepts === undefined || within(seen.accepts ?? [], site.accepts)) &&
  within(site.query, seen.query) &&
  sameBody(site, seen);
