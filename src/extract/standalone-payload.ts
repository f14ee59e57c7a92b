import type { PayloadFact, Tree } from '../model/index.ts';

/** Handwritten JSON or YAML that no known call sends. */
export const standalonePayload = (tree: Tree): PayloadFact => ({
  kind: 'payload',
  origin: 'authored',
  tree,
  operation: undefined,
  file: tree.file,
  span: tree.span,
});
