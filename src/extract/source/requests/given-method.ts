import { variableHolding } from '../evaluate/paths/later-calls.ts';
import { type Ctx, type Env, unknown, type Value } from '../evaluate/values.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { referencesTo } from '../syntax/references.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';

/** Method that a request is given after its creation, as Python 2 has it: `request.get_method = lambda: 'PATCH'`. */
export const methodGivenTo = (
  ctx: Ctx,
  made: ts.CallExpression | ts.NewExpression,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const variable = loweredFile(made) ? variableHolding(made) : undefined;
  const name = variable && declarationOf(variable.text, variable);
  const uses = name && ts.isIdentifier(name) ? referencesTo(name, name.getSourceFile()) : [];
  const given = uses.flatMap(({ parent }) => {
    const isMethod = ts.isPropertyAccessExpression(parent) && parent.name.text === 'get_method';
    const change = isMethod ? parent.parent : undefined;
    return change && ts.isBinaryExpression(change) && change.left === parent ? [change.right] : [];
  });
  const [only, more] = given;
  if (!only || more) return only && unknown();
  return ctx
    .evaluate(only, env)
    .flatMap((val): readonly Value[] =>
      val.kind === 'function' ? ctx.call(val, undefined, () => undefined, env) : unknown(),
    );
};
