import { isCommented } from './variable-uses.ts';
import { isInside, piecesOf } from '../model/index.ts';
import type { Embedded, MediaTypeFact, Place, SourceFile } from '../model/index.ts';
import { isCodeForm } from '../extract/forms/formats.ts';
import { legacyTexts } from '../rules/keywords.ts';
import type { Ruleset } from '../rules/load/index.ts';

const factAt = (file: string, start: number, length: number): MediaTypeFact => ({
  kind: 'media-type',
  file,
  span: { start, end: start + length },
  origin: 'authored',
});

const mediaTypesIn = (
  { path, text }: Pick<SourceFile, 'path' | 'text'>,
  words: readonly string[],
): readonly MediaTypeFact[] =>
  words.flatMap((word) => {
    const facts: MediaTypeFact[] = [];
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
      if (!isCommented(text, at)) facts.push(factAt(path, at, word.length));
    return facts;
  });

/** Code inside files that no reader of programs reads, and which writes its own media types: steps of a workflow. */
const scriptsIn = (embedded: readonly Embedded[]) =>
  embedded.flatMap((each) =>
    'slot' in each || each.form === undefined || isCodeForm(each.form)
      ? []
      : [{ path: each.path, text: each.text }],
  );

/** Locations in files that texts inside them spell. */
const placesOf = (embedded: readonly Embedded[]): ReadonlyMap<string, readonly Place[]> => {
  const found = new Map<string, Place[]>();
  for (const each of embedded) {
    if ('slot' in each) continue;
    const places = piecesOf(each).map(({ span }) => ({ file: each.file, span }));
    found.set(each.file, [...(found.get(each.file) ?? []), ...places]);
  }
  return found;
};

/**
 * Vendor media types that are written outside of code that is analysed: in settings, collections, other languages.
 * Those of code inside a file are at their position in that code, as its requests are.
 */
export const mediaTypeFacts = (
  files: readonly SourceFile[],
  embedded: readonly Embedded[],
  others: readonly string[],
  { ruleset }: { readonly ruleset: Ruleset },
): readonly MediaTypeFact[] => {
  const { mediaTypes } = legacyTexts(ruleset.api);
  const documents = files.filter(({ form, origin }) => !isCodeForm(form) && origin !== 'recording');
  const inside = placesOf(embedded);
  const isOutside = (fact: MediaTypeFact): boolean =>
    !(inside.get(fact.file) ?? []).some((piece) => isInside(piece, fact));
  return [
    ...[...documents, ...scriptsIn(embedded)].flatMap((file) =>
      mediaTypesIn(file, mediaTypes).filter(isOutside),
    ),
    ...others.map((file) => factAt(file, 0, 0)),
  ];
};
