import { nameOfCommand } from './curl.ts';
import type { CurlCall } from './curl.ts';

/** Commands that join their arguments, and run them as one script, here or on another machine. */
const JOINING: ReadonlySet<string> = new Set(['eval', 'ssh', 'watch', 'parallel']);

/** Commands that run their arguments as scripts. */
export const RUNNERS: ReadonlySet<string> = new Set([...JOINING, 'trap']);

/** True for arguments of curl that are joined and split again at blanks, so that they lose their quotes: `ssh host curl …`. */
export const losesQuotes = ({ command }: Pick<CurlCall, 'command'>): boolean =>
  JOINING.has(nameOfCommand(command) ?? '');
