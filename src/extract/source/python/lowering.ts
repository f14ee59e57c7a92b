import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** Names of a module, a function or the body of a class. */
export interface Scope {
  readonly kind: 'module' | 'function' | 'class';
  /** Names declared so far. */
  readonly declared: Set<string>;
  /** Names that belong to the module or an outer function: `global x`. */
  readonly outer: Set<string>;
  /** First parameter of a method or class method: `self`, `cls`. */
  readonly self: string | undefined;
  /** Classes that are declared in the file, by name. */
  readonly classes: ReadonlySet<string>;
}

/** Context for lowering the nodes of one file. */
export interface Lowering {
  readonly text: string;
  readonly scope: Scope;
  /** Imports of the module that are in its branches. */
  readonly hoisted: ts.Statement[];
  /** True for a statement of the module that is in no branch. */
  isOutermost(node: Cst): boolean;
  expression(node: Cst): ts.Expression;
  statements(node: Cst): readonly ts.Statement[];
  /** The same file inside another scope. */
  inside(scope: Scope): Lowering;
}

export const textIn = ({ text }: Pick<Lowering, 'text'>, node: Cst): string =>
  text.slice(node.start, node.end);

/** Scope of a function; names it does not declare are resolved outside. */
export const functionScope = (
  { classes, self }: Scope,
  parameters: readonly string[],
  own: string | undefined = self,
): Scope => ({
  kind: 'function',
  declared: new Set(parameters),
  outer: new Set(),
  self: parameters.includes(own ?? '') ? undefined : own,
  classes,
});
