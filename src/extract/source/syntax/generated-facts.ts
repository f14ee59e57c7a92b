import type { SourceFile, UrlFact } from '../../../model/index.ts';
import { textOfSlot } from '../../../model/index.ts';

/** Matches a string literal of one line; bundles are searched, not parsed. */
const LITERAL = /(['"`])((?:\\.|(?!\1)[^\\\n]){1,2000})\1/g;

/** URLs in a generated or bundled file, which is never edited: its sources are. */
export const generatedFacts = (
  file: SourceFile,
  mayBeApiUrl: (flat: string) => boolean,
): readonly UrlFact[] =>
  [...file.text.matchAll(LITERAL)].flatMap((match): UrlFact[] => {
    const value = match[2]!;
    if (!mayBeApiUrl(value)) return [];
    const span = { start: match.index + 1, end: match.index + 1 + value.length };
    const slot = { file: file.path, span, value, spelling: 'fixed' } as const;
    return [
      { kind: 'url', origin: 'generated', text: textOfSlot(slot), use: 'value', file: file.path, span },
    ];
  });
