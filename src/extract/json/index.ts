import type { Fact, FailedFile, Origin, SourceFile, Tree } from '../../model/index.ts';
import type { ExtractInput, Extractor, ExtractResult } from '../extractor.ts';
import { addressesIn } from './addresses.ts';
import { documentKind } from './documents.ts';
import type { DocumentKind } from './documents.ts';
import { describeProblem, loadJsonReader } from './reader.ts';
import type { JsonReader } from './reader.ts';
import { plainText } from './spelled.ts';

/** What the configuration calls a payload is one, whatever it looks like. */
const kindOfPayload = (operation: string): DocumentKind =>
  /\.(?:get|list)$/.test(operation) ? 'answer' : 'payload';

const factsOf = (file: SourceFile, tree: Tree, input: ExtractInput): readonly Fact[] => {
  const operation = input.operationOf?.(file.path);
  const kind = operation === undefined ? documentKind(tree) : kindOfPayload(operation);
  const origin: Origin = kind === 'answer' ? 'recording' : file.origin;
  const mentionsOnly = kind === 'answer' || kind === 'documentation';
  const urls = addressesIn(tree, { origin, mentionsOnly, interest: input.interest });
  if (kind !== 'answer' && kind !== 'payload') return urls;
  const { path, span } = { path: tree.file, span: tree.span };
  return [{ kind: 'payload', file: path, span, origin, tree, operation }, ...urls];
};

const readFile = (file: SourceFile, read: JsonReader, input: ExtractInput): ExtractResult => {
  const { tree, problem } = read(file.path, plainText(file.text), 'json-string');
  if (problem !== undefined) {
    return { facts: [], failed: [{ file: file.path, message: describeProblem(file.text, problem) }] };
  }
  return { facts: tree === undefined ? [] : factsOf(file, tree, input), failed: [] };
};

/** JSON and JSONC documents: the payload that the document is, and the addresses among its values. */
export const jsonExtractor: Extractor = {
  form: 'json',
  async extract(input) {
    const read = await loadJsonReader();
    const facts: Fact[] = [];
    const failed: FailedFile[] = [];
    for (const file of input.files) {
      const result = readFile(file, read, input);
      for (const fact of result.facts) facts.push(fact);
      failed.push(...result.failed);
    }
    return { facts, failed };
  },
};
