import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** Facts about a file, collected before its statements are lowered. */
export interface FileFacts {
  /** Methods outside of classes. */
  readonly functions: ReadonlySet<string>;
  /** Methods of the file's classes by the name of the class. */
  readonly methods: ReadonlyMap<string, ReadonlySet<string>>;
  /** Constants of the file's classes and modules, by qualified name. */
  readonly constants: ReadonlySet<string>;
  /** Bodies of heredocs by the position where each is opened. */
  readonly heredocs: ReadonlyMap<number, Cst>;
  /** Classes that include HTTParty, and their subclasses. */
  readonly senders: ReadonlySet<string>;
  /** Superclass names by class. */
  readonly bases: ReadonlyMap<string, string>;
}

/** Names of a file or a method. */
export interface Scope {
  readonly declared: Set<string>;
  /** Enclosing classes and modules, outermost first. */
  readonly around: readonly string[];
}

/** Context for lowering the nodes of one file. */
export interface Lowering {
  readonly file: string;
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
