import { clientOf, isClientPackage } from '../clients/client-lookup.ts';
import type { ClientRow } from '../clients/client-row.ts';
import {
  HARMLESS_PACKAGES,
  SENDING_CLASSES,
  shapeOfReplaced,
  type MiddlewareShape,
} from '../clients/client-middleware.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import type { Ctx, Env, ExternalValue, Made, ObjectValue, ObjMember, Value } from '../evaluate/values.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { replacedGlobals } from './replaced-globals.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { hiddenAt, type HeaderSource } from '../headers/headers.ts';
import { effectOfCode } from './hooks.ts';
import { chainedCalls, type LaterCall, openedOn, variableOfChain } from '../evaluate/paths/later-calls.ts';
import { examineRequest, SENDS } from './created-requests.ts';

/** Context in which middleware is examined. */
export interface MiddlewareContext {
  readonly ctx: Ctx;
  readonly row: ClientRow;
  readonly node: ts.Node;
  readonly env: Env | undefined;
}

/** True for `agent.compose(interceptors.retry())`: interceptors of the package itself. */
const composesOwn = (ctx: Ctx, { module }: ExternalValue, { call, env, path }: Made): boolean =>
  path.at(-1) === 'compose' &&
  (call.arguments ?? []).every((argument) =>
    ctx
      .evaluate(argument, env)
      .every(
        (val) => val.kind === 'external' && val.module === module && val.made[0]?.path[0] === 'interceptors',
      ),
  );

/** Packages, their clients and classes that are known to keep URLs and headers. */
export const isHarmlessCode =
  ({ ctx, row }: Pick<MiddlewareContext, 'ctx' | 'row'>) =>
  (val: Value): boolean => {
    if (val.kind !== 'external') return false;
    if (HARMLESS_PACKAGES.has(val.module) || row.prefixes?.includes(val.module)) return true;
    if (clientOf(ctx.clients, val)) return true;
    // `const original = window.fetch; …; window.fetch = original`
    if (val.module === '' && val.made.length === 0)
      return /^(?:fetch|XMLHttpRequest)$/.test(val.path.at(-1) ?? '');
    const [made, ...others] = val.made;
    if (made)
      return (
        val.path.length === 0 && isPlain(ctx, made) && others.every((step) => composesOwn(ctx, val, step))
      );
    // `axios/lib/adapters/http`, `axios.getAdapter`
    const [first = ''] = val.module.split('/');
    return isClientPackage(ctx.clients, first);
  };

/** True for an agent that passes requests on unchanged: one of a package, configured without code of the program. */
const isPlain = (ctx: Ctx, { call, env, path }: Made): boolean => {
  if (!SENDING_CLASSES.has(path.at(-1) ?? '')) return false;
  const [options] = call.arguments?.[0] ? ctx.evaluate(call.arguments[0], env) : [];
  return options?.kind !== 'object' || !options.members.some(holdsCode);
};

const holdsCode = ({ name, value }: ObjMember): boolean =>
  name === 'interceptors' || value().some((val) => val.kind === 'function' && name !== 'lookup');

/** Replacements of `fetch` or similar for a whole project: `window.fetch = …`, `setGlobalDispatcher(…)`. */
export const globalMiddleware = (
  from: MiddlewareContext,
  module: string | undefined,
): readonly HeaderSource[] => {
  const { ctx, row, node } = from;
  const { below = [] } = row;
  const isGlobal = module === undefined || module === '';
  const kinds = below.filter((kind) => kind !== 'fetch' || isGlobal || row.name !== 'fetch');
  if (kinds.length === 0 || loweredFile(node)) return [];
  return replacedGlobals(ctx.program, node).flatMap((found) =>
    kinds.includes(found.below)
      ? middlewareEffect(
          { ...from, node: found.node, env: undefined },
          shapeOfReplaced(found),
          ctx.apart(() => ctx.evaluate(found.value, undefined)),
        )
      : [],
  );
};

/** Effect of code in one of a row's positions. */
export const middlewareEffect = (
  from: MiddlewareContext,
  shape: MiddlewareShape,
  vals: readonly Value[],
): readonly HeaderSource[] => effectOfCode(from.ctx, vals, shape, from, isHarmlessCode(from));

const valuesAt = ({ ctx, node }: MiddlewareContext, object: ObjectValue, path: string): readonly Value[] => {
  const [first, ...rest] = path.split('.');
  if (!object.members.some(({ name }) => name === first)) return [];
  return rest.reduce<readonly Value[]>(
    (vals, step) =>
      vals.flatMap((val) => (val.kind === 'primitive' ? [val] : ctx.property(val, step, node, false))),
    propertyOfObject(object, first!, node),
  );
};

/** Code in options or defaults: `hooks: { beforeRequest: [ … ] }`, `transformRequest`, `adapter`. */
export const middlewareInOptions = (
  from: MiddlewareContext,
  options: ObjectValue | undefined,
): readonly HeaderSource[] =>
  options
    ? (from.row.middleware ?? [])
        .filter(({ at }) => at === 'option')
        .flatMap((shape) => middlewareEffect(from, shape, valuesAt(from, options, shape.path)))
    : [];

/** Shape of code that a call registers: `api.interceptors.request.use(…)`, `request.use(…)`. */
export const registeredShape = ({ middleware = [] }: ClientRow, path: string): MiddlewareShape | undefined =>
  middleware.find((shape) => shape.at === 'call' && shape.path === path);

/** Last call of a chain that has not yet sent its request. */
const lastOfChain = (call: ts.CallExpression): ts.CallExpression | undefined => {
  const chained = chainedCalls(call);
  return chained.some(({ name }) => SENDS.test(name)) ? undefined : (chained.at(-1)?.call ?? call);
};

/** Changes to a request between its creation and its sending: `sign(request); request.send()`. */
export const changesBeforeSending = (
  { ctx, row, env }: MiddlewareContext,
  call: ts.CallExpression,
): readonly HeaderSource[] => {
  if (!row.chained && !row.writable && !row.opened) return [];
  const held = row.opened ? openedOn(call) : variableOfChain(call);
  const name = held && (declarationOf(held.text, held) ?? held);
  const made = name && ts.isIdentifier(name) ? name : row.opened ? undefined : lastOfChain(call);
  const lost = made && examineRequest(ctx, made, row.chained, env);
  return lost ? [hiddenAt(lost)] : [];
};

const linksOf = (later: readonly LaterCall[]): readonly LaterCall[] => {
  const end = later.findIndex(({ name }) => SENDS.test(name));
  return end < 0 ? later : later.slice(0, end);
};

/** Plugins that later calls add to a request, and unknown calls: `request.get(url).use(plugin)`. */
export const middlewareInCalls = (
  from: MiddlewareContext,
  later: readonly LaterCall[],
): readonly HeaderSource[] =>
  linksOf(later).flatMap(({ name, call }) => {
    const shape = registeredShape(from.row, name);
    if (!shape) return from.row.links?.has(name) === false ? [hiddenAt(call)] : [];
    const at = { ...from, node: call };
    return call.arguments.flatMap((plugin) =>
      middlewareEffect(at, shape, from.ctx.evaluate(plugin, from.env)),
    );
  });
