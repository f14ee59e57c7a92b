import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

/** Names of a file, a function or a block. */
export interface Scope {
  /** Names declared so far. */
  readonly declared: Set<string>;
  readonly outer: Scope | undefined;
  /** Receiver's name in a method. */
  readonly self: string | undefined;
  /** Results of the enclosing function. */
  readonly results: Results;
  /** Encoders by name, with the writer of each. */
  readonly encoders: Map<string, Cst>;
  /** Declared types of variables. */
  readonly typed: Map<string, Cst>;
  /** Variable that holds an error in this block: `if err != nil { … }`. */
  readonly failed?: string | undefined;
}

/** The results of a function. */
export interface Results {
  readonly count: number;
  /** True where the last result is an error. */
  readonly fails: boolean;
  /** Named results, in order. */
  readonly names: readonly string[];
}

export const NO_RESULTS: Results = { count: 0, fails: false, names: [] };

/** The statement that is lowered: where another statement fits after it, and the target of its value. */
export interface Statement {
  start: number;
  end: number;
  target: string | undefined;
}

/** Context for lowering the nodes of one file. */
export interface Lowering {
  readonly path: string;
  readonly text: string;
  /** Paths of imported packages by their names in the file. */
  readonly packages: ReadonlyMap<string, string>;
  /** Types that the file declares, by name. */
  readonly types: ReadonlyMap<string, Cst>;
  /** Methods by the names of their types. */
  readonly methods: ReadonlyMap<string, readonly Cst[]>;
  readonly isTest: boolean;
  readonly scope: Scope;
  readonly statement: Statement;
  expression(node: Cst): ts.Expression;
  statements(node: Cst): readonly ts.Statement[];
  /** The same file inside another scope. */
  inside(scope: Scope): Lowering;
}

export const textIn = ({ text }: Pick<Lowering, 'text'>, node: Cst): string =>
  text.slice(node.start, node.end);

/** Scope of a function; names it does not declare are resolved outside. */
export const functionScope = (
  outer: Scope,
  declared: readonly string[],
  results: Results,
  self = outer.self,
): Scope => ({
  declared: new Set(declared),
  outer,
  self: declared.includes(self ?? '') ? undefined : self,
  results,
  encoders: new Map(),
  typed: new Map(),
});

export const blockScope = (outer: Scope, failed = outer.failed): Scope => ({
  ...outer,
  failed,
  declared: new Set(),
  outer,
  encoders: new Map(outer.encoders),
  typed: new Map(),
});

/** True for a name that the file declares in scope. */
export const isDeclared = (scope: Scope, name: string): boolean => {
  for (let at: Scope | undefined = scope; at; at = at.outer) if (at.declared.has(name)) return true;
  return false;
};

/** Path of the package that a node names: `net/http` for `http`. */
export const packageOf = (ctx: Lowering, node: Cst): string | undefined => {
  if (node.type !== 'identifier' && node.type !== 'package_identifier') return undefined;
  const name = textIn(ctx, node);
  return name === ctx.scope.self || isDeclared(ctx.scope, name) ? undefined : ctx.packages.get(name);
};
