import { type HeaderSource, headersFrom, NO_HEADERS, UNSEEN_HEADERS } from './headers.ts';
import { nodesOf } from './nodes.ts';
import { ts } from './parse.ts';
import type { Ctx, Env, ObjMember } from './values.ts';
import { walk } from './walk.ts';

const DEFAULTS = /^\.defaults\.headers(\.(common|get|post|put|patch|delete)|\[['"]common['"]\])?$/;

interface Found {
  readonly members: ObjMember[];
  complete: boolean;
}

const nameOf = (node: ts.Node): string | undefined =>
  ts.isIdentifier(node) ? node.text : ts.isStringLiteralLike(node) ? node.text : undefined;

const addMember = (
  ctx: Ctx,
  found: Found,
  nameNode: ts.Node,
  expression: ts.Expression,
  node: ts.Node,
  env: Env | undefined,
): void => {
  const name = nameOf(nameNode);
  if (name === undefined) found.complete = false;
  else
    found.members.push({
      name,
      nameNode,
      expression,
      node,
      certain: true,
      value: () => ctx.evaluate(expression, env),
    });
};

const accessOf = (node: ts.Expression): { owner: ts.Expression; name: ts.Node } | undefined => {
  if (ts.isPropertyAccessExpression(node)) return { owner: node.expression, name: node.name };
  return ts.isElementAccessExpression(node)
    ? { owner: node.expression, name: node.argumentExpression }
    : undefined;
};

/** `holder.defaults.headers.common['Accept'] = …`. */
const addDefault = (
  ctx: Ctx,
  found: Found,
  node: ts.BinaryExpression,
  holder: string,
  env: Env | undefined,
): void => {
  const target = accessOf(node.left);
  const owner = target?.owner.getText();
  if (target && owner?.startsWith(holder) && DEFAULTS.test(owner.slice(holder.length)))
    addMember(ctx, found, target.name, node.right, node, env);
};

/** `config.headers.Accept = …`, `config.headers.set('Accept', …)`, `config.headers = { …, Accept: … }` in an interceptor. */
const addIntercepted = (
  ctx: Ctx,
  found: Found,
  fn: ts.FunctionLikeDeclaration,
  env: Env | undefined,
): void => {
  const config = fn.parameters[0]?.name.getText();
  const isHeaders = (text: string): boolean => text.replaceAll(/[!?]/g, '') === `${config}.headers`;
  const visit = (node: ts.Node): boolean | void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const target = accessOf(node.left);
      if (target && isHeaders(target.owner.getText()))
        addMember(ctx, found, target.name, node.right, node, env);
      else if (isHeaders(node.left.getText())) addLiteral(ctx, found, node.right, env, isHeaders);
    }
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      isHeaders(node.expression.expression.getText())
    ) {
      const [name, value] = node.arguments;
      if (node.expression.name.text === 'set' && name && value) addMember(ctx, found, name, value, node, env);
    }
  };
  if (fn.body) walk(fn.body, visit);
};

const addLiteral = (
  ctx: Ctx,
  found: Found,
  node: ts.Expression,
  env: Env | undefined,
  isHeaders: (text: string) => boolean,
): void => {
  if (!ts.isObjectLiteralExpression(node)) return;
  for (const property of node.properties) {
    if (ts.isPropertyAssignment(property))
      addMember(ctx, found, property.name, property.initializer, property, env);
    else if (ts.isSpreadAssignment(property) && !isHeaders(property.expression.getText()))
      found.complete = false;
  }
};

/** Headers that statements of the same file add to every request of the instance. */
export const addedLater = (
  ctx: Ctx,
  file: ts.SourceFile,
  holder: string,
  env: Env | undefined,
): HeaderSource => {
  const found: Found = { members: [], complete: true };
  for (const node of nodesOf(file).changing) {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      addDefault(ctx, found, node, holder, env);
    if (ts.isCallExpression(node) && node.expression.getText() === `${holder}.interceptors.request.use`) {
      const [handler] = node.arguments;
      const fn = handler && ctx.evaluate(handler, env)[0];
      if (fn?.kind === 'function') addIntercepted(ctx, found, fn.node, env);
      else if (handler) found.complete = false;
    }
  }
  if (found.members.length === 0) return found.complete ? NO_HEADERS : UNSEEN_HEADERS;
  return headersFrom([{ kind: 'object', node: file, literal: undefined, ...found }], false);
};
