import { strip } from '../evaluate/arguments.ts';
import { dottedName } from '../syntax/dialect.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { mustStay } from './examination.ts';

/** Options that a request sends. */
const SENT = /^(?:headers|params|data|body|json|form)$/;

/** True for `{ ...error.config, retried: true }`, which adds nothing that is sent. */
const isCopy = (
  { properties: [first, ...others] }: ts.ObjectLiteralExpression,
  seen: ReadonlySet<ts.Node>,
): boolean =>
  first !== undefined &&
  ts.isSpreadAssignment(first) &&
  isOwnConfig(first.expression, seen) &&
  others.every(({ name }) => name && ts.isIdentifier(name) && !SENT.test(name.text) && !mustStay(name.text));

const NOTHING: ReadonlySet<ts.Node> = new Set();

/** True for `error.config`, a copy of it, or a variable that holds it; `seen` are the declarations on the way. */
const isOwnConfig = (node: ts.Expression, seen = NOTHING): boolean => {
  const at = strip(node);
  if (ts.isObjectLiteralExpression(at)) return isCopy(at, seen);
  if (ts.isPropertyAccessExpression(at)) return at.name.text === 'config';
  const declared = ts.isIdentifier(at) ? declarationOf(at.text, at) : undefined;
  if (!declared || !ts.isIdentifier(declared) || seen.has(declared)) return false;
  const { parent } = declared;
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name).getText() === 'config';
  const initial = ts.isVariableDeclaration(parent) ? parent.initializer : undefined;
  return initial !== undefined && isOwnConfig(initial, new Set([...seen, declared]));
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
  if (!config || others.length > 0) return false;
  const client = answeredBy(expression);
  const own = client !== undefined && [client, `${client}.request`].includes(dottedName(expression));
  return own && isOwnConfig(config);
};
