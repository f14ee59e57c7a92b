import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** Table of a file that is the metatable of its instances. */
export interface TableClass {
  readonly declaration: Cst;
  /** Metatable that it inherits from. */
  readonly base: Cst | undefined;
  /** Names that methods read of `self`. */
  readonly read: ReadonlySet<string>;
}

/** Facts about a file, collected before its statements are lowered. */
export interface FileFacts {
  readonly specifiers: ReadonlySet<string>;
  /** Statements of the file. */
  readonly statements: readonly Cst[];
  /** Variables that hold a library of JSON. */
  readonly json: ReadonlySet<string>;
  /** Variables that hold a module of LuaSocket, by the module's name. */
  readonly packages: ReadonlyMap<string, string>;
  readonly classes: ReadonlyMap<string, TableClass>;
  /** Functions of tables, by `table.name`: how each is declared. */
  readonly functions: ReadonlyMap<string, 'method' | 'function'>;
  /** Tables that collect the chunks of a response. */
  readonly sinks: ReadonlySet<string>;
  /** Global variables and functions that the file declares; filled while it is lowered. */
  readonly globals: Set<string>;
  /** Hosts that clients are connected to, by the client's name; `undefined` where there is more than one. */
  readonly hosts: ReadonlyMap<string, Cst | undefined>;
}

/** Names of a block; an inner block sees those around it. */
export interface Scope {
  /** Names declared in this block. */
  readonly declared: Set<string>;
  readonly isFile: boolean;
  /** What `self` is here: `this` of an instance, or the name of a table; `undefined` where it is unknown. */
  readonly self: string | undefined;
  /** In a constructor the variable that holds the new instance; empty where it returns the instance at once. */
  readonly instance?: string | undefined;
}

/** Context for lowering the nodes of one file. */
export interface Lowering {
  readonly file: string;
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
