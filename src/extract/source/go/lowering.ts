import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../tree-sitter.ts';

/** Names that belong to a file, a function or a block. */
export interface Scope {
  /** Names that were declared so far. */
  readonly declared: Set<string>;
  readonly outer: Scope | undefined;
  /** What a method calls its object. */
  readonly self: string | undefined;
  /** What the function around gives back. */
  readonly results: Results;
  /** Encoders by their names, and what they write to. */
  readonly encoders: Map<string, Cst>;
  /** The types that variables are declared with. */
  readonly typed: Map<string, Cst>;
  /** The variable that holds an error in this block: `if err != nil { … }`. */
  readonly failed?: string | undefined;
}

/** The results of a function. */
export interface Results {
  readonly count: number;
  /** True where the last one is an error. */
  readonly fails: boolean;
  /** Results that have names, in their order. */
  readonly names: readonly string[];
}

export const NO_RESULTS: Results = { count: 0, fails: false, names: [] };

/** The statement that is lowered: where a statement of its own fits behind it, and what it gives a value. */
export interface Statement {
  start: number;
  end: number;
  target: string | undefined;
}

/** What lowers the nodes of one file. */
export interface Lowering {
  readonly path: string;
  readonly text: string;
  /** Paths of imported packages by the names that the file has for them. */
  readonly packages: ReadonlyMap<string, string>;
  /** Types that the file declares, by name. */
  readonly types: ReadonlyMap<string, Cst>;
  /** Methods by the names of the types that they belong to. */
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

/** The scope of a function: what it does not declare, it finds around itself. */
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

/** True for a name that the file declares at this place. */
export const isDeclared = (scope: Scope, name: string): boolean => {
  for (let at: Scope | undefined = scope; at; at = at.outer) if (at.declared.has(name)) return true;
  return false;
};

/** The path of the package that a node names: `http` of `net/http`. */
export const packageOf = (ctx: Lowering, node: Cst): string | undefined => {
  if (node.type !== 'identifier' && node.type !== 'package_identifier') return undefined;
  const name = textIn(ctx, node);
  return name === ctx.scope.self || isDeclared(ctx.scope, name) ? undefined : ctx.packages.get(name);
};
