import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../tree-sitter.ts';

/** What the names of a class stand for, as far as its file says. */
export interface Owner {
  readonly name: string;
  /** Fields and properties by name, with the types that they are declared with. */
  readonly fields: ReadonlyMap<string, string>;
  /** Methods by name: how many parameters each of that name takes. */
  readonly methods: ReadonlyMap<string, readonly number[]>;
  /** What methods give, by name. */
  readonly results: ReadonlyMap<string, string>;
  /** Fields and methods that belong to the class itself. */
  readonly statics: ReadonlySet<string>;
  /** True where more members come from a class that it extends. */
  readonly extends: boolean;
  readonly around: Owner | undefined;
}

/** Names that are known at a place. */
export interface Scope {
  /** Variables and parameters of the functions around, with the types that they are declared with. */
  readonly locals: Map<string, string>;
  readonly owner: Owner | undefined;
  /** True in a static method, and where no class is around. */
  readonly isStatic: boolean;
  /** Variables of the function whose request has been sent. */
  readonly sent: Set<string>;
}

/** What a file says of names from elsewhere. */
export interface Outside {
  /** Imported names: `Request` is `okhttp3.Request`. */
  readonly named: ReadonlyMap<string, string>;
  /** Members of other types that are known by their names alone: `BASE` is one of `Config`. */
  readonly members: ReadonlyMap<string, string>;
  /** Packages or namespaces whose names are all known. */
  readonly packages: readonly string[];
  /** Types that the file declares. */
  readonly declared: ReadonlySet<string>;
  /** Libraries that the lowered file refers to by name. */
  readonly libraries: Set<string>;
  /** Names that the file uses and neither declares nor imports. */
  readonly free: Set<string>;
}

/** What lowers the nodes of one file. */
export interface Lowering {
  readonly file: string;
  readonly text: string;
  readonly scope: Scope;
  readonly outside: Outside;
  expression(node: Cst): ts.Expression;
  block(node: Cst): ts.Block;
  /** The type of what an expression is given to: what `new()` makes. */
  readonly expected?: string | undefined;
  /** The same place, where a value of a type is expected. */
  expecting(type: string): Lowering;
  /** The same file inside another scope. */
  inside(scope: Scope): Lowering;
  /** The type that an expression has by what is written: of a variable, a cast, a construction. */
  typeOf(node: Cst): string | undefined;
}

export const textIn = ({ text }: Pick<Lowering, 'text'>, node: Cst): string =>
  text.slice(node.start, node.end);

/** A scope of a function or block: what is declared in it is not known outside. */
export const within = (ctx: Lowering, names: Iterable<readonly [string, string]> = []): Lowering =>
  ctx.inside({ ...ctx.scope, locals: new Map([...ctx.scope.locals, ...names]) });

/** A type as it is written, without what it is filled with: `List<String>` is `List`. */
export const plainType = (text: string): string => {
  let depth = 0;
  const kept = text.split('').filter((unit) => {
    if (unit === '<') depth++;
    const isKept = depth === 0;
    if (unit === '>') depth--;
    return isKept;
  });
  return kept.join('').replaceAll(/\s+|[?]$/g, '');
};

const fieldType = (owner: Owner | undefined, name: string): string | undefined =>
  owner && (owner.fields.get(name) ?? fieldType(owner.around, name));

/** The type that a variable, a parameter or a field is declared with. */
export const typeOfName = ({ scope }: Lowering, name: string): string | undefined =>
  scope.locals.get(name) ?? fieldType(scope.owner, name);

/** True where a type of the file means one of a package: `Request` of `okhttp3`. */
export const isTypeOf = ({ outside }: Lowering, type: string, library: string): boolean => {
  if (type.startsWith(`${library}.`)) return true;
  const [first = type] = type.split('.');
  const named = outside.named.get(first);
  if (named !== undefined) return named.startsWith(`${library}.`);
  return (
    !outside.declared.has(first) && outside.packages.some((name) => `${name}.`.startsWith(`${library}.`))
  );
};

/** The type that a method of a class around gives. */
export const typeOfResult = (owner: Owner | undefined, name: string): string | undefined =>
  owner && (owner.results.get(name) ?? typeOfResult(owner.around, name));
