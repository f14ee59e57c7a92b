import type { Fact, FailedFile, SourceFile, Tree } from '../../../model/index.ts';
import { documentFacts } from '../document-facts.ts';
import { documentKind } from '../documents.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { codeInYaml } from '../../embedded/yaml/index.ts';
import type { YamlFile } from '../../embedded/yaml/index.ts';
import { commentFacts, MARKER } from '../../comments.ts';
import type { FindComments } from '../../comments.ts';
import { loadYamlComments } from './comments.ts';
import { withoutOperations } from './description.ts';
import type { PartOfText } from './description.ts';
import { loadYamlReader } from './reader.ts';
import type { ParsedYaml, YamlReader } from './reader.ts';
import { spanInFile } from './trees.ts';

/** Parsed file, with the part of it that is searched for comments. */
interface Read {
  readonly parsed: ParsedYaml;
  readonly part: PartOfText;
}

/** Tree of a partly parsed text. */
const partOf = (tree: Tree, text: string): Tree =>
  tree.kind === 'object'
    ? { ...tree, span: { start: tree.span.start, end: text.length }, complete: false, gap: undefined }
    : tree;

/**
 * Parses a file; of an API description only the part that may contain servers, unless a position in it is requested.
 */
const readFile = ({ path, text }: SourceFile, read: YamlReader, input: ExtractInput): Read => {
  const isAsked = (input.silencedAt?.(path) ?? []).length > 0 || input.operationOf?.(path) !== undefined;
  const part = isAsked || text.includes(MARKER) ? undefined : withoutOperations(text);
  const parsed = part && read(path, part.text, part.at);
  const whole = (): Read => ({ parsed: read(path, text), part: { text, at: (same) => same } });
  if (part === undefined || parsed === undefined || 'problem' in parsed) return whole();
  const [tree, ...others] = parsed.trees;
  return tree === undefined || others.length > 0 || documentKind(tree) !== 'documentation'
    ? whole()
    : { parsed: { trees: [partOf(tree, text)] }, part };
};

const factsOf = (
  file: SourceFile,
  { parsed, part: { text, at } }: Read,
  input: ExtractInput,
  comments: FindComments,
): readonly Fact[] =>
  'problem' in parsed
    ? []
    : [
        ...documentFacts(file, parsed.trees, input),
        ...commentFacts(file, input, () =>
          comments(text).map(({ start, end }) => spanInFile(at, start, end)),
        ),
      ];

/** YAML documents: the payloads that they are, and the URLs in their values. */
export const yamlExtractor: Extractor = {
  form: 'yaml',
  async extract(input) {
    const reader = await loadYamlReader();
    const comments = await loadYamlComments();
    const facts: Fact[] = [];
    const failed: FailedFile[] = [];
    const parsed: YamlFile[] = [];
    for (const file of input.files) {
      const read = readFile(file, reader, input);
      if ('problem' in read.parsed) {
        failed.push({ file: file.path, message: read.parsed.problem });
        continue;
      }
      for (const fact of factsOf(file, read, input, comments)) facts.push(fact);
      parsed.push({ file, trees: read.parsed.trees });
    }
    const embedded = codeInYaml(parsed, input, ({ path, text }) => {
      const other = reader(path, text);
      return 'problem' in other ? [] : other.trees;
    });
    for (const fact of embedded.facts) facts.push(fact);
    return { facts, failed, code: embedded.code };
  },
};
