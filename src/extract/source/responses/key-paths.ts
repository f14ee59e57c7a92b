import { exactValue } from '../../../model/index.ts';
import type { Ctx, Env, Value } from '../evaluate/values.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';

/** Loop whose variable an index names. */
const loopOf = (index: ts.Expression): ts.ForOfStatement | undefined => {
  const declared = ts.isIdentifier(index) ? declarationOf(index.text, index) : undefined;
  const list = declared && ts.isIdentifier(declared) ? declared.parent.parent : undefined;
  const loop = list && ts.isVariableDeclarationList(list) ? list.parent : undefined;
  return loop && ts.isForOfStatement(loop) ? loop : undefined;
};

/** True for `value = value[key]`, which goes one step deeper each time. */
const goesDeeper = ({ parent: access }: ts.Expression): boolean => {
  if (!ts.isElementAccessExpression(access) || !ts.isIdentifier(access.expression)) return false;
  const { parent } = access;
  return (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    parent.right === access &&
    ts.isIdentifier(parent.left) &&
    parent.left.text === access.expression.text
  );
};

/** Step by a key: a name, or an element of a list. */
const stepFor = ([only, ...others]: readonly Value[]): string | undefined => {
  if (others.length > 0) return undefined;
  if (only?.kind === 'primitive' && typeof only.value === 'number') return '*';
  return only?.kind === 'text' ? exactValue(only.text) : undefined;
};

/**
 * Paths that a loop over a list of keys reads of a value, `for key in ['a', 0, 'b']: value = value[key]`;
 * `undefined` for other indexes, and where a key is unknown.
 */
export const keyPaths = (
  ctx: Ctx,
  index: ts.Expression,
  env: Env | undefined,
): readonly (readonly string[])[] | undefined => {
  const loop = goesDeeper(index) ? loopOf(index) : undefined;
  if (!loop) return undefined;
  const paths = ctx.evaluate(loop.expression, env).map((val) => {
    const steps =
      val.kind === 'list' && val.complete ? val.items.map((item) => stepFor(item())) : [undefined];
    return steps.every((step) => step !== undefined) ? steps : undefined;
  });
  return paths.every((path) => path !== undefined) ? paths : undefined;
};
