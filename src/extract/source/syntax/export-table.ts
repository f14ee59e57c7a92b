import type { ts } from './tree.ts';

/** Export of a module under a name. */
export type Export =
  | { readonly kind: 'node'; readonly node: ts.Node }
  | { readonly kind: 'from'; readonly specifier: string; readonly name: string }
  | { readonly kind: 'namespace'; readonly specifier: string };

/** Exports of a module, by name. */
export interface ExportTable {
  readonly named: ReadonlyMap<string, Export>;
  /** Specifiers of `export * from`. */
  readonly stars: readonly string[];
  /** `module.exports = …`. */
  readonly whole: ts.Expression | undefined;
}
