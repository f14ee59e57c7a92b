import { textOfSlot } from '../../model/index.ts';
import type { SourceFile, UrlFact } from '../../model/index.ts';
import { envComments } from '../comments.ts';
import { variablesIn } from '../dotenv.ts';
import type { Extractor } from '../extractor.ts';

function* addressesIn(file: SourceFile, interest: (flat: string) => boolean): Generator<UrlFact> {
  for (const { slot } of variablesIn(file.path, file.text)) {
    if (/\s/.test(slot.value) || !interest(slot.value)) continue;
    const { file: path, span } = slot;
    yield { kind: 'url', file: path, span, origin: file.origin, text: textOfSlot(slot), use: 'value' };
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
