import type { Span } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** Facts about a file, collected before its statements are lowered. */
export interface FileFacts {
  /** Functions outside of classes. */
  readonly functions: ReadonlySet<string>;
  /** Variables that are assigned outside of functions. */
  readonly variables: ReadonlySet<string>;
  /** Variables and properties that items are appended to: `$x[] = …`; true where the items are header lines. */
  readonly grown: ReadonlyMap<string, boolean>;
  /** Classes by their names in the file: `Client` is `GuzzleHttp\Client`. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Variables that hold arrays, which are passed to functions as copies. */
  readonly arrays: ReadonlySet<string>;
  /** Functions that take a parameter by reference. */
  readonly changing: ReadonlySet<string>;
  readonly namespace: string;
  /** Included files, as paths relative to this one. */
  readonly included: readonly string[];
}

/** The enclosing class, and its own declarations. */
export interface Owner {
  readonly name: string;
  readonly constants: ReadonlySet<string>;
  readonly statics: ReadonlySet<string>;
  readonly base: string | undefined;
}

export interface Scope {
  /** Variables of the file or function. */
  readonly declared: Set<string>;
  readonly owner: Owner | undefined;
  readonly inFunction: boolean;
  /** True in a static method, which has no object. */
  readonly isStatic?: boolean;
}

/** Context for lowering the nodes of one file. */
export interface Lowering {
  readonly path: string;
  readonly text: string;
  readonly facts: FileFacts;
  readonly scope: Scope;
  /** Classes of other files that the file names. */
  readonly free: Set<string>;
  /** The statement that is lowered. */
  readonly statement: Span;
  expression(node: Cst): ts.Expression;
  statements(nodes: readonly Cst[]): readonly ts.Statement[];
  /** The same file inside another scope, or at another statement. */
  inside(change: Partial<Pick<Lowering, 'scope' | 'statement'>>): Lowering;
}

export const textIn = ({ text }: Pick<Lowering, 'text'>, node: Cst): string =>
  text.slice(node.start, node.end);

/** Qualified name of a class: `GuzzleHttp\Client` for `Client`. */
export const className = (facts: Pick<FileFacts, 'aliases'>, written: string): string => {
  if (written.startsWith('\\')) return written.slice(1);
  const [first = '', ...rest] = written.split('\\');
  return [facts.aliases.get(first) ?? first, ...rest].join('\\');
};

/** The last part of a name: `Client` of `GuzzleHttp\Client`. */
export const lastOf = (name: string): string => name.slice(name.lastIndexOf('\\') + 1);
