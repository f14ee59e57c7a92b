import * as build from '../languages/build.ts';
import { importWhole } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import type { Lowering } from './lowering.ts';

/** Default name of an imported package: `resty` of `github.com/go-resty/resty/v2`. */
export const nameOfPackage = (path: string): string => {
  const steps = path.split('/').filter((step, at) => at === 0 || !/^v\d+$/.test(step));
  return (steps.at(-1) ?? '')
    .replace(/\.v\d+$/, '')
    .replace(/^go-(?=\w)|[-.]go$/, '')
    .replaceAll('-', '');
};

interface Imported {
  readonly name: string;
  readonly path: string;
  readonly node: Cst;
}

const specsIn = (node: Cst): readonly Cst[] =>
  namedIn(node).flatMap((each) => (each.type === 'import_spec' ? [each] : specsIn(each)));

const importedIn = (text: string, root: Cst): readonly Imported[] =>
  root.children
    .filter(({ type }) => type === 'import_declaration')
    .flatMap(specsIn)
    .flatMap((node): readonly Imported[] => {
      const [alias, written] = [childIn(node, 'name'), childIn(node, 'path')];
      if (!written) return [];
      const path = text.slice(written.start + 1, written.end - 1);
      const name = alias ? text.slice(alias.start, alias.end) : nameOfPackage(path);
      return name === '_' || name === '.' ? [] : [{ name, path, node }];
    });

/** Paths of the imported packages by their names in the file. */
export const packagesIn = (text: string, root: Cst): ReadonlyMap<string, string> =>
  new Map(importedIn(text, root).map(({ name, path }) => [name, path]));

/** Imports of a file, each of a whole package. */
export const importsOf = (ctx: Lowering, root: Cst): readonly ts.Statement[] =>
  importedIn(ctx.text, root).map(({ name, path, node }) => importWhole(path, build.nameAt(name, node), node));
