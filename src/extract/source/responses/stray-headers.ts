import type { Place, RequestFact, StrayHeaderFact } from '../../../model/index.ts';
import { flatten, isInside } from '../../../model/index.ts';
import { isImmutable } from '../evaluate/header-objects.ts';
import { textOf } from '../evaluate/texts.ts';
import { accessPath } from '../evaluate/paths/access-paths.ts';
import type { Ctx } from '../evaluate/values.ts';
import { type Connects, connectionsOf } from '../project/connected.ts';
import type { Workspace } from '../project/workspace.ts';
import type { Module } from '../syntax/module.ts';
import { dialectOf, dottedName, isCopy, isReference, isRequestObject } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { declarationOf } from '../syntax/scope.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { isOfOwnServer } from './server-handlers.ts';
import { isTest } from '../project/test-files.ts';
import { CHANGED_HEADER, changedRoot, takenFromObject, type Write, writeAt } from './header-writes.ts';

// The ledger of header writes: each change of an Accept header belongs to a request that is known to send it, or
// to headers of something else. What belongs to neither may change what any request of the same files sends.

const declarationAt = (root: ts.Node): ts.Node | undefined =>
  ts.isIdentifier(root) ? declarationOf(root.text, root) : undefined;

/** Locations that requests take their Accept from, and those at which it is known to be unseen, by file. */
const accountOf = (requests: readonly RequestFact[]): ReadonlyMap<string, readonly Place[]> => {
  const byFile = new Map<string, Place[]>();
  const add = (place: Place): void => {
    const list = byFile.get(place.file);
    if (list) list.push(place);
    else byFile.set(place.file, [place]);
  };
  for (const { headers } of requests) {
    for (const { name, place } of headers.entries)
      if (name.value.toLowerCase() === CHANGED_HEADER) [name, place].forEach(add);
    if (headers.unseenAt) add(headers.unseenAt);
  }
  return byFile;
};

const accounts = new WeakMap<HeaderLedger, ReturnType<typeof accountOf>>();

/** Locations in a file that account for writes; they are searched once for all files. */
const accountedIn = (ledger: HeaderLedger, file: string): readonly Place[] => {
  const account = accounts.get(ledger) ?? accountOf([...ledger.ours, ...ledger.elsewhere]);
  accounts.set(ledger, account);
  return account.get(file) ?? [];
};

/** Calls that return a new object. */
const COPIES =
  /(?:^|\.)(?:copy|dup|clone|merge|merged|deepcopy|deepCopy|structuredClone|fromEntries|dict|array_merge|toJSON)$/i;

const isCopied = (value: ts.Expression): boolean =>
  isCopy(value) ||
  (dialectOf(value).copies === 'values' && !isReference(value)) ||
  (ts.isCallExpression(value) && COPIES.test(dottedName(value.expression)));

/** New object that a variable holds from its declaration: `const headers = {}`. */
const madeAt = (declared: ts.Node | undefined): ts.Node | undefined => {
  const value =
    declared && ts.isVariableDeclaration(declared.parent) ? declared.parent.initializer : undefined;
  if (!value) return undefined;
  return isNewObject(value) || isCopied(value) ? value : undefined;
};

/** `{ … }`, `new Headers(…)`, `Object.assign({}, …)`, `flag ? { … } : { … }`. */
const isNewObject = (value: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(value) ||
  ts.isNewExpression(value) ||
  (ts.isConditionalExpression(value) && isNewObject(value.whenTrue) && isNewObject(value.whenFalse)) ||
  (ts.isCallExpression(value) &&
    dottedName(value.expression) === 'Object.assign' &&
    value.arguments[0] !== undefined &&
    ts.isObjectLiteralExpression(value.arguments[0]));

const functionAround = (node: ts.Node): ts.Node | undefined =>
  ts.findAncestor(node.parent, ts.isFunctionLike);

/** True for a change beside the declaration of the new object: each request that takes the object has what it leaves. */
const isBesideMade = (node: ts.Node, made: ts.Node): boolean => functionAround(node) === functionAround(made);

/** Requests that take some of their headers from the object created at a node. */
const takersOf = (made: ts.Node, requests: readonly RequestFact[]): readonly RequestFact[] => {
  const place = placeOf(made);
  return requests.filter(({ headers: { entries, gapIn } }) =>
    [...entries.map(({ place: at }) => at), ...(gapIn ? [gapIn] : [])].some((at) => isInside(place, at)),
  );
};

/** True for headers of which a call returns others, and changes none. */
const areFixed = (ctx: Ctx, object: ts.Expression): boolean =>
  ctx.evaluate(object, undefined).every((val) => val.kind === 'object' && isImmutable(val));

/** Variable that holds a path's object: `req` of `const headers = req.Header`. */
const originOf = (root: ts.Node, depth = 0): ts.Node => {
  const declared = declarationAt(root);
  const value =
    declared && ts.isVariableDeclaration(declared.parent) ? declared.parent.initializer : undefined;
  const held = value && depth < MAX_ALIAS_DEPTH ? accessPath(value) : undefined;
  return held ? originOf(held.root, depth + 1) : root;
};

const MAX_ALIAS_DEPTH = 4;

/** True for a variable that holds what a call outside of the project returns: `p = session.prepare_request(r)`. */
const isReturned = (ctx: Ctx, origin: ts.Node): boolean => {
  const declared = declarationAt(origin);
  const value =
    declared && ts.isVariableDeclaration(declared.parent) ? declared.parent.initializer : undefined;
  if (!value || !ts.isCallExpression(value) || takenFromObject(value)) return false;
  return ctx.evaluate(value.expression, undefined).every(({ kind }) => kind !== 'function');
};

/** Function around a request that a variable holds, which alone can send it. */
const senderOf = (ctx: Ctx, root: ts.Node): ts.Node | undefined => {
  const origin = originOf(root);
  const isOwn =
    isReturned(ctx, origin) ||
    ctx.evaluate(origin, undefined).every((val) => val.kind === 'object' && isRequestObject(val.node));
  const around = isOwn ? declarationAt(origin) : undefined;
  return around && ts.findAncestor(around, ts.isFunctionLike);
};

/** Subjects of the ledger: requests of the API, and those of all other calls. */
interface HeaderLedger {
  readonly ctx: Ctx;
  readonly ours: readonly RequestFact[];
  readonly elsewhere: readonly RequestFact[];
  readonly workspace: Workspace;
  readonly modules: readonly Module[];
}

const valueOf = (ctx: Ctx, value: ts.Expression | undefined): string | undefined => {
  const [val, ...others] = value ? ctx.evaluate(value, undefined) : [];
  return val?.kind === 'text' && others.length === 0 ? flatten(textOf(val)) : undefined;
};

/** True for a change that is a known request's, or of something that no request of the API sends. */
const isAccounted = (ledger: HeaderLedger, { node, object }: Write): boolean => {
  if (isOfOwnServer(object) || areFixed(ledger.ctx, object)) return true;
  const place = placeOf(node);
  return accountedIn(ledger, place.file).some((at) => isInside(place, at) || isInside(at, place));
};

/** True for a request that writes the header behind all that it shares: `{ ...shared, Accept: '…' }`. */
const writesItLast = (request: RequestFact): boolean => {
  const { entries } = request.headers;
  const [last, ...others] = entries.toReversed();
  return (
    last !== undefined &&
    last.name.value.toLowerCase() === CHANGED_HEADER &&
    last.certain &&
    (last.when ?? []).length === 0 &&
    isInside(request, last.name) &&
    others.some(({ name }) => !isInside(request, name))
  );
};

const connections = new WeakMap<HeaderLedger, Connects>();

/** Requests whose headers code in a file may change. */
const reachedFrom = (ledger: HeaderLedger, path: string): readonly RequestFact[] => {
  const connects = connections.get(ledger) ?? connectionsOf(ledger.workspace, ledger.modules);
  connections.set(ledger, connects);
  return ledger.ours.filter(
    (request) =>
      isTest(request.file) === isTest(path) && connects(path, request.file) && !writesItLast(request),
  );
};

/** Changes of an Accept header in a file that no request is known to send. */
export const strayHeaders = (ledger: HeaderLedger, file: ts.SourceFile): readonly StrayHeaderFact[] => {
  if (ledger.ours.length === 0 || !/accept/i.test(file.text)) return [];
  let reached: readonly string[] | undefined;
  const all = (): readonly string[] => (reached ??= reachedFrom(ledger, file.fileName).map(({ id }) => id));
  return [...nodesOf(file).changing, ...nodesOf(file).variables].flatMap(
    (node): readonly StrayHeaderFact[] => {
      const write = writeAt(node);
      const root = write && changedRoot(write);
      const declared = root && declarationAt(root);
      if (!root || isAccounted(ledger, write)) return [];
      const made = madeAt(declared);
      if (made && isBesideMade(node, made)) return [];
      const sender = senderOf(ledger.ctx, root);
      const near = (): readonly RequestFact[] => reachedFrom(ledger, file.fileName);
      const requests = sender
        ? near().flatMap((request) => (isInside(placeOf(sender), request) ? [request.id] : []))
        : made
          ? takersOf(made, near()).map(({ id }) => id)
          : all();
      if (requests.length === 0) return [];
      const value = valueOf(ledger.ctx, write.value);
      return [
        {
          kind: 'stray-header',
          origin: 'authored',
          header: CHANGED_HEADER,
          value,
          requests,
          ...placeOf(node),
        },
      ];
    },
  );
};
