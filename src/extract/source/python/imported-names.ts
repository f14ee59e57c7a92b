import { exportAll, importNames, importWhole } from '../languages/modules.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

/** Name that an import binds. */
export interface NameOfImport {
  readonly text: string;
  readonly at: Pick<Cst, 'start' | 'end'>;
  /** Module, or name in the module that the statement names. */
  readonly path: string;
  readonly original: Cst | undefined;
  readonly node: Cst;
}

const pathIn = (ctx: Lowering, node: Cst): string => textIn(ctx, node).replaceAll(/\s+/g, '');

/** Names that an import binds: `import a.b` binds `a`, `import a.b as c` the module itself. */
export const boundBy = (ctx: Lowering, node: Cst): readonly NameOfImport[] =>
  node.children
    .filter(({ field }) => field === 'name')
    .map((each) => {
      const at = each.type === 'aliased_import' ? (childIn(each, 'name') ?? each) : each;
      const [path, alias] = [pathIn(ctx, at), childIn(each, 'alias')];
      if (alias)
        return {
          text: textIn(ctx, alias),
          at: alias,
          path,
          original: at,
          node: each,
        };
      const text = node.type === 'import_statement' ? path.replace(/\..*/s, '') : path;
      const first = { start: at.start, end: at.start + text.length };
      return { text, at: first, path: text, original: undefined, node: each };
    });

/** Imports these names under those that a function gives them. */
export const importsUnder = (
  ctx: Lowering,
  node: Cst,
  bound: readonly NameOfImport[],
  name: (text: string) => string,
): readonly ts.Statement[] => {
  if (node.type === 'import_statement')
    return bound.map(({ path, text, at, node: each }) =>
      importWhole(path, build.nameAt(name(text), at), each),
    );
  const module = childIn(node, 'module_name');
  if (!module) return [];
  const specifier = pathIn(ctx, module);
  if (node.children.some(({ type }) => type === 'wildcard_import')) return [exportAll(specifier, node)];
  const names = bound.map(({ text, at, path, original }) => {
    const given = name(text);
    const isOther = original !== undefined || given !== path;
    return {
      name: build.nameAt(given, at),
      original: isOther ? build.nameAt(path, original ?? at) : undefined,
    };
  });
  return names.length === 0 ? [] : [importNames(specifier, names, node)];
};
