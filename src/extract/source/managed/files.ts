import { nameAt, nowhere } from '../languages/builders.ts';
import { exportNames, importNames, importWhole } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../tree-sitter.ts';
import type { Outside } from './lowering.ts';
import { libraryName } from './names.ts';

/** Visits every node of a parsed file. */
export const walkCst = (root: Cst, visit: (node: Cst) => void): void => {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    visit(node);
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at]!);
  }
};

/** The statements of a file with what they refer to elsewhere before them, and what others may import behind them. */
export const linked = (
  statements: readonly ts.Statement[],
  { named, free, libraries, declared }: Outside,
  specifierOf: (name: string) => string,
  end: number,
): readonly ts.Statement[] => {
  const start = nowhere(0);
  const imported = (name: string, specifier: string): ts.Statement =>
    importNames(specifier, [{ name: nameAt(name, start) }], start);
  return [
    ...[...named].filter(([name]) => !declared.has(name)).map(([name, path]) => imported(name, path)),
    ...[...free].map((name) => imported(name, specifierOf(name))),
    ...[...libraries].map((name) => importWhole(name, nameAt(libraryName(name), start), start)),
    ...statements,
    exportNames([...declared], end),
  ];
};
