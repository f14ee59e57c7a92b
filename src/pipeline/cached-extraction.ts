import { isSourceName } from '../extract/forms/detect.ts';
import { isCurrent } from '../extract/extraction-cache.ts';
import type { ExtractionCache, CachedResult } from '../extract/extraction-cache.ts';
import type { Form } from '../model/index.ts';

/** The result of an extractor of documents as it was kept: only programs, whose extractor remembers by group, leave it as it is. */
export const cachedExtraction = async <T>(
  form: Form,
  cache: ExtractionCache | undefined,
  extract: () => T | Promise<T>,
): Promise<T> => {
  if (cache === undefined) return extract();
  const known = cache.kept.get(form) as CachedResult<T> | undefined;
  if (known !== undefined && isCurrent(known, cache, (path) => !isSourceName(path))) return known.value;
  const value = await extract();
  cache.kept.set(form, { value, texts: cache.texts });
  return value;
};
