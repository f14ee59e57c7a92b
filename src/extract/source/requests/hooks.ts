import { asksAddress } from '../evaluate/paths/branches.ts';
import { type HeaderSource, headersFrom, NO_HEADERS, type SourceEntry, UNSEEN_HEADERS } from './headers.ts';
import { leftBy } from '../evaluate/mutations.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, FunctionVal, Made, ObjectVal, Val } from '../evaluate/values.ts';

/** The request that a hook is given: headers of which only its own changes are seen. */
export const requestOver = (node: ts.Node): ObjectVal => {
  const headers: ObjectVal = {
    kind: 'object',
    node,
    members: [],
    complete: true,
    literal: undefined,
    over: true,
  };
  const member = {
    name: 'headers',
    nameNode: node,
    expression: undefined,
    node,
    certain: true,
    value: () => [headers],
  };
  return { kind: 'object', node, members: [member], complete: false, literal: undefined };
};

export const headersIn = (vals: readonly Val[], node: ts.Node): HeaderSource => {
  const objects = vals.filter((val) => val.kind === 'object');
  if (objects.length === 0 || objects.length < vals.length) return UNSEEN_HEADERS;
  return headersFrom(
    objects.flatMap((object) => propertyOfObject(object, 'headers', node)),
    false,
  );
};

/** What the function gives back, or leaves of its argument where it gives nothing back. */
const resultOf = (ctx: Ctx, fn: FunctionVal, env: Env | undefined): readonly Val[] => {
  const [parameter] = fn.node.parameters;
  const given = requestOver(fn.node);
  const argument: Env['argument'] = (index) => (index === 0 ? [given] : undefined);
  const results = ctx.call(fn, undefined, argument, env);
  if (results.some((val) => val.kind !== 'unknown') || !parameter || !ts.isIdentifier(parameter.name))
    return results;
  const inside: Env = { fn: fn.node, call: undefined, argument, next: fn.env ?? env };
  return [leftBy(ctx, given, parameter.name, inside)];
};

/** A hook gets every request: where it looks at the address, its conditions may be about that. */
const aboutAddress =
  (fn: ts.Node) =>
  (entry: SourceEntry): SourceEntry =>
    entry.under && asksAddress(fn)
      ? { ...entry, under: entry.under.map((under) => ({ ...under, asksAddress: true })) }
      : entry;

/**
 * Headers that hooks change of a request (`api.interceptors.request.use(config => …)`, `beforeRequest` of got and
 * ky), as a layer over all that the call says.
 */
export const hookedHeaders = (ctx: Ctx, hooks: readonly Val[], env: Env | undefined): HeaderSource => {
  const [fn, ...others] = hooks;
  if (fn === undefined || fn.kind === 'primitive') return NO_HEADERS;
  if (fn.kind !== 'function' || others.length > 0) return UNSEEN_HEADERS;
  const source = headersIn(resultOf(ctx, fn, env), fn.node);
  return {
    ...NO_HEADERS,
    complete: source.complete,
    fate: source.fate,
    entries: source.entries.map(aboutAddress(fn.node)),
  };
};

/** `hooks: { beforeRequest: [ … ] }` of got and ky. */
export const hooksIn = (ctx: Ctx, defaults: ObjectVal | undefined, made: Made): readonly HeaderSource[] => {
  if (!defaults?.members.some(({ name }) => name === 'hooks')) return [];
  const hooks = propertyOfObject(defaults, 'hooks', made.call);
  const before = hooks.flatMap((val) => ctx.property(val, 'beforeRequest', made.call, false));
  const [list, ...others] = before;
  if (list?.kind === 'primitive' && others.length === 0) return [];
  if (list?.kind !== 'list' || !list.complete || others.length > 0) return [UNSEEN_HEADERS];
  return list.items.map((item) => hookedHeaders(ctx, item(), made.env));
};
