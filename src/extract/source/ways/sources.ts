import { clientOf, isClientPackage } from '../clients/client-lookup.ts';
import type { ClientRow } from '../clients/client-row.ts';
import {
  HARMLESS_PACKAGES,
  SENDING_CLASSES,
  shapeOfReplaced,
  type WayShape,
} from '../clients/client-ways.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import type { Ctx, Env, ExternalVal, Made, ObjectVal, ObjMember, Val } from '../evaluate/values.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { replacementsAround } from './replaced.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { hiddenAt, type HeaderSource } from '../requests/headers.ts';
import { through } from './hooks.ts';
import { chainedCalls, type LaterCall, openedOn, variableOfChain } from '../requests/later-calls.ts';
import { judgeRequest, SENDS } from './made-requests.ts';

/** Place from which code on a way is looked at. */
export interface WayFrom {
  readonly ctx: Ctx;
  readonly row: ClientRow;
  readonly node: ts.Node;
  readonly env: Env | undefined;
}

/** `agent.compose(interceptors.retry())`: what a package brings along itself. */
const composesOwn = (ctx: Ctx, { module }: ExternalVal, { call, env, path }: Made): boolean =>
  path.at(-1) === 'compose' &&
  (call.arguments ?? []).every((argument) =>
    ctx
      .evaluate(argument, env)
      .every(
        (val) => val.kind === 'external' && val.module === module && val.made[0]?.path[0] === 'interceptors',
      ),
  );

/** Packages, clients and classes of theirs that are known to leave addresses and headers alone. */
export const isHarmlessCode =
  ({ ctx, row }: Pick<WayFrom, 'ctx' | 'row'>) =>
  (val: Val): boolean => {
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

/** True for an agent that hands on what it is given: one of a package, set up with nothing of the program. */
const isPlain = (ctx: Ctx, { call, env, path }: Made): boolean => {
  if (!SENDING_CLASSES.has(path.at(-1) ?? '')) return false;
  const [options] = call.arguments?.[0] ? ctx.evaluate(call.arguments[0], env) : [];
  return options?.kind !== 'object' || !options.members.some(holdsCode);
};

const holdsCode = ({ name, value }: ObjMember): boolean =>
  name === 'interceptors' || value().some((val) => val.kind === 'function' && name !== 'lookup');

/** What takes the place of `fetch` or the like for all of a project: `window.fetch = …`, `setGlobalDispatcher(…)`. */
export const waysBelow = (from: WayFrom, module: string | undefined): readonly HeaderSource[] => {
  const { ctx, row, node } = from;
  const { below = [] } = row;
  const isGlobal = module === undefined || module === '';
  const kinds = below.filter((kind) => kind !== 'fetch' || isGlobal || row.name !== 'fetch');
  if (kinds.length === 0 || loweredFile(node)) return [];
  return replacementsAround(ctx.program, node).flatMap((found) =>
    kinds.includes(found.below)
      ? throughWay(
          { ...from, node: found.node, env: undefined },
          shapeOfReplaced(found),
          ctx.evaluate(found.value, undefined),
        )
      : [],
  );
};

/** What a shape of a row sees of some code. */
export const throughWay = (from: WayFrom, shape: WayShape, vals: readonly Val[]): readonly HeaderSource[] =>
  through(from.ctx, vals, shape, from, isHarmlessCode(from));

const valuesAt = ({ ctx, node }: WayFrom, object: ObjectVal, path: string): readonly Val[] => {
  const [first, ...rest] = path.split('.');
  if (!object.members.some(({ name }) => name === first)) return [];
  return rest.reduce<readonly Val[]>(
    (vals, step) =>
      vals.flatMap((val) => (val.kind === 'primitive' ? [val] : ctx.property(val, step, node, false))),
    propertyOfObject(object, first!, node),
  );
};

/** Code that options or defaults hold: `hooks: { beforeRequest: [ … ] }`, `transformRequest`, `adapter`. */
export const waysInOptions = (from: WayFrom, options: ObjectVal | undefined): readonly HeaderSource[] =>
  options
    ? (from.row.ways ?? [])
        .filter(({ at }) => at === 'option')
        .flatMap((shape) => throughWay(from, shape, valuesAt(from, options, shape.path)))
    : [];

/** The shape of code that is given by a call: `api.interceptors.request.use(…)`, `request.use(…)`. */
export const shapeOfCall = ({ ways = [] }: ClientRow, path: string): WayShape | undefined =>
  ways.find((shape) => shape.at === 'call' && shape.path === path);

/** The last call of a chain that has not sent its request yet. */
const lastOfChain = (call: ts.CallExpression): ts.CallExpression | undefined => {
  const chained = chainedCalls(call);
  return chained.some(({ name }) => SENDS.test(name)) ? undefined : (chained.at(-1)?.call ?? call);
};

/** What becomes of the request that a call makes, before it is sent: `sign(request); request.send()`. */
export const wayOfRequest = (
  { ctx, row, env }: WayFrom,
  call: ts.CallExpression,
): readonly HeaderSource[] => {
  if (!row.chained && !row.writable && !row.opened) return [];
  const held = row.opened ? openedOn(call) : variableOfChain(call);
  const name = held && (declarationOf(held.text, held) ?? held);
  const made = name && ts.isIdentifier(name) ? name : row.opened ? undefined : lastOfChain(call);
  const lost = made && judgeRequest(ctx, made, row.chained, env);
  return lost ? [hiddenAt(lost)] : [];
};

const linksOf = (later: readonly LaterCall[]): readonly LaterCall[] => {
  const end = later.findIndex(({ name }) => SENDS.test(name));
  return end < 0 ? later : later.slice(0, end);
};

/** Plugins that a request is given by calls behind the one that makes it, and calls that nobody knows: `request.get(url).use(plugin)`. */
export const waysInCalls = (from: WayFrom, later: readonly LaterCall[]): readonly HeaderSource[] =>
  linksOf(later).flatMap(({ name, call }) => {
    const shape = shapeOfCall(from.row, name);
    if (!shape) return from.row.links?.has(name) === false ? [hiddenAt(call)] : [];
    const at = { ...from, node: call };
    return call.arguments.flatMap((plugin) => throughWay(at, shape, from.ctx.evaluate(plugin, from.env)));
  });
