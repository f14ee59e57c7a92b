import { loweredFile, partOf } from '../../syntax/dialect.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx } from '../values.ts';

const partsIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, ts.ClassLikeDeclaration> => {
  const found = new Map<string, ts.ClassLikeDeclaration>();
  for (const node of nodesOf(file).classes) {
    const name = partOf(node);
    if (name !== undefined) found.set(name, node);
  }
  return found;
});

/** Class that a part belongs to; a class that is not a part is returned unchanged. */
export const wholeClass = (ctx: Ctx, node: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration => {
  const name = partOf(node);
  const target = name === undefined ? undefined : ctx.program.exported(node.getSourceFile().fileName, name);
  if (target?.kind !== 'node' || !ts.isIdentifier(target.node)) return node;
  const [val] = ctx.evaluate(target.node, undefined);
  return val?.kind === 'class' ? val.node : node;
};

const known = new WeakMap<Ctx, Map<ts.Node, readonly ts.ClassLikeDeclaration[]>>();

/** Parts of a class in other files of its package: methods, in Go. */
export const partsOfClass = (ctx: Ctx, node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[] => {
  if (!loweredFile(node)) return [];
  const ofRun = known.get(ctx) ?? new Map<ts.Node, readonly ts.ClassLikeDeclaration[]>();
  known.set(ctx, ofRun);
  const parts = ofRun.get(node) ?? findParts(ctx, node);
  ofRun.set(node, parts);
  return parts;
};

const findParts = (ctx: Ctx, node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[] => {
  const name = node.name?.text;
  const file = node.getSourceFile();
  if (name === undefined || partOf(node) !== undefined) return [];
  const [, ...others] = ctx.program.packageOf(file.fileName);
  return others.flatMap((path) => {
    const module = ctx.program.module(path);
    return (module && partsIn(module.file).get(name)) ?? [];
  });
};
