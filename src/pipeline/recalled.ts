import { isSourceName } from '../extract/forms/detect.ts';
import { isCurrent } from '../extract/recall.ts';
import type { Recall, Remembered } from '../extract/recall.ts';
import type { Form } from '../model/index.ts';

/** The result of an extractor of documents as it was kept: only programs, whose extractor remembers by group, leave it as it is. */
export const recalled = async <T>(
  form: Form,
  recall: Recall | undefined,
  extract: () => T | Promise<T>,
): Promise<T> => {
  if (recall === undefined) return extract();
  const known = recall.kept.get(form) as Remembered<T> | undefined;
  if (known !== undefined && isCurrent(known, recall, (path) => !isSourceName(path))) return known.value;
  const value = await extract();
  recall.kept.set(form, { value, texts: recall.texts });
  return value;
};
