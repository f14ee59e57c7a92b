import { isCommented } from './variable-uses.ts';
import type { MediaTypeFact, SourceFile } from '../model/index.ts';
import { isCodeForm } from '../extract/forms/formats.ts';
import { legacyTexts } from '../rules/keywords.ts';
import type { Ruleset } from '../rules/load/index.ts';

const factAt = (file: string, start: number, length: number): MediaTypeFact => ({
  kind: 'media-type',
  file,
  span: { start, end: start + length },
  origin: 'authored',
});

const mediaTypesIn = ({ path, text }: SourceFile, words: readonly string[]): readonly MediaTypeFact[] =>
  words.flatMap((word) => {
    const facts: MediaTypeFact[] = [];
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
      if (!isCommented(text, at)) facts.push(factAt(path, at, word.length));
    return facts;
  });

/** Vendor media types that are written outside of code that is analysed: in settings, collections, other languages. */
export const mediaTypeFacts = (
  files: readonly SourceFile[],
  others: readonly string[],
  { ruleset }: { readonly ruleset: Ruleset },
): readonly MediaTypeFact[] => {
  const { mediaTypes } = legacyTexts(ruleset.api);
  const documents = files.filter(({ form, origin }) => !isCodeForm(form) && origin !== 'recording');
  return [
    ...documents.flatMap((file) => mediaTypesIn(file, mediaTypes)),
    ...others.map((file) => factAt(file, 0, 0)),
  ];
};
