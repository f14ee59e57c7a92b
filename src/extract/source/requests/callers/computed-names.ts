import { flatten, HOLE } from '../../../../model/index.ts';
import { classChain } from '../../evaluate/classes.ts';
import type { Evaluator, FunctionNode, Value } from '../../evaluate/values.ts';
import { loweredFile } from '../../syntax/dialect.ts';
import { nameReferences } from '../../syntax/name-references.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { ts } from '../../syntax/tree.ts';

/**
 * Expression that takes a function by a computed name: `getattr(self, name)`, `globals()[name]`, `public_send(name)`.
 */
export interface ComputedName {
  readonly owner: ts.Expression;
  readonly name: ts.Expression;
  /** True where reflection takes it from any class. */
  readonly reflected: boolean;
}

/** Reflection calls that return a method by name: `getDeclaredMethod(name)`, `MethodByName(name)`. */
const REFLECTS = /^(?:getMethod|getDeclaredMethod|GetMethod|GetDeclaredMethod|MethodByName|methodcaller)$/;
/** Namespaces of a file's functions: `globals()`, `sys.modules[__name__]`. */
const OF_FILE = /^(?:globals|locals|vars)\(\)|^sys\.modules\[|\bimport_module\(/;
/** Calls that do nothing with a function argument. */
const INERT =
  /^(?:String|str|repr|len|int|float|bool|isinstance|type|print|console\.log|format|setattr|callable)$/;

const isCalled = (name: ts.BindingName): boolean =>
  ts.isIdentifier(name) &&
  nameReferences(name).some(
    (reference) => ts.isCallExpression(reference.parent) && reference.parent.expression === reference,
  );

/** True where the function is called, or passed to something that may call it. */
const isUsedAsFunction = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) || ts.isParenthesizedExpression(parent)) return isUsedAsFunction(parent);
  if (ts.isVariableDeclaration(parent)) return isCalled(parent.name);
  if (ts.isReturnStatement(parent)) return true;
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  return parent.expression === node || !INERT.test(parent.expression.getText());
};

const isLiteral = (node: ts.Expression): boolean => ts.isStringLiteralLike(node) || ts.isNumericLiteral(node);

/** Expressions of a file in another language than JavaScript that take functions by computed names. */
export const computedNamesIn = (file: ts.SourceFile): readonly ComputedName[] => {
  if (loweredFile(file) === undefined) return [];
  const { accesses, calls } = nodesOf(file);
  const taken = accesses.flatMap((node): readonly ComputedName[] =>
    ts.isElementAccessExpression(node) && !isLiteral(node.argumentExpression) && isUsedAsFunction(node)
      ? [{ owner: node.expression, name: node.argumentExpression, reflected: false }]
      : [],
  );
  const reflected = calls.flatMap(({ expression: callee, arguments: given }): readonly ComputedName[] => {
    const name = given?.[0];
    return name &&
      ts.isPropertyAccessExpression(callee) &&
      REFLECTS.test(callee.name.text) &&
      !isLiteral(name)
      ? [{ owner: callee.expression, name, reflected: true }]
      : [];
  });
  return [...taken, ...reflected];
};

/** True where a name may consist of pieces with anything between them. Linear, unlike a pattern of many `.*`. */
const mayRead = ([first = '', ...rest]: readonly string[], name: string): boolean => {
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at + last.length <= name.length;
};

/** True where a computed name may equal this one: `cmd_fetch` of `f"cmd_{name}"`. */
const mayBe = (ctx: Evaluator, { name: node }: ComputedName, name: string): boolean =>
  ctx.evaluate(node, undefined).some((val) => {
    if (val.kind !== 'text')
      return val.kind === 'unknown' || val.kind === 'external' || val.kind === 'response';
    return mayRead(flatten(val.text).split(HOLE), name);
  });

const ownerOf = (fn: FunctionNode): ts.ClassLikeDeclaration | undefined =>
  ts.isClassLike(fn.parent) ? fn.parent : undefined;

const mayHold = (ctx: Evaluator, val: Value, owner: ts.Expression, fn: FunctionNode): boolean => {
  const held = ownerOf(fn);
  if (val.kind === 'instance' || val.kind === 'class')
    return (
      held !== undefined &&
      (classChain(ctx, held).includes(val.node) || classChain(ctx, val.node).includes(held))
    );
  if (val.kind === 'module') return !held && fn.getSourceFile().fileName === val.path;
  if (val.kind !== 'unknown' && val.kind !== 'external') return false;
  return OF_FILE.test(owner.getText()) && !held && fn.getSourceFile() === owner.getSourceFile();
};

/** True where a computed name may resolve to a function. */
export const mayTake = (ctx: Evaluator, taken: ComputedName, fn: FunctionNode, name: string): boolean => {
  if (!mayBe(ctx, taken, name)) return false;
  if (taken.reflected) return ownerOf(fn) !== undefined;
  return ctx.evaluate(taken.owner, undefined).some((val) => mayHold(ctx, val, taken.owner, fn));
};
