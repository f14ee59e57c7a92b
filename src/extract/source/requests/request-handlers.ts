import type { ClientRow } from '../clients/client-row.ts';
import { argumentValues } from '../evaluate/arguments.ts';
import { classChain } from '../evaluate/classes.ts';
import type { Ctx, Env, ExternalValue, Made, ObjectValue, Value } from '../evaluate/values.ts';
import { dottedName, isKeywords } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { referencesTo } from '../syntax/references.ts';
import { variableHolding } from '../evaluate/paths/later-calls.ts';
import { acceptChangeIn, type PassedRequest } from './handler-changes.ts';
import { type HeaderSource, UNKNOWN_HEADERS } from '../headers/headers.ts';
import { changesToInstance } from './changes-by-client.ts';
import { isPrinter } from '../syntax/mentions.ts';

/** Maximum depth of following handlers: lists, clients that they are passed to, functions that they call. */
const MAX_DEPTH = 4;

/** Packages whose functions only read a request, or hash its content. */
const LOOKS = /^(?:|py:(?:logging|hmac|hashlib|base64|time|json|typing|inspect))$/;

/** True where a callee that a handler passes the request to leaves its headers unchanged. */
const leavesAlone = (ctx: Ctx, { call }: PassedRequest, depth: number): boolean => {
  if (isPrinter(call)) return true;
  return ctx.evaluate(call.expression, undefined).every((val) => {
    if (val.kind === 'function') return changerIn(ctx, [val], depth + 1) === undefined;
    return val.kind === 'external' && LOOKS.test(val.module) && val.path.at(-1) !== 'setattr';
  });
};

/** `HTTPDigestAuth(user, password)`: takes credentials, never a handler. Where they come from need not be followed. */
const isLogin = ({ call }: Made): boolean =>
  /^(?:HTTP)?(?:Digest|Basic|Proxy|ProxyDigest|NetRC)Auth$/i.test(
    dottedName(call.expression).split('.').at(-1)!,
  );

/** Handlers that a client of a package is constructed with, and those registered on it afterwards. */
const registeredOn = (ctx: Ctx, made: Made): readonly Value[] => {
  const { call, env } = made;
  const argument = argumentValues(ctx, call, env);
  const taken = isLogin(made) ? [] : (call.arguments ?? []);
  const given = taken.flatMap((_, index) => argument(index) ?? []);
  const later = changesToInstance(ctx, call).filter(({ kind }) => kind === 'handle');
  return [...given, ...later.flatMap(({ value }) => ctx.evaluate(value, undefined))];
};

/** Position of project code among handlers that may change the Accept of a request. */
export const changerIn = (ctx: Ctx, vals: readonly Value[], depth = 0): ts.Node | undefined => {
  for (const val of vals) {
    const found = changerOf(ctx, val, depth);
    if (found) return found;
  }
  return undefined;
};

const changerOf = (ctx: Ctx, val: Value, depth: number): ts.Node | undefined => {
  const seen = (handed: PassedRequest): boolean => leavesAlone(ctx, handed, depth);
  if (val.kind === 'function') return depth > MAX_DEPTH ? val.node : acceptChangeIn(val.node, seen);
  if (val.kind === 'instance' || val.kind === 'class')
    return classChain(ctx, val.node)
      .map((node) => acceptChangeIn(node, seen))
      .find((node) => node !== undefined);
  if (depth > MAX_DEPTH) return undefined;
  if (val.kind === 'list')
    return changerIn(
      ctx,
      val.items.flatMap((item) => item()),
      depth + 1,
    );
  // Code that runs on responses does not change requests.
  if (val.kind === 'object')
    return changerIn(
      ctx,
      val.members.filter(({ name }) => name !== 'response').flatMap((member) => member.value()),
      depth + 1,
    );
  if (val.kind !== 'external') return undefined;
  return changerIn(
    ctx,
    val.made.flatMap((made) => registeredOn(ctx, made)),
    depth + 1,
  );
};

/** Headers that code at a position may have changed in any way. */
export const unseenFrom = (node: ts.Node | undefined): readonly HeaderSource[] =>
  node ? [{ ...UNKNOWN_HEADERS, fate: { taken: new Set(), unseenBy: node } }] : [];

/** True where a call may change the headers of its argument: the function is examined, or else has to be known. */
export const changesGiven = (ctx: Ctx, call: ts.CallExpression, env: Env | undefined): boolean => {
  const { expression: callee } = call;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  if ((name !== undefined && ctx.clients.sendingNames.has(name)) || isPrinter(call)) return false;
  return !ctx.evaluate(callee, env).every((val) => {
    if (val.kind === 'function')
      return acceptChangeIn(val.node, (handed) => leavesAlone(ctx, handed, 0)) === undefined;
    return (
      val.kind === 'external' &&
      (LOOKS.test(val.module) || ctx.clients.rowsOf(val.module).length > 0) &&
      val.path.at(-1) !== 'setattr'
    );
  });
};

/** Functions of the project that receive a client and change its headers: `configure(session)`. */
export const givenElsewhere = (ctx: Ctx, external: ExternalValue | undefined): readonly HeaderSource[] =>
  (external?.made ?? []).flatMap(({ call, env }) => {
    const name = variableHolding(call);
    const uses = name && loweredFile(name) ? referencesTo(name, name.getSourceFile()) : [];
    return unseenFrom(uses.find((use) => isChangedBy(ctx, use, env)));
  });

const isChangedBy = (ctx: Ctx, { parent }: ts.Node, env: Env | undefined): boolean =>
  ts.isCallExpression(parent) &&
  ctx.evaluate(parent.expression, env).some((val) => {
    if (val.kind === 'external') return val.module === '' && val.path.at(-1) === 'setattr';
    return val.kind === 'function' && acceptChangeIn(val.node, () => true) !== undefined;
  });

/** Handlers in the options of a client or call: `auth=Signing()`, `event_hooks={…}`. */
export const handledByOptions = (
  ctx: Ctx,
  options: ObjectValue | undefined,
  { handlers = [], handlersUnseen }: ClientRow,
): readonly HeaderSource[] => {
  const members = options?.members.filter(({ name }) => handlers.includes(name)) ?? [];
  return members.flatMap(({ node, value }) =>
    unseenFrom(handlersUnseen === true ? node : changerIn(ctx, value())),
  );
};

/** Handler that is set on a client after its creation: `session.mount('https://', Signing())`. */
export const handledBy = (ctx: Ctx, node: ts.Expression, env: Env | undefined): readonly HeaderSource[] =>
  unseenFrom(changerIn(ctx, ctx.evaluate(node, env)));

/** Handlers that a client takes as positional arguments: `build_opener(Signing())`. */
const handledByArguments = (ctx: Ctx, external: ExternalValue | undefined): readonly HeaderSource[] =>
  (external?.made ?? []).flatMap(({ call, env }) =>
    (call.arguments ?? [])
      .filter((argument) => !isKeywords(argument))
      .flatMap((argument) => handledBy(ctx, argument, env)),
  );

/** Code that replaces a part of the client's package: `requests.Session.send = patched`. */
const patched = (ctx: Ctx, { modules }: ClientRow): readonly HeaderSource[] =>
  ctx.program.loaded().flatMap(({ file }) =>
    nodesOf(file).changing.flatMap((node): readonly HeaderSource[] => {
      const value = patchAt(node);
      const owner = value && patchedOwner(node);
      if (!value || !owner) return [];
      const isClient = ctx
        .evaluate(owner, undefined)
        .some((val) => val.kind === 'external' && val.made.length === 0 && modules.includes(val.module));
      return isClient ? handledBy(ctx, value, undefined) : [];
    }),
  );

type Changing = ts.BinaryExpression | ts.CallExpression | ts.DeleteExpression;

const INSTALLS = /^(?:install_opener|add_before_execution_proc)$/;

const patchAt = (node: Changing): ts.Expression | undefined => {
  if (ts.isBinaryExpression(node)) return ts.isPropertyAccessExpression(node.left) ? node.right : undefined;
  const isInstalled =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    INSTALLS.test(node.expression.name.text);
  return isInstalled ? node.arguments[0] : undefined;
};

const patchedOwner = (node: Changing): ts.Expression | undefined => {
  const target = ts.isBinaryExpression(node) ? node.left : node.expression;
  const owner = ts.isPropertyAccessExpression(target) ? target.expression : undefined;
  return owner?.kind === ts.SyntaxKind.ThisKeyword ? undefined : owner;
};

const known = new WeakMap<
  Ctx,
  Map<ClientRow, { readonly files: number; readonly found: readonly HeaderSource[] }>
>();

/** Code of the project that runs on every request of a client of another language, apart from its options. */
export const handledAlways = (
  ctx: Ctx,
  external: ExternalValue | undefined,
  row: ClientRow,
): readonly HeaderSource[] => {
  if (row.handlers === undefined) return [];
  const rows = known.get(ctx) ?? new Map();
  known.set(ctx, rows);
  const files = ctx.program.loaded().length;
  const last = rows.get(row);
  const found = last?.files === files ? last.found : ctx.apart(() => patched(ctx, row));
  rows.set(row, { files, found });
  return [...found, ...handledByArguments(ctx, external)];
};
