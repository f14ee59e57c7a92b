import * as build from '../languages/build.ts';
import { exportNames, importNames, importWhole } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import type { Lowering, Outside } from './lowering.ts';
import { libraryName } from './names.ts';

/** Lowering functions of a language. */
export interface Lowers {
  expression(ctx: Lowering, node: Cst): ts.Expression;
  block(ctx: Lowering, node: Cst): ts.Block;
  typeOf(ctx: Lowering, node: Cst): string | undefined;
}

type Place = Pick<Lowering, 'file' | 'text' | 'outside' | 'scope' | 'expected'>;

const loweringAt = (lowers: Lowers, place: Place): Lowering => {
  const ctx: Lowering = {
    ...place,
    expression: (node) => lowers.expression(ctx, node),
    block: (node) => lowers.block(ctx, node),
    inside: (scope) => loweringAt(lowers, { ...place, scope, expected: undefined }),
    expecting: (expected) => loweringAt(lowers, { ...place, expected }),
    typeOf: (node) => lowers.typeOf(ctx, node),
  };
  return ctx;
};

/** Context for lowering the nodes of a file outside of classes. */
export const loweringOf = (lowers: Lowers, file: string, text: string, outside: Outside): Lowering =>
  loweringAt(lowers, {
    file,
    text,
    outside,
    scope: { locals: new Map(), owner: undefined, isStatic: true, sent: new Set(), streams: new Map() },
  });

/** Names that a file declares. */
export const namesOf = (text: string, names: readonly (Cst | undefined)[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => (name ? [text.slice(name.start, name.end)] : [])));

/** Statements of a file, preceded by imports of what they refer to and followed by exports. */
export const programWithImports = (
  statements: readonly ts.Statement[],
  { named, free, libraries, declared }: Outside,
  specifierOf: (name: string) => string,
  end: number,
): readonly ts.Statement[] => {
  const start = build.nowhere(0);
  const imported = (name: string, specifier: string): ts.Statement =>
    importNames(specifier, [{ name: build.nameAt(name, start) }], start);
  return [
    ...[...named].filter(([name]) => !declared.has(name)).map(([name, path]) => imported(name, path)),
    ...[...free].map((name) => imported(name, specifierOf(name))),
    ...[...libraries].map((name) => importWhole(name, build.nameAt(libraryName(name), start), start)),
    ...statements,
    exportNames([...declared], end),
  ];
};
