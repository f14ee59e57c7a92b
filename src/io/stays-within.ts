import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInPlaces } from './roots.ts';

/** A path with the links of what exists of it resolved; `undefined` where a link leads to nothing. */
const resolvedSoFar = (path: string): string | undefined => {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined || dirname(path) === path)
      return realpathSync(path);
  } catch {
    return undefined;
  }
  const above = resolvedSoFar(dirname(path));
  return above === undefined ? undefined : join(above, basename(path));
};

/** True where what is written to an absolute path, which need not exist, ends up in one of these paths. */
export const staysWithin = (places: readonly string[], path: string): boolean => {
  const target = resolvedSoFar(path);
  return target !== undefined && isInPlaces(places, target);
};
