import { flatten } from '../../model/index.ts';
import type { RequestFact, Span, Text, UrlFact } from '../../model/index.ts';
import type { ExtractInput } from '../extractor.ts';
import { sourcedFileOf } from './sourced-file.ts';
import type { Sourced } from './sourced.ts';
import { textOfWord } from './variables.ts';
import type { Variables } from './variables.ts';

const unseenUrl = (file: string, { start, end }: Span, text: Text): UrlFact => ({
  kind: 'url',
  file,
  span: { start, end },
  origin: 'authored',
  text,
  use: 'value',
  unseen: true,
});

const isBorrowed =
  (script: string) =>
  (text: Text): boolean =>
    text.parts.some((part) => part.kind === 'known' && part.slot.file !== script);

/** URLs from sourced files, and those of calls that are built with parts of them: other scripts may source the files. */
export const sourcedUrls = (
  script: string,
  requests: readonly RequestFact[],
  sourced: readonly Sourced[],
  { variables, legacyTexts }: { readonly variables: Variables } & Pick<ExtractInput, 'legacyTexts'>,
): readonly UrlFact[] => {
  const values = sourced.map(({ value, at }) =>
    unseenUrl(script, at, textOfWord(sourcedFileOf(value) ?? script, value, variables)),
  );
  const called = requests.flatMap(({ file, span, urls }) =>
    urls.filter(isBorrowed(script)).map((url) => unseenUrl(file, span, url)),
  );
  // A call of the versioned API shows its headers; whoever sources its base is not asked for them again.
  return [...values, ...called].filter(({ text }) => legacyTexts?.(flatten(text)).length !== 0);
};
