import type { ClientRow } from '../clients/client-row.ts';
import { isClientPackage } from '../clients/client-lookup.ts';
import { argumentValues } from '../evaluate/arguments.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import type { Ctx, Env, ExternalValue, FunctionValue, Made, Value } from '../evaluate/values.ts';
import { markRequest } from '../syntax/dialect.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { hiddenAt, type HeaderSource, NO_HEADERS, UNKNOWN_HEADERS } from '../headers/headers.ts';
import { headersIn, requestOver } from '../middleware/hooks.ts';

// Code between a client and the network: `RoundTrip` of Go, an interceptor, a handler may change each request.

const nameOf = (node: ts.MethodDeclaration): string => (ts.isIdentifier(node.name) ? node.name.text : '');

/**
 * True for a method that each request of some client passes through: `RoundTrip`, `intercept`, `SendAsync` of
 * a handler.
 */
const passesRequests = (node: ts.MethodDeclaration): boolean =>
  /^(?:RoundTrip|intercept)$/.test(nameOf(node)) ||
  (nameOf(node) === 'SendAsync' && ts.isClassLike(node.parent) && node.parent.heritageClauses !== undefined);

const isOfRequest = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && /^(?:headers|URL|Host|url)$/.test(node.name.text);

/** True for `req.headers = …`, `req.URL.Host = …`, `delete req.headers[…]`, `req.headers.set(…)`. */
const changesRequest = (node: ts.Node): boolean => {
  if (ts.isDeleteExpression(node)) return true;
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken } = node;
    const inner = ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left);
    return (
      operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      inner &&
      (isOfRequest(left) || isOfRequest(left.expression))
    );
  }
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:set|append|delete|assign)$/.test(node.expression.name.text)
  );
};

/** True for a file with a transport that changes requests. */
const changesRequests = oncePerNode((file: ts.SourceFile): { readonly changes: boolean } => {
  let changes = false;
  for (const node of nodesOf(file).methods)
    if (passesRequests(node) && node.body)
      walk(node.body, (at) => {
        if (changesRequest(at)) changes = true;
      });
  return { changes };
});

/** True for `req.URL.Host = host`: the destination of the request is unknown then. */
const leadsElsewhere = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  ts.isPropertyAccessExpression(node.left) &&
  (/^(?:URL|Host)$/.test(node.left.name.text) ||
    (ts.isPropertyAccessExpression(node.left.expression) && node.left.expression.name.text === 'URL'));

/** Requests as a transport passes them on. */
const handedOn = (ctx: Ctx, fn: FunctionValue): HeaderSource => {
  const { node } = fn;
  if (!node.body) return hiddenAt(node);
  const given = requestOver(markRequest(node));
  const argument: Env['argument'] = (index) => (index === 0 ? [given] : undefined);
  const inside: Env = { fn: node, call: undefined, argument, self: fn.self, next: fn.env };
  const found: HeaderSource[] = [];
  walk(node.body, (at) => {
    if (leadsElsewhere(at)) found.push(hiddenAt(at));
    if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) return;
    const [request] = at.arguments;
    if (/^(?:RoundTrip|Do)$/.test(at.expression.name.text) && request)
      found.push(headersIn(ctx.evaluate(request, inside), node));
  });
  const [only, ...others] = found;
  return only && others.length === 0
    ? { ...NO_HEADERS, complete: only.complete, entries: only.entries, fate: only.fate }
    : hiddenAt(node);
};

/** Headers that a transport adds to each request. */
const addedBy = (ctx: Ctx, vals: readonly Value[], node: ts.Node): HeaderSource => {
  const [only, ...others] = vals.filter((val) => val.kind !== 'primitive');
  if (!only) return NO_HEADERS;
  if (others.length > 0) return hiddenAt(node);
  if (only.kind === 'external') return wraps(ctx, only) ? hiddenAt(node) : NO_HEADERS;
  if (only.kind !== 'instance') return hiddenAt(node);
  const [method, ...more] = ctx.property(only, 'RoundTrip', node, false);
  return method?.kind === 'function' && more.length === 0 ? handedOn(ctx, method) : hiddenAt(node);
};

/** True for a transport of a package that wraps one of the project. */
const wraps = (ctx: Ctx, { made }: ExternalValue): boolean =>
  made.some(({ call, env }) =>
    (call.arguments ?? []).some((_, index) =>
      (argumentValues(ctx, call, env)(index) ?? []).some(
        (val) =>
          val.kind === 'instance' ||
          val.kind === 'function' ||
          (val.kind === 'object' &&
            val.members.some((member) => member.value().some(({ kind }) => kind === 'instance'))),
      ),
    ),
  );

/** True for an object, or for named arguments, with a member of this name. */
const holds = (node: ts.Expression, name: string): boolean =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.some(
    (each) => each.name !== undefined && ts.isIdentifier(each.name) && each.name.text === name,
  );

const transportIn = (ctx: Ctx, { call, env }: Made, name: string): readonly Value[] | undefined => {
  const named = call.arguments?.find((argument) => holds(argument, name));
  const [options] = named ? ctx.evaluate(named, env) : [];
  const has = options?.kind === 'object' && options.members.some((member) => member.name === name);
  return has && options?.kind === 'object' ? propertyOfObject(options, name, call) : undefined;
};

/** Effect of a client's transport on the headers of its requests; unknown where the transport is unknown. */
export const transported = (
  ctx: Ctx,
  external: ExternalValue | undefined,
  row: ClientRow,
): readonly HeaderSource[] => {
  const { transport } = row;
  if (transport === undefined) return [];
  for (const made of external?.made ?? []) {
    const vals = transportIn(ctx, made, transport);
    if (vals) return [addedBy(ctx, vals, made.call)];
  }
  if (external && !isClientPackage(ctx.clients, external.module)) return [];
  return ctx.program.loaded().some(({ file }) => changesRequests(file).changes) ? [UNKNOWN_HEADERS] : [];
};
