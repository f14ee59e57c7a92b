import type { Fact, Origin, SourceFile, Tree } from '../../model/index.ts';
import { addressesIn } from './addresses.ts';
import { silencedPlaces } from '../comments.ts';
import { describedServers } from './described-servers.ts';
import { documentKind } from './documents.ts';
import type { DocumentKind } from './documents.ts';
import type { ExtractInput } from '../extractor.ts';
import { mentionsIn, unsentIn } from '../mentions.ts';
import type { Unsent } from '../mentions.ts';

/** A file that the configuration maps to an operation is a payload, whatever its content. */
const kindOfPayload = (operation: string): DocumentKind =>
  /\.(?:get|list)$/.test(operation) ? 'answer' : 'payload';

const kindOf = (file: SourceFile, tree: Tree, input: ExtractInput): DocumentKind => {
  const operation = input.operationOf?.(file.path);
  return operation === undefined ? documentKind(tree) : kindOfPayload(operation);
};

const factsOf = (file: SourceFile, tree: Tree, input: ExtractInput): readonly Fact[] => {
  const operation = input.operationOf?.(file.path);
  const kind = kindOf(file, tree, input);
  const origin: Origin = kind === 'answer' ? 'recording' : file.origin;
  const mentionsOnly = kind === 'answer' || kind === 'documentation';
  const { mayBeApiUrl, tellingPath } = input;
  const urls = addressesIn(tree, { origin, mentionsOnly, mayBeApiUrl, tellingPath });
  const servers = describedServers(file, tree, mayBeApiUrl);
  const spoken = urls.filter(({ span }) => !servers.some((server) => server.span.start === span.start));
  const others = [...spoken, ...servers, ...silencedPlaces(file, tree, input)];
  if (kind !== 'answer' && kind !== 'payload') return others;
  return [{ kind: 'payload', file: tree.file, span: tree.span, origin, tree, operation }, ...others];
};

/**
 * Facts of a file's JSON or YAML documents: the payloads that they are, and the URLs in their values. The
 * text of the file is searched once, however many documents it contains.
 */
export const documentFacts = (
  file: SourceFile,
  trees: readonly Tree[],
  input: ExtractInput,
): readonly Fact[] => [
  ...trees.flatMap((tree) => factsOf(file, tree, input)),
  ...mentionsIn(file, input, () =>
    trees.flatMap((tree): readonly Unsent[] =>
      kindOf(file, tree, input) === 'documentation'
        ? [{ span: tree.span, by: 'documentation' }]
        : [...unsentIn(tree)],
    ),
  ),
];
