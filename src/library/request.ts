import { optionsFrom } from '../config/options.ts';
import type { Options } from '../config/options.ts';
import type { ScanRequest } from './scan-request.ts';

/** The options of a request, checked as those of the command line. Throws `UsageError`. */
export const optionsOf = (
  { cwd: _cwd, paths = [], ...flags }: ScanRequest,
  command: 'scan' | 'fix',
  more: Readonly<Record<string, boolean>> = {},
): Options => optionsFrom({ ...flags, ...more }, paths, command);
