import type { Fact, FailedFile } from '../../../model/index.ts';
import { documentFacts } from '../document-facts.ts';
import type { Extractor } from '../../extractor.ts';
import { commentFacts } from '../../comments.ts';
import { loadYamlComments } from './comments.ts';
import { loadYamlReader } from './reader.ts';

/** YAML documents: the payloads that they are, and the addresses among their values. */
export const yamlExtractor: Extractor = {
  form: 'yaml',
  async extract(input) {
    const read = await loadYamlReader();
    const comments = await loadYamlComments();
    const facts: Fact[] = [];
    const failed: FailedFile[] = [];
    for (const file of input.files) {
      const parsed = read(file.path, file.text);
      if ('problem' in parsed) failed.push({ file: file.path, message: parsed.problem });
      else {
        for (const tree of parsed.trees) facts.push(...documentFacts(file, tree, input));
        facts.push(...commentFacts(file, input, comments));
      }
    }
    return { facts, failed };
  },
};
