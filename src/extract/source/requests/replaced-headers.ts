import type { Match } from '../clients/client-lookup.ts';
import { NO_HEADERS, UNKNOWN_HEADERS } from '../headers/headers.ts';
import type { Instance } from './instance.ts';
import { type Arguments, hasHeaders } from './options.ts';

/** Instance without its headers, for a call whose own headers replace them all. */
export const withoutReplaced = (
  instance: Instance,
  { headers, options }: Arguments,
  { row }: Match,
): Instance => {
  if (!row.replacesHeaders || (!headers && !options)) return instance;
  const isSeen = options?.object?.complete === true;
  if (!headers && isSeen && !hasHeaders(options.object, row)) return instance;
  return { ...instance, headers: headers || isSeen ? NO_HEADERS : UNKNOWN_HEADERS, created: undefined };
};
