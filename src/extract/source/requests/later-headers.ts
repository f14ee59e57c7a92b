import { BUDGETS, entryNamed } from '../../../model/index.ts';
import { stepName } from '../evaluate/member-changes.ts';
import { underBranches } from '../evaluate/members.ts';
import { branchesToEnd } from '../evaluate/paths/conditions.ts';
import type { Ctx, Env, ObjMember, Value } from '../evaluate/values.ts';
import type { ts } from '../syntax/tree.ts';
import type { LaterCall } from '../evaluate/paths/later-calls.ts';
import {
  type HeaderSource,
  headersFrom,
  mergedHeaders,
  NO_HEADERS,
  UNKNOWN_HEADERS,
} from '../headers/headers.ts';
import type { Sending } from './sending.ts';
import { middlewareInCalls } from '../middleware/find-middleware.ts';

const SET_HEADER = new Set([
  'set',
  'add_header',
  'setHeader',
  'header',
  'headers',
  'setHeaders',
  'setRequestHeader',
  'appendHeader',
]);
/** Methods that append: two values of one name are sent joined. */
const APPENDS = new Set(['setRequestHeader', 'appendHeader']);
const REMOVE_HEADER = new Set(['unset', 'removeHeader']);

/** Methods of a chained request that set one header: `.accept('json')`. */
const NAMES: Readonly<Record<string, string>> = { accept: 'Accept' };

const oneHeader = (
  { ctx, env, call: start }: Pick<Sending, 'ctx' | 'env' | 'call'>,
  name: string,
  call: ts.CallExpression,
  expression: ts.Expression,
): HeaderSource => {
  const nameNode = (call.expression as ts.PropertyAccessExpression).name;
  const value = (): readonly Value[] => ctx.evaluate(expression, env);
  const member: ObjMember = { name, nameNode, expression, node: call, certain: true, by: 'set', value };
  const members = [underBranches(member, branchesToEnd(call, start), env)];
  const object: Value = { kind: 'object', node: call, members, complete: true, literal: undefined };
  return { ...headersFrom([object], false), gap: undefined, literal: undefined };
};

/** Headers that a later call sets: `req.setHeader('Accept', …)`, `.set('Accept', …)`, `.set({ … })`. */
const headersSet = ({ ctx, env, call: start, match }: Sending, { name, call }: LaterCall): HeaderSource => {
  const [first, second] = call.arguments;
  if (REMOVE_HEADER.has(name) && first) return UNKNOWN_HEADERS;
  const named = match.row.chained ? entryNamed(NAMES, name) : undefined;
  if (named !== undefined && first) return oneHeader({ ctx, env, call: start }, named, call, first);
  if (!SET_HEADER.has(name) || !first) return NO_HEADERS;
  const branches = branchesToEnd(call, start);
  const by = APPENDS.has(name) ? 'append' : 'set';
  const place = (member: ObjMember): ObjMember => underBranches({ ...member, by }, branches, env);
  const vals = second ? pairOf(ctx, first, second, call, env) : ctx.evaluate(first, env);
  const placed = vals.map((val) =>
    val.kind === 'object' ? { ...val, members: val.members.map(place), literal: undefined } : val,
  );
  return { ...headersFrom(placed, match.row.listValues), gap: undefined, literal: undefined };
};

const pairOf = (
  ctx: Ctx,
  nameNode: ts.Expression,
  expression: ts.Expression,
  node: ts.Node,
  env: Env | undefined,
): readonly Value[] => {
  const name = stepName(ctx, nameNode, env);
  const value = (): readonly Value[] => ctx.evaluate(expression, env);
  const members = name === undefined ? [] : [{ name, nameNode, expression, node, certain: true, value }];
  return [{ kind: 'object', node, members, complete: name !== undefined, literal: undefined }];
};

/**
 * Layers of headers that the calls after the creating one add, in order: those that set headers as one layer,
 * and each plugin as another, `.set(…).use(plugin).set(…)`.
 */
export const laterLayers = (sending: Sending): readonly HeaderSource[] => {
  const { ctx, env, call: node, match } = sending;
  if (sending.later.length > BUDGETS.objectChanges.max) return [UNKNOWN_HEADERS];
  const layers: HeaderSource[] = [];
  let set = NO_HEADERS;
  for (const later of sending.later) {
    const plugins = middlewareInCalls({ ctx, row: match.row, node, env }, [later]);
    if (plugins.length > 0) {
      layers.push(set, ...plugins);
      set = NO_HEADERS;
    } else set = mergedHeaders(set, headersSet(sending, later));
  }
  return [...layers, set];
};
