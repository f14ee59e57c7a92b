import { loweredFile } from '../../syntax/dialect.ts';
import type { ts } from '../../syntax/tree.ts';
import type { Val } from '../values.ts';

const isSetting = (val: Val): boolean => val.kind === 'unknown' && val.isSetting === true;

/** The default of an unset environment variable shows what it contains: `if base == "" { base = "https://…" }`. */
export const withoutSettings = (vals: readonly Val[], node: ts.Node): readonly Val[] => {
  if (vals.length < 2 || !loweredFile(node) || !vals.some(isSetting)) return vals;
  const others = vals.filter((val) => !isSetting(val) && val.kind === 'text');
  return others.length > 0 ? vals.filter((val) => !isSetting(val)) : vals;
};
