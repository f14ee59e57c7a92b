import type { ExtractInput } from './extractor.ts';

/** Beginning of what a path of the API does not begin with: a path of the file system, a URL, an alias of a bundler. */
const NO_PATH = /^(?:\.|~|@|[a-z][a-z\d+.-]*:)/i;

/** Matches the method before a path, as some clients take it: `POST /groups`. */
const METHOD = /^[A-Z]{3,7} +/;

/** True for a path without its base of an endpoint that takes more than another base: `/groups/${id}/whitelist`. */
export const isTellingPath = (flat: string, tellingPath: ExtractInput['tellingPath']): boolean => {
  const path = flat.replace(METHOD, '');
  return tellingPath?.(path) === true && !NO_PATH.test(path) && !/\s/.test(path);
};
