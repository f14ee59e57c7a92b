import type { PayloadFact, Tree } from '../model/index.ts';

/** JSON or YAML that people wrote, of which no call is seen to send it. */
export const loosePayload = (tree: Tree): PayloadFact => ({
  kind: 'payload',
  origin: 'authored',
  tree,
  operation: undefined,
  file: tree.file,
  span: tree.span,
});
