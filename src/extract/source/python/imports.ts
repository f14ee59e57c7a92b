import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { setName } from './assignments.ts';
import { type NameOfImport, boundBy, importsUnder } from './imported-names.ts';
import type { Lowering } from './lowering.ts';

type Statements = readonly ts.Statement[];

/**
 * An import in a branch of a module, `try: from local import API`: the module imports it under a name of its own, and the
 * branch gives it to a variable, to which another branch may give another value.
 */
const inBranch = (ctx: Lowering, node: Cst): Statements => {
  const bound = boundBy(ctx, node);
  const own = (text: string): string => `${text}:${node.start}`;
  ctx.hoisted.push(...importsUnder(ctx, node, bound, own));
  return bound.map(({ text, at }) => setName(ctx, build.nameAt(text, at), build.nameAt(own(text), at), node));
};

/** Lowers `import a.b`, `from a.b import c, d as e`, `from . import x`, `from a import *`. */
export const importsOf = (ctx: Lowering, node: Cst): Statements => {
  const { scope } = ctx;
  if (scope.kind === 'module' && !ctx.isOutermost(node)) return inBranch(ctx, node);
  const isNew = ({ text, original }: NameOfImport): boolean =>
    node.type !== 'import_statement' || original !== undefined || !scope.declared.has(text);
  const bound = boundBy(ctx, node).filter(isNew);
  for (const { text } of bound) scope.declared.add(text);
  return importsUnder(ctx, node, bound, (text) => text);
};
