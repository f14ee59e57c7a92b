import { textOfSlot } from '../../../model/index.ts';
import type { EmbeddedText, Fact, Slot, SourceFile, UrlFact } from '../../../model/index.ts';
import { jsonBody } from '../authored-body.ts';
import { commentFacts, envComments } from '../../comments.ts';
import { documentFacts } from '../document-facts.ts';
import { documentsIn, variablesIn } from '../../dotenv.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { loadJsonReader } from '../json/reader.ts';

function* addressesIn(file: SourceFile, mayBeApiUrl: (flat: string) => boolean): Generator<UrlFact> {
  for (const { slot } of variablesIn(file.path, file.text)) {
    if (/^[{[]|\s/.test(slot.value) || !mayBeApiUrl(slot.value)) continue;
    const { file: path, span } = slot;
    yield { kind: 'url', file: path, span, origin: file.origin, text: textOfSlot(slot), use: 'value' };
  }
}

interface Output {
  readonly facts: Fact[];
  readonly embedded: EmbeddedText[];
}

/** JSON in values: each value is a separate document inside the file. */
const readDocuments = async (
  file: SourceFile,
  slots: readonly Slot[],
  input: ExtractInput,
  output: Output,
): Promise<void> => {
  const read = await loadJsonReader();
  const operation = input.operationOf?.(file.path);
  for (const slot of slots) {
    const body = jsonBody(slot, read);
    if (body === undefined) continue;
    const document = { ...file, path: body.tree.file, text: slot.value };
    output.facts.push(...documentFacts(document, [body.tree], { ...input, operationOf: () => operation }));
    output.embedded.push(...body.embedded);
  }
};

/** `.env` files: URLs in their values, and values that are JSON. */
export const envExtractor: Extractor = {
  form: 'env',
  async extract(input) {
    const output: Output = { facts: [], embedded: [] };
    for (const file of input.files) {
      output.facts.push(...addressesIn(file, input.mayBeApiUrl), ...commentFacts(file, input, envComments));
      const slots = [...documentsIn(file.path, file.text)];
      if (slots.length > 0) await readDocuments(file, slots, input, output);
    }
    return { ...output, failed: [] };
  },
};
