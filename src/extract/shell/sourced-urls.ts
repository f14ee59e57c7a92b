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

type LegacyTextsIn = NonNullable<ExtractInput['legacyTexts']>;

/** True for a legacy base of which a part is in another file: an id or a host from there does not count. */
const isBorrowed = (script: string, { parts }: Text, legacyTexts: LegacyTextsIn): boolean => {
  const bases = legacyTexts(flatten({ parts }));
  let end = 0;
  return parts.some((part) => {
    const start = end;
    end += part.kind === 'known' ? part.to - part.from : 1;
    const isOther = part.kind === 'known' && part.slot.file !== script;
    return isOther && bases.some(({ span }) => span.start < end && start < span.end);
  });
};

/** URLs from sourced files, and those of calls whose base is partly from there: other scripts may source the files. */
export const sourcedUrls = (
  script: string,
  requests: readonly RequestFact[],
  sourced: readonly Sourced[],
  {
    variables,
    legacyTexts = () => [],
  }: { readonly variables: Variables } & Pick<ExtractInput, 'legacyTexts'>,
): readonly UrlFact[] => {
  const values = sourced.map(({ value, at }) =>
    unseenUrl(script, at, textOfWord(sourcedFileOf(value) ?? script, value, variables)),
  );
  const called = requests.flatMap(({ file, span, urls }) =>
    urls.filter((url) => isBorrowed(script, url, legacyTexts)).map((url) => unseenUrl(file, span, url)),
  );
  // A call of the versioned API shows its headers; scripts that source its base are not checked for them again.
  return [...values.filter(({ text }) => legacyTexts(flatten(text)).length > 0), ...called];
};
