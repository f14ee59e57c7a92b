import type { ClientRow } from '../clients/client-row.ts';
import { isClientPackage } from '../clients/client-lookup.ts';
import { argumentsOf } from '../evaluate/arguments.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import type { Ctx, Env, ExternalVal, FunctionVal, Made, Val } from '../evaluate/values.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import { type HeaderSource, NO_HEADERS, UNSEEN_HEADERS } from './headers.ts';
import { headersIn, requestOver } from './hooks.ts';

// What stands between a client and the network: `RoundTrip` of Go may add headers to each request.

const nameOf = (node: ts.MethodDeclaration): string => (ts.isIdentifier(node.name) ? node.name.text : '');

const isHeaders = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'headers';

const changesHeaders = (node: ts.Node): boolean => {
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.EqualsToken && isHeaders(node.left);
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:set|append|delete|assign)$/.test(node.expression.name.text)
  );
};

/** True for a file with a transport that does something to headers. */
const addsHeaders = oncePerNode((file: ts.SourceFile): { readonly adds: boolean } => {
  let adds = false;
  for (const node of nodesOf(file).methods)
    if (nameOf(node) === 'RoundTrip' && node.body)
      walk(node.body, (at) => {
        if (changesHeaders(at)) adds = true;
      });
  return { adds };
});

/** The requests that a transport hands on, as it has made them. */
const handedOn = (ctx: Ctx, fn: FunctionVal): HeaderSource => {
  const { node } = fn;
  if (!node.body) return UNSEEN_HEADERS;
  const given = requestOver(node);
  const argument: Env['argument'] = (index) => (index === 0 ? [given] : undefined);
  const inside: Env = { fn: node, call: undefined, argument, self: fn.self, next: fn.env };
  const found: HeaderSource[] = [];
  walk(node.body, (at) => {
    if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) return;
    const [request] = at.arguments;
    if (/^(?:RoundTrip|Do)$/.test(at.expression.name.text) && request)
      found.push(headersIn(ctx.evaluate(request, inside), node));
  });
  const [only, ...others] = found;
  return only && others.length === 0
    ? { ...NO_HEADERS, complete: only.complete, entries: only.entries }
    : UNSEEN_HEADERS;
};

const isEmpty = (val: Val): boolean => val.kind === 'primitive';

/** What a transport adds to each request. */
const addedBy = (ctx: Ctx, vals: readonly Val[], node: ts.Node): HeaderSource => {
  const [only, ...others] = vals.filter((val) => !isEmpty(val));
  if (!only) return NO_HEADERS;
  if (others.length > 0) return UNSEEN_HEADERS;
  if (only.kind === 'external') return wraps(ctx, only) ? UNSEEN_HEADERS : NO_HEADERS;
  if (only.kind !== 'instance') return UNSEEN_HEADERS;
  const [method, ...more] = ctx.property(only, 'RoundTrip', node, false);
  return method?.kind === 'function' && more.length === 0 ? handedOn(ctx, method) : UNSEEN_HEADERS;
};

/** True for a transport of a package that is given one of the project. */
const wraps = (ctx: Ctx, { made }: ExternalVal): boolean =>
  made.some(({ call, env }) =>
    (call.arguments ?? []).some((_, index) =>
      (argumentsOf(ctx, call, env)(index) ?? []).some(
        (val) =>
          val.kind === 'instance' ||
          val.kind === 'function' ||
          (val.kind === 'object' &&
            val.members.some((member) => member.value().some(({ kind }) => kind === 'instance'))),
      ),
    ),
  );

const transportIn = (ctx: Ctx, { call, env }: Made, name: string): readonly Val[] | undefined => {
  const named = call.arguments?.find(isKeywords);
  const [options] = named ? ctx.evaluate(named, env) : [];
  const has = options?.kind === 'object' && options.members.some((member) => member.name === name);
  return has && options?.kind === 'object' ? propertyOfObject(options, name, call) : undefined;
};

/** What the transport of a client does to the headers of its requests; of one that is not seen nothing is known. */
export const transported = (
  ctx: Ctx,
  external: ExternalVal | undefined,
  row: ClientRow,
): readonly HeaderSource[] => {
  const { transport } = row;
  if (transport === undefined) return [];
  for (const made of external?.made ?? []) {
    const vals = transportIn(ctx, made, transport);
    if (vals) return [addedBy(ctx, vals, made.call)];
  }
  if (external && !isClientPackage(ctx.clients, external.module)) return [];
  return ctx.program.loaded().some(({ file }) => addsHeaders(file).adds) ? [UNSEEN_HEADERS] : [];
};
