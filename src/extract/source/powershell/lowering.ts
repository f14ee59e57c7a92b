import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../tree-sitter.ts';

/** What is known of a file before its statements are lowered. */
export interface FileFacts {
  /** Functions of the file by their names in lower case, with their parameters that take no value. */
  readonly functions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Free names of each function that a function which calls it may set: `name` → names. */
  readonly setByCallers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Names that belong to a script or a function. */
export interface Scope {
  readonly declared: Set<string>;
  /** Names of which it depends on the caller what they hold. */
  readonly unsure: ReadonlySet<string>;
  /** True in a function, whose last value is what it gives. */
  readonly gives: boolean;
}

/** What lowers the nodes of one file. */
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
