import type { EmbeddedCode, Fact, FailedFile, SourceFile } from '../../../model/index.ts';
import { codeInJson } from '../../embedded/json/index.ts';
import { commentFacts, jsonComments } from '../../comments.ts';
import type { ExtractInput, Extractor, ExtractResult } from '../../extractor.ts';
import { documentFacts } from '../document-facts.ts';
import { describeProblem, loadJsonReader } from './reader.ts';
import type { JsonReader } from './reader.ts';
import { plainText } from './spelled-text.ts';

const readFile = (file: SourceFile, read: JsonReader, input: ExtractInput): ExtractResult => {
  const { tree, problem } = read(file.path, plainText(file.text), 'json-string');
  if (problem !== undefined) {
    return { facts: [], failed: [{ file: file.path, message: describeProblem(file.text, problem) }] };
  }
  const facts = documentFacts(file, tree === undefined ? [] : [tree], input);
  const code = tree === undefined ? [] : codeInJson(file, tree);
  return { facts: [...facts, ...commentFacts(file, input, jsonComments)], failed: [], code };
};

/** JSON and JSONC documents: the payload that the document is, and the URLs in its values. */
export const jsonExtractor: Extractor = {
  form: 'json',
  async extract(input) {
    const read = await loadJsonReader();
    const facts: Fact[] = [];
    const failed: FailedFile[] = [];
    const code: EmbeddedCode[] = [];
    for (const file of input.files) {
      const result = readFile(file, read, input);
      for (const fact of result.facts) facts.push(fact);
      failed.push(...result.failed);
      code.push(...(result.code ?? []));
    }
    return { facts, failed, code };
  },
};
