import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../tree-sitter.ts';

/** What is known of a file before its statements are lowered. */
export interface FileFacts {
  /** Methods outside of classes. */
  readonly functions: ReadonlySet<string>;
  /** Methods of the file's classes by the name of the class. */
  readonly methods: ReadonlyMap<string, ReadonlySet<string>>;
  /** Constants of the file's classes and modules, by their whole names. */
  readonly constants: ReadonlySet<string>;
  /** The lines of a heredoc by where it is opened. */
  readonly heredocs: ReadonlyMap<number, Cst>;
  /** Classes that include HTTParty, and those below them. */
  readonly senders: ReadonlySet<string>;
  /** Names of classes as those below them give them. */
  readonly bases: ReadonlyMap<string, string>;
}

/** Names that belong to a file or a method. */
export interface Scope {
  readonly declared: Set<string>;
  /** Classes and modules around, outermost first. */
  readonly around: readonly string[];
  /** True in a method, whose last value is what it gives. */
  readonly inMethod: boolean;
}

/** What lowers the nodes of one file. */
export interface Lowering {
  readonly text: string;
  readonly scope: Scope;
  readonly facts: FileFacts;
  expression(node: Cst): ts.Expression;
  statements(node: Cst, gives?: boolean): readonly ts.Statement[];
  /** The same file inside another scope. */
  inside(scope: Scope): Lowering;
}

export const textIn = ({ text }: Pick<Lowering, 'text'>, node: Cst): string =>
  text.slice(node.start, node.end);
