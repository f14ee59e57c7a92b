import type { Fact, Origin, SourceFile, Tree } from '../../model/index.ts';
import { addressesIn } from './addresses.ts';
import { silencedPlaces } from '../comments.ts';
import { describedServers } from './described-servers.ts';
import { documentKind } from './documents.ts';
import type { DocumentKind } from './documents.ts';
import type { ExtractInput } from '../extractor.ts';
import { mentionsIn, unsentIn } from '../mentions.ts';

/** What the configuration calls a payload is one, whatever it looks like. */
const kindOfPayload = (operation: string): DocumentKind =>
  /\.(?:get|list)$/.test(operation) ? 'answer' : 'payload';

/** Facts of a JSON or YAML document: the payload that it is, and the addresses among its values. */
export const documentFacts = (file: SourceFile, tree: Tree, input: ExtractInput): readonly Fact[] => {
  const operation = input.operationOf?.(file.path);
  const kind = operation === undefined ? documentKind(tree) : kindOfPayload(operation);
  const origin: Origin = kind === 'answer' ? 'recording' : file.origin;
  const mentionsOnly = kind === 'answer' || kind === 'documentation';
  const urls = addressesIn(tree, { origin, mentionsOnly, interest: input.interest });
  const mentions = mentionsIn(file, input, () =>
    kind === 'documentation' ? [{ span: tree.span, by: 'documentation' }] : unsentIn(tree),
  );
  const servers = describedServers(file, tree, input.interest);
  const spoken = urls.filter(({ span }) => !servers.some((server) => server.span.start === span.start));
  const others = [...spoken, ...servers, ...mentions, ...silencedPlaces(file, tree, input)];
  if (kind !== 'answer' && kind !== 'payload') return others;
  return [{ kind: 'payload', file: tree.file, span: tree.span, origin, tree, operation }, ...others];
};
