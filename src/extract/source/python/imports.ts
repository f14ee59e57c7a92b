import { exportAll, importNames, importWhole } from '../languages/modules.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const namesIn = (node: Cst): readonly Cst[] => node.children.filter(({ field }) => field === 'name');

interface Imported {
  readonly path: string;
  readonly at: Cst;
  readonly alias: Cst | undefined;
}

const importedIn = (ctx: Lowering, node: Cst): Imported => {
  const at = node.type === 'aliased_import' ? (childIn(node, 'name') ?? node) : node;
  return { path: textIn(ctx, at).replaceAll(/\s+/g, ''), at, alias: childIn(node, 'alias') };
};

/** `import a.b` binds `a`, `import a.b as c` binds the module itself. */
const whole = (ctx: Lowering, node: Cst): readonly ts.Statement[] =>
  namesIn(node).flatMap((each) => {
    const { path, at, alias } = importedIn(ctx, each);
    if (alias) {
      const text = textIn(ctx, alias);
      ctx.scope.declared.add(text);
      return [importWhole(path, build.nameAt(text, alias), each)];
    }
    const [first = path] = path.split('.');
    if (ctx.scope.declared.has(first)) return [];
    ctx.scope.declared.add(first);
    const name = build.nameAt(first, { start: at.start, end: at.start + first.length });
    return [importWhole(first, name, each)];
  });

/** `from a.b import c, d as e`, `from . import x`, `from a import *`. */
const parts = (ctx: Lowering, node: Cst): readonly ts.Statement[] => {
  const module = childIn(node, 'module_name');
  if (!module) return [];
  const specifier = textIn(ctx, module).replaceAll(/\s+/g, '');
  if (node.children.some(({ type }) => type === 'wildcard_import')) return [exportAll(specifier, node)];
  const names = namesIn(node).map((each) => {
    const { path, at, alias } = importedIn(ctx, each);
    const text = alias ? textIn(ctx, alias) : path;
    ctx.scope.declared.add(text);
    return { name: build.nameAt(text, alias ?? at), original: alias ? build.nameAt(path, at) : undefined };
  });
  return names.length === 0 ? [] : [importNames(specifier, names, node)];
};

/** Lowers an import. */
export const importsOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] =>
  node.type === 'import_statement' ? whole(ctx, node) : parts(ctx, node);
