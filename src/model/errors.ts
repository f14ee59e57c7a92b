/**
 * A mistake of the user: a bad flag, configuration or rule file, a path that does not exist. The command line
 * prints its message and exits 2 (contract §3). The message says what, where, and what to type instead. Any other
 * exception is a bug of ours.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
