import type { Ctx, Env } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';

// Variables bound to a request's response or error: `const response = await fetch(…)`, `catch (error)`.

const parameterOf = (callback: ts.Expression | undefined): ts.BindingName | undefined =>
  callback && (ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))
    ? callback.parameters[0]?.name
    : undefined;

/** `.catch((error) => …)`, `.then(…, (error) => …)` */
const caughtBy = ({ name, parent: call }: ts.PropertyAccessExpression): ts.BindingName | undefined => {
  if (!ts.isCallExpression(call)) return undefined;
  if (name.text === 'catch') return parameterOf(call.arguments[0]);
  return name.text === 'then' ? parameterOf(call.arguments[1]) : undefined;
};

const isInline = (node: ts.Node): boolean =>
  (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && ts.isCallExpression(node.parent);

/** Variables bound to the error of a call, in the enclosing function and in calls that it is passed to. */
export const errorsOf = (call: ts.Node): readonly ts.BindingName[] => {
  const found: ts.BindingName[] = [];
  for (let at = call; at.parent && !(ts.isFunctionLike(at) && !isInline(at)); at = at.parent) {
    const { parent } = at;
    const name =
      ts.isTryStatement(parent) && parent.tryBlock === at
        ? parent.catchClause?.variableDeclaration?.name
        : ts.isPropertyAccessExpression(parent) && parent.expression === at
          ? caughtBy(parent)
          : undefined;
    if (name) found.push(name);
  }
  return found;
};

/** Variable bound to the response of a call: `const response = await fetch(…)`, `.then((response) => …)`. */
export const responseOf = (
  ctx: Ctx,
  call: ts.CallExpression,
  env: Env | undefined,
): ts.BindingName | undefined => {
  const { parent } = call;
  const name = ts.isAwaitExpression(parent)
    ? ts.isVariableDeclaration(parent.parent)
      ? parent.parent.name
      : undefined
    : ts.isPropertyAccessExpression(parent) &&
        parent.name.text === 'then' &&
        ts.isCallExpression(parent.parent)
      ? parameterOf(parent.parent.arguments[0])
      : undefined;
  const isResponse = (): boolean =>
    ctx.evaluate(call, env).some((val) => val.kind === 'response' && val.stage === 'response');
  return name && isResponse() ? name : undefined;
};
