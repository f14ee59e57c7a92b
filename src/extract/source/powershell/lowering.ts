import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** Facts about a file, collected before its statements are lowered. */
export interface FileFacts {
  /** Functions of the file by lower-case name, with their switch parameters. */
  readonly functions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Free variables of each function that its callers may set: `name` → names. */
  readonly setByCallers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Names of a script or a function. */
export interface Scope {
  readonly declared: Set<string>;
  /** Variables whose value depends on the caller. */
  readonly unsure: ReadonlySet<string>;
  /** True in a function, whose last value is its result. */
  readonly gives: boolean;
}

/** Context for lowering the nodes of one file. */
export interface Lowering {
  readonly text: string;
  readonly scope: Scope;
  readonly facts: FileFacts;
  expression(node: Cst): ts.Expression;
  statements(node: Cst): readonly ts.Statement[];
  /** The same file inside another scope. */
  inside(scope: Scope): Lowering;
}

export const textIn = ({ text }: Pick<Lowering, 'text'>, node: Cst): string =>
  text.slice(node.start, node.end);
