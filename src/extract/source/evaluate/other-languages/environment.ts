import { loweredFile } from '../../syntax/dialect.ts';
import type { ts } from '../../syntax/tree.ts';
import type { Value } from '../values.ts';

const isSetting = (val: Value): boolean => val.kind === 'unknown' && val.isSetting === true;

/** The default of an unset environment variable shows what it contains: `if base == "" { base = "https://…" }`. */
export const withoutSettings = (vals: readonly Value[], node: ts.Node): readonly Value[] => {
  if (vals.length < 2 || !loweredFile(node) || !vals.some(isSetting)) return vals;
  const others = vals.filter((val) => !isSetting(val) && val.kind === 'text');
  return others.length > 0 ? vals.filter((val) => !isSetting(val)) : vals;
};
