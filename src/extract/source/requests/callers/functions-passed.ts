import { addTo } from '../../../../model/index.ts';
import { strip } from '../../evaluate/arguments.ts';
import { appliedIn } from '../../evaluate/bound/applied.ts';
import type { Evaluator, FunctionNode } from '../../evaluate/values.ts';
import { dialectOf, loweredFile } from '../../syntax/dialect.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { ts } from '../../syntax/tree.ts';
import { type ComputedName, computedNamesIn, mayTake } from './computed-names.ts';
import { FunctionsNamed } from './named-functions.ts';

/** Call that a function is passed to by name: `clusters.map(toRow)`. */
export interface PassedFunction {
  readonly call: ts.CallExpression;
  readonly argument: ts.Expression;
}

/** Name by which an argument refers to a function: `f`, `this.f`, `helpers.f`, `this.f.bind(this)`. */
const nameOf = (argument: ts.Expression): string | undefined => {
  const node = strip(argument);
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  return node.expression.name.text === 'bind' ? nameOf(node.expression.expression) : undefined;
};

const textOf = (name: ts.Node | undefined): string | undefined =>
  name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name))
    ? name.text
    : undefined;

/** Name of a function: its own, or that of the variable or member that holds it. */
const nameOfFunction = (fn: FunctionNode): string | undefined => {
  if (fn.name) return textOf(fn.name);
  const { parent } = fn;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent))
    return textOf(parent.name);
  if (!ts.isBinaryExpression(parent)) return undefined;
  return ts.isPropertyAccessExpression(parent.left) ? parent.left.name.text : textOf(parent.left);
};

/** Members that a file in another language than JavaScript accesses and does not call. */
const valuesIn = (file: ts.SourceFile): readonly ts.PropertyAccessExpression[] =>
  loweredFile(file) === undefined || dialectOf(file).callsBare
    ? []
    : nodesOf(file).accesses.filter(
        (access): access is ts.PropertyAccessExpression =>
          ts.isPropertyAccessExpression(access) &&
          !(ts.isCallExpression(access.parent) && access.parent.expression === access),
      );

const byName = (
  accesses: readonly ts.PropertyAccessExpression[],
): ReadonlyMap<string, readonly ts.PropertyAccessExpression[]> => {
  const found = new Map<string, ts.PropertyAccessExpression[]>();
  for (const access of accesses) {
    const { text } = access.name;
    (found.get(text) ?? found.set(text, []).get(text)!).push(access);
  }
  return found;
};

/** Functions that are passed to calls by name. Built on first use. */
export class FunctionsPassed {
  readonly #ctx: Evaluator;
  readonly #named: FunctionsNamed;
  #byName: ReadonlyMap<string, readonly PassedFunction[]> | undefined;
  #values: ReadonlyMap<string, readonly ts.PropertyAccessExpression[]> | undefined;
  readonly #isNamed = new Map<FunctionNode, boolean>();
  #computed: readonly ComputedName[] | undefined;

  constructor(ctx: Evaluator) {
    this.#ctx = ctx;
    this.#named = new FunctionsNamed(ctx);
  }

  /** Calls that receive the function. */
  of(fn: FunctionNode): readonly PassedFunction[] {
    const name = nameOfFunction(fn);
    if (name === undefined) return [];
    this.#byName ??= this.#build();
    const means = ({ argument }: PassedFunction): boolean =>
      this.#ctx.evaluate(argument, undefined).some((val) => val.kind === 'function' && val.node === fn);
    return (this.#byName.get(name) ?? []).filter(means);
  }

  /** True where the function may be taken by its name in a way that evaluation does not follow. */
  isNamed(fn: FunctionNode): boolean {
    const known = this.#isNamed.get(fn) ?? this.#mayBeNamed(fn);
    this.#isNamed.set(fn, known);
    return known;
  }

  #mayBeNamed(fn: FunctionNode): boolean {
    const name = nameOfFunction(fn);
    if (name === undefined) return false;
    this.#computed ??= this.#ctx.program.loaded().flatMap(({ file }) => computedNamesIn(file));
    const isTaken = this.#computed.some((taken) => mayTake(this.#ctx, taken, fn, name));
    return isTaken || this.#isValue(fn, name) || this.#named.has(name, fn.getSourceFile());
  }

  /** True where a member access of another language uses the function as a value: `asked += this.fetch`. */
  #isValue(fn: FunctionNode, name: string): boolean {
    this.#values ??= byName(this.#ctx.program.loaded().flatMap(({ file }) => valuesIn(file)));
    return (this.#values.get(name) ?? []).some((access) =>
      this.#ctx.evaluate(access, undefined).some((val) => val.kind === 'function' && val.node === fn),
    );
  }

  #build(): ReadonlyMap<string, readonly PassedFunction[]> {
    const found = new Map<string, PassedFunction[]>();
    const add = (node: ts.CallExpression): void => {
      // What a hook calls is called there with what it gets: `useSWR(url, fetcher)`.
      const called = appliedIn(node)?.callee;
      for (const argument of node.arguments) {
        const name = nameOf(argument);
        if (name === undefined || argument === called) continue;
        addTo(found, name, { call: node, argument });
      }
    };
    for (const { file } of this.#ctx.program.loaded())
      for (const call of nodesOf(file).calls) if (ts.isCallExpression(call)) add(call);
    return found;
  }
}
