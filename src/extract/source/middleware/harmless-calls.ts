import { strip } from '../evaluate/arguments.ts';
import { dottedName } from '../syntax/dialect.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';

type Call = ts.CallExpression | ts.NewExpression;

/** True for the program's own map, keyed by the request: `started.set(config, Date.now())`. */
export const isMapKey = (call: Call, index: number): boolean => {
  const callee = strip(call.expression);
  if (index > 0 || !ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression))
    return false;
  const declared = declarationOf(callee.expression.text, callee.expression);
  const variable = declared && ts.isIdentifier(declared) ? declared.parent : undefined;
  const made = variable && ts.isVariableDeclaration(variable) ? variable.initializer : undefined;
  return (
    made !== undefined && ts.isNewExpression(made) && /^(?:Weak)?(?:Map|Set)$/.test(made.expression.getText())
  );
};

/** True for a call of an executor's parameter: `new Promise((resolve) => resolve(config))`. */
export const resolvesPromise = (call: Call): boolean => {
  const callee = strip(call.expression);
  const declared = ts.isIdentifier(callee) ? declarationOf(callee.text, callee) : undefined;
  const fn =
    declared && ts.isIdentifier(declared) && ts.isParameter(declared.parent)
      ? declared.parent.parent
      : undefined;
  return (
    fn?.parent !== undefined &&
    ts.isNewExpression(fn.parent) &&
    dottedName(fn.parent.expression) === 'Promise'
  );
};
