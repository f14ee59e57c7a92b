import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';

/** Members of a class, as far as its file declares them. */
export interface Owner {
  readonly name: string;
  /** Fields and properties by name, with their declared types. */
  readonly fields: ReadonlyMap<string, string>;
  /** Methods by name, with the number of parameters of each overload. */
  readonly methods: ReadonlyMap<string, readonly number[]>;
  /** Return types of methods, by name. */
  readonly results: ReadonlyMap<string, string>;
  /** Static fields and methods. */
  readonly statics: ReadonlySet<string>;
  /** True where it inherits more members. */
  readonly extends: boolean;
  readonly around: Owner | undefined;
}

/** Names in scope at a position. */
export interface Scope {
  /** Variables and parameters of the enclosing functions, with their declared types. */
  readonly locals: Map<string, string>;
  readonly owner: Owner | undefined;
  /** True in a static method and outside of classes. */
  readonly isStatic: boolean;
  /** Variables of the function whose request has been sent. */
  readonly sent: Set<string>;
  /** Variables for streams that the body of a request is written to. */
  readonly streams: Map<string, { readonly request: string; readonly written: boolean }>;
}

/** Names that the file takes from elsewhere. */
export interface Outside {
  /** Imported names: `Request` is `okhttp3.Request`. */
  readonly named: ReadonlyMap<string, string>;
  /** Statically imported members: `BASE` is one of `Config`. */
  readonly members: ReadonlyMap<string, string>;
  /** Packages or namespaces that are imported as a whole. */
  readonly packages: readonly string[];
  /** Types that the file declares. */
  readonly declared: ReadonlySet<string>;
  /** Libraries that the lowered file refers to by name. */
  readonly libraries: Set<string>;
  /** Names that the file uses but neither declares nor imports. */
  readonly free: Set<string>;
  /** Return types of functions outside of classes. */
  readonly results?: ReadonlyMap<string, string>;
  /** Functions that statements anywhere in the file declare for all of it: the client that a name registers. */
  readonly hoisted?: Map<string, ts.FunctionDeclaration>;
}

/** Context for lowering the nodes of one file. */
export interface Lowering {
  readonly file: string;
  readonly text: string;
  readonly scope: Scope;
  readonly outside: Outside;
  expression(node: Cst): ts.Expression;
  block(node: Cst): ts.Block;
  /** Target type of an expression: what `new()` constructs. */
  readonly expected?: string | undefined;
  /** The same context, where a value of a type is expected. */
  expecting(type: string): Lowering;
  /** The same file inside another scope. */
  inside(scope: Scope): Lowering;
  /** Static type of an expression: of a variable, a cast, a construction. */
  typeOf(node: Cst): string | undefined;
}

export const textIn = ({ text }: Pick<Lowering, 'text'>, node: Cst): string =>
  text.slice(node.start, node.end);

/** Context of a nested function or block: its declarations are not visible outside. */
export const nestedScope = (ctx: Lowering, names: Iterable<readonly [string, string]> = []): Lowering =>
  ctx.inside({ ...ctx.scope, locals: new Map([...ctx.scope.locals, ...names]) });

/** Type name without type arguments: `List<String>` is `List`. */
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

/** Type that a declaration names or `new` constructs, without type arguments; empty where it names none. */
export const typeWritten = (ctx: Pick<Lowering, 'text'>, node: Cst): string => {
  const type = childIn(node, 'type');
  return type ? plainType(textIn(ctx, type)) : '';
};

const fieldType = (owner: Owner | undefined, name: string): string | undefined =>
  owner && (owner.fields.get(name) ?? fieldType(owner.around, name));

/** Declared type of a variable, a parameter or a field. */
export const typeOfName = ({ scope }: Lowering, name: string): string | undefined =>
  scope.locals.get(name) ?? fieldType(scope.owner, name);

/** True where a type name of the file resolves to a package's type: `Request` of `okhttp3`. */
export const isTypeOf = ({ outside }: Lowering, type: string, library: string): boolean => {
  if (type.startsWith(`${library}.`)) return true;
  const [first = type] = type.split('.');
  const named = outside.named.get(first);
  if (named !== undefined) return named.startsWith(`${library}.`);
  return (
    !outside.declared.has(first) && outside.packages.some((name) => `${name}.`.startsWith(`${library}.`))
  );
};

/** True where a file imports a package, one below it, or one of its types. */
export const isImported = ({ outside }: Lowering, library: string): boolean =>
  [...outside.packages, ...outside.named.values()].some((name) => `${name}.`.startsWith(`${library}.`));

const resultIn = (owner: Owner | undefined, name: string): string | undefined =>
  owner && (owner.results.get(name) ?? resultIn(owner.around, name));

/** Return type of a method of an enclosing class, or of a function of the file. */
export const typeOfResult = ({ scope, outside }: Lowering, name: string): string | undefined =>
  resultIn(scope.owner, name) ?? outside.results?.get(name);
