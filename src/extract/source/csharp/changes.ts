import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { commandAssigned } from '../managed/command-calls.ts';
import { addsOf, kindOfType } from '../managed/chain-kinds.ts';
import { isClient } from '../managed/client-kinds.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import { mergedInto, requestChanged } from '../managed/requests.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { argumentsIn, typeOf } from './calls.ts';
import { isClientType } from './made-clients.ts';
import { entryNamed } from '../../../model/index.ts';

type Statements = readonly ts.Statement[];

/** Variable or field, and the members below it: `request`, `Headers.Accept.Add`. */
interface Path {
  readonly root: Cst;
  readonly steps: string;
  readonly dot: number;
}

const pathOf = (ctx: Lowering, node: Cst): Path | undefined => {
  const names: string[] = [];
  let at = node;
  while (at.type === 'member_access_expression') {
    const [owner, name] = [childIn(at, 'expression'), childIn(at, 'name')];
    if (!owner || !name) return undefined;
    if (owner.type === 'this')
      return names.length > 0 ? { root: at, steps: names.join('.'), dot: at.end } : undefined;
    names.unshift(textIn(ctx, name));
    at = owner;
  }
  return at.type === 'identifier' && names.length > 0
    ? { root: at, steps: names.join('.'), dot: at.end }
    : undefined;
};

const headerSet = (
  ctx: Lowering,
  root: Cst,
  name: ts.Expression,
  value: ts.Expression,
  span: Span,
): Statements => {
  const at = build.nowhere(root.end);
  const headers = build.member(ctx.expression(root), build.nameAt('headers', at), root);
  return [build.asStatement(build.assignTo(build.element(headers, name, root), value, span), span)];
};

const memberSet = (
  ctx: Lowering,
  root: Cst,
  names: readonly string[],
  value: ts.Expression,
  span: Span,
): Statements => {
  const at = build.nowhere(root.end);
  const target = names.reduce<ts.Expression>(
    (owner, name) => build.member(owner, build.nameAt(name, at), root),
    ctx.expression(root),
  );
  return [build.asStatement(build.assignTo(target, value, span), span)];
};

/** Any header may have been added or removed from here on. */
const headersUnseen = (ctx: Lowering, root: Cst, args: readonly ts.Expression[], span: Span): Statements => {
  const headers = build.member(ctx.expression(root), build.nameAt('headers', build.nowhere(root.end)), root);
  return [build.asStatement(mergedInto(headers, build.opaque(span, args), span), span)];
};

const HEADERS = /^(?:Default(?:Request))?Headers\.(\w+)(?:\.(\w+))?$/;

/** Lowers a call that adds to the headers of a client or request. */
const headerCall = (
  ctx: Lowering,
  { root, steps }: Path,
  args: readonly ts.Expression[],
  span: Span,
): Statements => {
  const [, name = '', action] = HEADERS.exec(steps) ?? [];
  const [first, second] = args;
  const at = build.nowhere(root.end);
  if (action === undefined && /^(?:Add|TryAddWithoutValidation)$/.test(name) && first && second)
    return headerSet(ctx, root, first, second, span);
  // `Headers.Clear()`, `Headers.Accept.Remove(type)`: only methods that add are known to remove nothing.
  if (action === undefined || !/^(?:Try)?(?:Parse)?Add$/.test(action))
    return headersUnseen(ctx, root, args, span);
  if (name === 'Accept' && first) return headerSet(ctx, root, build.textAt('Accept', at), first, span);
  return headerSet(
    ctx,
    root,
    build.textAt(name === 'UserAgent' ? 'User-Agent' : name, at),
    build.opaque(span, args),
    span,
  );
};

/** Methods of a client that do not change its headers. */
const INERT = /(?:Async|^Send|^Dispose|^CancelPendingRequests)$/;

/** Header that a property of a request sets: `request.Accept = "…";`. */
const headerOfProperty = (ctx: Lowering, { root, steps }: Path): string | undefined =>
  entryNamed(kindOfType(ctx, typeOf(ctx, root))?.headerProperties, steps);

const isRequest = (ctx: Lowering, root: Cst): boolean => kindOfType(ctx, typeOf(ctx, root)) !== undefined;

/**
 * Lowers `request.Headers.Add("Accept", type);`, `_http.DefaultRequestHeaders.Accept.Add(…);`; `undefined`
 * for other calls.
 */
export const callChange = (ctx: Lowering, node: Cst, span: Span): Statements | undefined => {
  const callee = childIn(node, 'function');
  const path = callee && pathOf(ctx, callee);
  if (!path) return undefined;
  const type = typeOf(ctx, path.root);
  const args = (): readonly ts.Expression[] =>
    argumentsIn(childIn(node, 'arguments')).map((arg) => ctx.expression(arg));
  if (
    /^(?:DefaultRequest)?Headers\./.test(path.steps) &&
    (isClientType(ctx, type) || isRequest(ctx, path.root))
  )
    return headerCall(ctx, path, args(), span);
  if (path.steps === 'AddDefaultHeader' && type !== undefined && isClient(ctx, type)) {
    const [name, value] = args();
    return name && value
      ? headerSet(ctx, path.root, name, value, span)
      : headersUnseen(ctx, path.root, args(), span);
  }
  const kind = kindOfType(ctx, type);
  const sends = kind ? kind.sends.includes(path.steps) : INERT.test(path.steps);
  if ((!kind && !isClientType(ctx, type)) || sends) return undefined;
  if (!kind || addsOf(kind, path.steps) === undefined) return headersUnseen(ctx, path.root, args(), span);
  const step = { name: path.steps, dot: path.dot, end: node.end, args: args() };
  return requestChanged(kind, () => ctx.expression(path.root), [step], span);
};

const REQUEST_MEMBERS: Readonly<Record<string, string>> = {
  Content: 'body',
  Method: 'method',
  RequestUri: 'url',
};

/** `Setup.Apply(client);`: a client or request that a function outside the file gets may get any header. */
export const passedOn = (ctx: Lowering, node: Cst, span: Span): Statements => {
  const callee = childIn(node, 'function');
  const isKnown = callee?.type === 'identifier' && ctx.scope.owner?.methods.has(textIn(ctx, callee));
  const name = callee && (childIn(callee, 'name') ?? callee);
  if (isKnown || (name && /Async$|^Send$|^Execute$/.test(textIn(ctx, name)))) return [];
  const here = build.nowhere(span.end);
  return argumentsIn(childIn(node, 'arguments'))
    .filter(
      (arg) => arg.type === 'identifier' && (isClientType(ctx, typeOf(ctx, arg)) || isRequest(ctx, arg)),
    )
    .flatMap((arg) => headersUnseen(ctx, arg, [], here));
};

/** Lowers `client.BaseAddress = new Uri(…);`, `request.Content = …;`; `undefined` for other assignments. */
export const memberChange = (ctx: Lowering, node: Cst, span: Span): Statements | undefined => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const path = left && pathOf(ctx, left);
  if (!path || !right || namedIn(node).length < 2) return undefined;
  const command = commandAssigned(ctx, path.steps, () => ctx.expression(right), span);
  if (command) return [build.asStatement(command, span)];
  const type = typeOf(ctx, path.root);
  const isClient = isClientType(ctx, type);
  if (!isClient && !isRequest(ctx, path.root)) return undefined;
  const [, name = '', below] = HEADERS.exec(path.steps) ?? [];
  const at = build.nowhere(path.root.end);
  if (name !== '' && below === undefined)
    return headerSet(
      ctx,
      path.root,
      build.textAt(name, at),
      build.opaque(span, [ctx.expression(right)]),
      span,
    );
  if (isClient && path.steps === 'BaseAddress')
    return memberSet(ctx, path.root, ['defaults', 'base'], ctx.expression(right), span);
  const header = headerOfProperty(ctx, path);
  if (header !== undefined)
    return headerSet(ctx, path.root, build.textAt(header, at), ctx.expression(right), span);
  const known = isClient ? undefined : entryNamed(REQUEST_MEMBERS, path.steps);
  if (known === undefined) return [build.asStatement(build.opaque(span, [ctx.expression(right)]), span)];
  const set = memberSet(ctx, path.root, [known], ctx.expression(right), span);
  return known === 'body'
    ? [
        ...set,
        ...headerSet(
          ctx,
          path.root,
          build.textAt('Content-Type', at),
          build.opaque(build.nowhere(span.end)),
          build.nowhere(span.end),
        ),
      ]
    : set;
};
