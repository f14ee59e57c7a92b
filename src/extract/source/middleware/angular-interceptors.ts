import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { returnValues } from './return-values.ts';

/** Angular interceptor, with the node that declares it. */
interface Interceptor {
  readonly value: ts.Expression;
  readonly node: ts.Node;
}

/** `{ provide: HTTP_INTERCEPTORS, useClass: Signing }` */
const ofProvider = ({ parent, initializer }: ts.PropertyAssignment): readonly Interceptor[] => {
  if (initializer.getText() !== 'HTTP_INTERCEPTORS') return [];
  return parent.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && /^use[A-Z]/.test(property.name.getText())
      ? [{ value: property.initializer, node: property }]
      : [],
  );
};

/** `class Signing implements HttpInterceptor`, with or without a provider. */
const ofClass = ({ name, heritageClauses }: ts.ClassLikeDeclaration): readonly Interceptor[] => {
  const isOne = heritageClauses?.some(({ types }) =>
    types.some(({ expression }) => expression.getText() === 'HttpInterceptor'),
  );
  return name && isOne ? [{ value: name, node: name }] : [];
};

/** Name of a function, or the function itself where it is a value. */
const functionAsValue = (fn: ts.Node): readonly Interceptor[] => {
  const value = ts.isFunctionDeclaration(fn) ? fn.name : fn;
  return value && !ts.isMethodDeclaration(value) ? [{ value: value as ts.Expression, node: fn }] : [];
};

/** `const json: HttpInterceptorFn = …`, `(): HttpInterceptorFn => …`, `… satisfies HttpInterceptorFn`. */
const ofInterceptorType = (type: ts.TypeReferenceNode): readonly Interceptor[] => {
  const { parent } = type;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent))
    return parent.initializer ? [{ value: parent.initializer, node: parent }] : [];
  if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent))
    return [{ value: parent.expression, node: parent }];
  if (!ts.isFunctionLike(parent)) return [];
  return returnValues(parent).flatMap((value) => (value ? [{ value, node: value }] : []));
};

/** `function json(request: HttpRequest<unknown>, next: HttpHandlerFn)`. */
const ofType = (type: ts.TypeReferenceNode): readonly Interceptor[] => {
  const name = type.typeName.getText();
  if (name === 'HttpInterceptorFn') return ofInterceptorType(type);
  const { parent } = type;
  return name === 'HttpHandlerFn' && ts.isParameter(parent) && parent.parent.parameters.indexOf(parent) === 1
    ? functionAsValue(parent.parent)
    : [];
};

const byType = (file: ts.SourceFile): readonly Interceptor[] => {
  if (!/\bHttp(?:Interceptor|Handler)Fn\b/.test(file.text)) return [];
  const found: Interceptor[] = [];
  walk(file, (node) => {
    if (ts.isTypeReferenceNode(node)) found.push(...ofType(node));
  });
  return found;
};

/** Angular interceptors in a file, with or without a provider. */
export const angularInterceptors = oncePerNode((file: ts.SourceFile): readonly Interceptor[] => [
  ...nodesOf(file).classes.flatMap(ofClass),
  ...nodesOf(file).members.flatMap((node) => (ts.isPropertyAssignment(node) ? ofProvider(node) : [])),
  ...byType(file),
]);
