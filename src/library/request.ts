import { optionsFrom } from '../config/options.ts';
import type { Options } from '../config/options.ts';
import type { ScanRequest } from './scan-request.ts';

/** Flags that the surroundings give: MIGRATE_NO_CODE_CONFIG, as for the command line. */
const surroundings = (): Readonly<Record<string, boolean>> =>
  process.env['MIGRATE_NO_CODE_CONFIG'] ? { 'code-config': false } : {};

/** The options of a request, checked as those of the command line. Throws `UsageError`. */
export const optionsOf = (
  { cwd: _cwd, paths = [], ...flags }: ScanRequest,
  command: 'scan' | 'fix',
  more: Readonly<Record<string, boolean>> = {},
): Options => optionsFrom({ ...surroundings(), ...flags, ...more }, paths, command);
