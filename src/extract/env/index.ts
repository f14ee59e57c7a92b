import { textOfSlot } from '../../model/index.ts';
import type { SourceFile, UrlFact } from '../../model/index.ts';
import { envComments } from '../comments.ts';
import type { Extractor } from '../extractor.ts';

/** `NAME=value`, `export NAME: value`, the value quoted or not; a comment may follow. Not a line that is a comment. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?[\w.-]+(?:[ \t]*=[ \t]*|:[ \t]+)(?:"([^"\r\n]*)"|'([^'\r\n]*)'|`([^`\r\n]*)`|([^\s"'`#]\S*))/gm;

function* addressesIn(file: SourceFile, interest: (flat: string) => boolean): Generator<UrlFact> {
  for (const found of file.text.matchAll(LINE)) {
    const quoted = found[1] ?? found[2] ?? found[3];
    const value = quoted ?? found[4] ?? '';
    if (/\s/.test(value) || !interest(value)) continue;
    const end = found.index + found[0].length - (quoted === undefined ? 0 : 1);
    const span = { start: end - value.length, end };
    const slot = { file: file.path, span, value, spelling: 'plain' } as const;
    yield { kind: 'url', file: file.path, span, origin: file.origin, text: textOfSlot(slot), use: 'value' };
  }
}

/** `.env` files: the addresses among their values. */
export const envExtractor: Extractor = {
  form: 'env',
  extract: ({ files, interest }) => ({
    facts: files.flatMap((file) => [...addressesIn(file, interest), ...envComments(file)]),
    failed: [],
  }),
};
