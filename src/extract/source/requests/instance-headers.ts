import { type HeaderSource, headersFrom, NO_HEADERS } from './headers.ts';
import type { InstanceChange } from './instance-changes.ts';
import { ts } from '../syntax/parse.ts';
import type { Ctx, Env, ObjMember } from '../evaluate/values.ts';
import { walk } from '../syntax/walk.ts';

const VERBS = /^(?:get|delete|head|options|post|put|patch)$/;

interface Found {
  readonly members: ObjMember[];
  complete: boolean;
}

/** Where a member is looked up: what is known of it, and whether it surely is there. */
interface Scope {
  readonly ctx: Ctx;
  readonly env: Env | undefined;
  readonly certain: boolean;
}

/** The name that a step of a path spells; `undefined` when it is computed. */
export const stepText = (node: ts.Node): string | undefined =>
  ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : undefined;

const addMember = (
  { ctx, env, certain }: Scope,
  found: Found,
  nameNode: ts.Node,
  expression: ts.Expression,
  node: ts.Node,
): void => {
  const name = stepText(nameNode);
  if (name === undefined) found.complete = false;
  else
    found.members.push({
      name,
      nameNode,
      expression,
      node,
      certain,
      value: () => ctx.evaluate(expression, env),
    });
};

/** The members of an object that takes the place of the headers, or is merged into them. */
const addObject = ({ ctx, env, certain }: Scope, found: Found, value: ts.Expression): void => {
  for (const val of ctx.evaluate(value, env)) {
    if (val.kind !== 'object') {
      found.complete = false;
      continue;
    }
    found.members.push(...(certain ? val.members : val.members.map((member) => ({ ...member, certain }))));
    if (!val.complete) found.complete = false;
  }
};

const accessOf = (node: ts.Expression): { owner: ts.Expression; name: ts.Node } | undefined => {
  if (ts.isPropertyAccessExpression(node)) return { owner: node.expression, name: node.name };
  return ts.isElementAccessExpression(node)
    ? { owner: node.expression, name: node.argumentExpression }
    : undefined;
};

/** `config.headers.Accept = …`, `config.headers.set('Accept', …)`, `config.headers = { …, Accept: … }` in an interceptor. */
const addIntercepted = (scope: Scope, found: Found, fn: ts.FunctionLikeDeclaration): void => {
  const config = fn.parameters[0]?.name.getText();
  const isHeaders = (text: string): boolean => text.replaceAll(/[!?]/g, '') === `${config}.headers`;
  const visit = (node: ts.Node): boolean | void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const target = accessOf(node.left);
      if (target && isHeaders(target.owner.getText())) addMember(scope, found, target.name, node.right, node);
      else if (isHeaders(node.left.getText())) addLiteral(scope, found, node.right, isHeaders);
    }
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      isHeaders(node.expression.expression.getText())
    ) {
      const [name, value] = node.arguments;
      if (node.expression.name.text === 'set' && name && value) addMember(scope, found, name, value, node);
    }
  };
  if (fn.body) walk(fn.body, visit);
};

const addLiteral = (
  scope: Scope,
  found: Found,
  node: ts.Expression,
  isHeaders: (text: string) => boolean,
): void => {
  if (!ts.isObjectLiteralExpression(node)) return;
  for (const property of node.properties) {
    if (ts.isPropertyAssignment(property))
      addMember(scope, found, property.name, property.initializer, property);
    else if (ts.isSpreadAssignment(property) && !isHeaders(property.expression.getText()))
      found.complete = false;
  }
};

/** `….headers.common['Accept'] = …`, `….headers = { … }`; headers of one method count for that one. */
const addDefault = (scope: Scope, found: Found, change: InstanceChange, method: string | undefined): void => {
  const steps = change.path.slice(1);
  const group = steps[0] && stepText(steps[0]);
  let inside = scope;
  if (group !== undefined && (group === 'common' || VERBS.test(group))) {
    steps.shift();
    if (group !== 'common' && method !== undefined && group.toUpperCase() !== method) return;
    if (group !== 'common' && method === undefined) inside = { ...scope, certain: false };
  }
  const [name] = steps;
  if (name) addMember(inside, found, name, change.value, change.node);
  else addObject(inside, found, change.value);
};

const addChange = (
  ctx: Ctx,
  found: Found,
  change: InstanceChange,
  env: Env | undefined,
  method: string | undefined,
): void => {
  const scope: Scope = { ctx, env, certain: change.certain };
  if (change.kind === 'intercept') {
    const [fn] = ctx.evaluate(change.value, env);
    if (fn?.kind === 'function') addIntercepted(scope, found, fn.node);
    else found.complete = false;
  } else if (change.kind === 'set') {
    if (change.path[0]) addMember(scope, found, change.path[0], change.value, change.node);
    else addObject(scope, found, change.value);
  } else if (change.path[0] && stepText(change.path[0]) === 'headers')
    addDefault(scope, found, change, method);
};

/** Headers that statements add to every request of a client; `method` is that of the call, where its name tells. */
export const headersAdded = (
  ctx: Ctx,
  changes: readonly InstanceChange[],
  env: Env | undefined,
  method: string | undefined,
): HeaderSource => {
  const found: Found = { members: [], complete: true };
  for (const change of changes) addChange(ctx, found, change, env, method);
  if (found.members.length === 0) return { ...NO_HEADERS, complete: found.complete };
  const node = changes[0]!.node;
  return headersFrom([{ kind: 'object', node, literal: undefined, ...found }], false);
};
