import { ts } from '../syntax/tree.ts';

/** Number of arguments of the call before those of the function. */
export const EXECUTE_OFFSET = 1;

/** Function name in `context.functions.execute('name', …)`; `undefined` for every other call. */
export const executedName = (node: ts.CallExpression | ts.NewExpression): string | undefined => {
  const [first] = node.arguments ?? [];
  if (!first || !ts.isStringLiteralLike(first) || !ts.isPropertyAccessExpression(node.expression))
    return undefined;
  const { name, expression } = node.expression;
  const executes =
    name.text === 'execute' &&
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'functions';
  return executes ? first.text : undefined;
};
