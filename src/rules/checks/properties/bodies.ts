import type { Fact, Place, Tree } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import type { ApiCall } from '../fact-index.ts';

/** Documents of a scan, and the locations of what its requests are seen to send. */
interface Index {
  readonly documents: ReadonlyMap<string, Tree>;
  readonly sent: ReadonlySet<string>;
}

const indices = new WeakMap<readonly Fact[], Index>();

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

const resolved = (tree: Tree, documents: Index['documents']): Tree => {
  if (tree.kind !== 'opaque' || tree.document === undefined) return tree;
  const document = documents.get(tree.document);
  return document?.kind === 'object' ? { ...document, reads: tree.reads ?? [] } : (document ?? tree);
};

const written = (body: Tree | undefined, bodies: readonly Tree[] | undefined): readonly Tree[] =>
  bodies ?? (body === undefined ? [] : [body]);

const indexOf = ({ facts }: CheckContext): Index => {
  const known = indices.get(facts);
  if (known !== undefined) return known;
  const documents = new Map(
    factsOfKind(facts, 'payload').flatMap(({ tree }) => (tree.span.start === 0 ? [[tree.file, tree]] : [])),
  );
  const bodies = factsOfKind(facts, 'request').flatMap(({ body, bodies: all }) => written(body, all));
  const index: Index = { documents, sent: new Set(bodies.map((tree) => keyOf(resolved(tree, documents)))) };
  indices.set(facts, index);
  return index;
};

/** Payloads that a call may send; a loaded document is the content of its file. */
export const bodiesOf = ({ request: { body, bodies } }: ApiCall, context: CheckContext): readonly Tree[] =>
  written(body, bodies).map((tree) => resolved(tree, indexOf(context).documents));

/** True for a payload that some request, to this API or elsewhere, is seen to send as a whole. */
export const isSent = (tree: Tree, context: CheckContext): boolean => indexOf(context).sent.has(keyOf(tree));
