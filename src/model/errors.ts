/**
 * User error: an invalid flag, configuration or rule file, a path that does not exist. The command line
 * prints its message and exits with 2 (contract §3). The message states what, where, and what to type
 * instead. Any other exception is a bug.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
