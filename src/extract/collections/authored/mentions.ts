import type { MentionFact } from '../../../model/index.ts';
import { commentsIn } from '../../comments.ts';
import { loadYamlComments } from '../../documents/yaml/comments.ts';
import { mentionsIn, unsentIn } from '../../mentions.ts';
import type { MentionSearch } from '../../mentions.ts';
import type { Document } from './document.ts';

/** URLs of collections in descriptions, labels, comments and disabled parts. */
export const mentionsOf = async (
  documents: readonly Document[],
  input: MentionSearch,
): Promise<readonly MentionFact[]> => {
  const isYaml = documents.some((document) => document.isYaml);
  const find = isYaml ? await loadYamlComments() : () => [];
  return documents.flatMap((document) =>
    mentionsIn(document.file, input, () => [
      ...(document.isYaml ? commentsIn(document.file.text, find) : []),
      ...unsentIn(document.root),
    ]),
  );
};
