import { strip } from '../evaluate/arguments.ts';
import { dottedName } from '../syntax/dialect.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';

/** True for `error.config`, or a variable that holds it. */
const isOwnConfig = (node: ts.Expression): boolean => {
  const at = strip(node);
  if (ts.isPropertyAccessExpression(at)) return at.name.text === 'config';
  const declared = ts.isIdentifier(at) ? declarationOf(at.text, at) : undefined;
  if (!declared || !ts.isIdentifier(declared)) return false;
  const { parent } = declared;
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name).getText() === 'config';
  return (
    ts.isVariableDeclaration(parent) && parent.initializer !== undefined && isOwnConfig(parent.initializer)
  );
};

/** Client of the enclosing response interceptor. */
const answeredBy = (node: ts.Node): string | undefined => {
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (!ts.isCallExpression(parent) || parent.expression === at) continue;
    const callee = dottedName(parent.expression);
    if (callee.endsWith('.interceptors.response.use'))
      return callee.slice(0, -'.interceptors.response.use'.length);
  }
  return undefined;
};

/** True for a request that an interceptor of its own client's responses sends again unchanged: `api(error.config)`. */
export const isResent = ({ expression, arguments: [config, ...others] }: ts.CallExpression): boolean => {
  if (!config || others.length > 0 || !isOwnConfig(config)) return false;
  const client = answeredBy(expression);
  return client !== undefined && [client, `${client}.request`].includes(dottedName(expression));
};
