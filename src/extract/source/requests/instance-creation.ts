import type { ClientRow, InstanceShape } from '../clients/client-row.ts';
import type { Match } from '../clients/client-lookup.ts';
import { instanceShape } from '../clients/client-lookup.ts';
import { gapForHeadersIn, gapForOptions } from '../syntax/insertion-points.ts';
import type { LaterCall } from '../evaluate/paths/later-calls.ts';
import { sharedHeaders, headersGiven, NO_HEADERS, UNKNOWN_HEADERS } from '../headers/headers.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { type Instance, NO_INSTANCE, defaultsWith, mergeDefaults } from './instance.ts';
import { hasHeaders, headersOption } from './options.ts';
import { handledByOptions } from './request-handlers.ts';
import { middlewareInOptions } from '../middleware/find-middleware.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, Made } from '../evaluate/values.ts';

/** Default headers of a creating call, with an insertion point for one more. */
const createdWith = (ctx: Ctx, made: Made, index: number, row: ClientRow, member?: string): Instance => {
  const argument = made.call.arguments?.find(isKeywords) ?? made.call.arguments?.[index];
  const given = argument ? ctx.evaluate(argument, made.env) : [];
  const vals =
    member === undefined ? given : given.flatMap((val) => ctx.property(val, member, made.call, false));
  const defaults = vals.find((val) => val.kind === 'object');
  if (argument && !defaults) return { ...NO_INSTANCE, headers: UNKNOWN_HEADERS, created: made.call };
  const own = defaults ? headersGiven(headersOption(defaults, row, made.call), row) : NO_HEADERS;
  const literal =
    defaults?.literal && ts.isObjectLiteralExpression(defaults.literal) ? defaults.literal : undefined;
  const absent = literal && !hasHeaders(defaults, row);
  const [name] = row.options.headers;
  const gap =
    own.gap ??
    (absent
      ? gapForHeadersIn(literal, row.listValues, name)
      : argument
        ? undefined
        : gapForOptions(made.call, 0, row.listValues, name));
  return {
    ...NO_INSTANCE,
    defaults,
    created: made.call,
    headers: { ...own, gap, literal: own.literal ?? literal ?? made.call },
    hooks: [
      ...middlewareInOptions({ ctx, row, node: made.call, env: made.env }, defaults),
      ...handledByOptions(ctx, defaults, row),
    ],
  };
};

/** Argument, or what is given by its name. */
const givenAs = (argument: ts.Expression | undefined, name: string): ts.Expression | undefined => {
  if (!argument || !isKeywords(argument) || !ts.isObjectLiteralExpression(argument)) return argument;
  const named = argument.properties.find(({ name: key }) => key && ts.isIdentifier(key) && key.text === name);
  return named && ts.isPropertyAssignment(named) ? named.initializer : undefined;
};

/** `new Pool('https://…')`: the base is the argument itself. */
const basedOn = (ctx: Ctx, made: Made, index: number, row: ClientRow): Instance => {
  const [name] = row.options.base;
  const value = name === undefined ? undefined : givenAs(made.call.arguments?.[index], name);
  if (!value || name === undefined) return NO_INSTANCE;
  const members = [
    {
      name,
      nameNode: value,
      expression: value,
      node: value,
      certain: true,
      value: () => ctx.evaluate(value, made.env),
    },
  ];
  return { ...NO_INSTANCE, defaults: defaultsWith(made.call, members) };
};

/** `new AxiosDigest(user, password, axios.create({ … }))`: the defaults of the wrapped client. */
const sendingWith = (
  ctx: Ctx,
  made: Made,
  { argument, member }: NonNullable<InstanceShape['sender']>,
): Instance => {
  const value = made.call.arguments?.[argument];
  const given = value ? ctx.evaluate(value, made.env) : [];
  const vals =
    member === undefined ? given : given.flatMap((val) => ctx.property(val, member, made.call, false));
  const sender = vals.find((val) => val.kind === 'external');
  return (sender?.made ?? []).reduce((lower, step) => {
    const row = ctx.clients.rowsOf(sender!.module).find((at) => instanceShape(at, step.path));
    return row ? mergeDefaults(lower, createdBy(ctx, step, row)) : lower;
  }, NO_INSTANCE);
};

/** `.use(prefix('https://…'))`: prefix that a plugin puts before a request's URL. */
export const prefixedWith = (
  ctx: Ctx,
  { row }: Match,
  later: readonly LaterCall[],
  env: Env | undefined,
): Instance => {
  const plugins = later.flatMap(({ name, call }) =>
    name === 'use' && call.arguments[0] ? [call.arguments[0]] : [],
  );
  const made = plugins
    .flatMap((plugin) => ctx.evaluate(plugin, env))
    .flatMap((val) =>
      val.kind === 'external' && row.prefixes?.includes(val.module) ? val.made.slice(-1) : [],
    );
  return made[0] ? basedOn(ctx, made[0], 0, row) : NO_INSTANCE;
};

/** Instance that a call or construction creates. */
export const createdBy = (ctx: Ctx, made: Made, row: ClientRow): Instance => {
  const shape = instanceShape(row, made.path);
  if (shape?.sender) return sendingWith(ctx, made, shape.sender);
  if (shape?.base !== undefined) return basedOn(ctx, made, shape.base, row);
  if (shape?.defaults === undefined) return NO_INSTANCE;
  const created = createdWith(ctx, made, shape.defaults, row, shape.member);
  if (!shape.shared) return created;
  return { ...created, created: undefined, headers: sharedHeaders(created.headers) };
};
