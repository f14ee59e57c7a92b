import type { ClientRow, InstanceShape } from '../clients/client-row.ts';
import type { Match } from '../clients/client-lookup.ts';
import { instanceShape } from '../clients/client-lookup.ts';
import { gapForHeadersIn, gapForOptions } from '../syntax/insertion-points.ts';
import { type HeaderSource, headersFrom, NO_HEADERS, sometimes, UNSEEN_HEADERS } from './headers.ts';
import { hooksIn } from './hooks.ts';
import { changesToInstance, changesToPackage, type InstanceChange } from './instance-changes.ts';
import {
  type Happened,
  happened,
  headersAdded,
  headersIntercepted,
  merged,
  stepText,
  type Viewpoint,
} from './instance-headers.ts';
import { hasHeaders, headersOption } from './options.ts';
import { roomInPackage } from './package-room.ts';
import { ts } from '../syntax/parse.ts';
import type { Ctx, ExternalVal, Made, ObjectVal, ObjMember } from '../evaluate/values.ts';

/** What an instance of a client (`axios.create({…})`) adds to each of its requests. */
export interface Instance {
  readonly defaults: ObjectVal | undefined;
  readonly headers: HeaderSource;
  /** What its hooks and interceptors do to the headers of each request, over what the call says. */
  readonly hooks: readonly HeaderSource[];
  /** Where it gets its defaults: the creating call, or what sets the base of a whole package. */
  readonly created: ts.Node | undefined;
  /** True when its base is set on a package that calls to anywhere share. */
  readonly shared: boolean;
}

const NONE: Instance = {
  defaults: undefined,
  headers: NO_HEADERS,
  hooks: [],
  created: undefined,
  shared: false,
};

/** The expression that later names the instance: a variable or `this.field`, as written. */
export const holderOf = (made: Made): string | undefined => {
  let at: ts.Node = made.call;
  while (
    ts.isAwaitExpression(at.parent) ||
    ts.isParenthesizedExpression(at.parent) ||
    ts.isAsExpression(at.parent)
  )
    at = at.parent;
  const { parent } = at;
  if (ts.isVariableDeclaration(parent)) return parent.name.getText();
  if (ts.isPropertyDeclaration(parent)) return `this.${parent.name.getText()}`;
  return ts.isBinaryExpression(parent) && parent.right === at ? parent.left.getText() : undefined;
};

/** Header defaults of a creating call, with room for one more. */
const createdWith = (ctx: Ctx, made: Made, index: number, row: ClientRow): Instance => {
  const argument = made.call.arguments?.[index];
  const vals = argument ? ctx.evaluate(argument, made.env) : [];
  const defaults = vals.find((val) => val.kind === 'object');
  if (argument && !defaults) return { ...NONE, headers: UNSEEN_HEADERS, created: made.call };
  const own = defaults ? headersFrom(headersOption(defaults, row, made.call), row.listValues) : NO_HEADERS;
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
    ...NONE,
    defaults,
    created: made.call,
    headers: { ...own, gap, literal: own.literal ?? literal ?? made.call },
    hooks: hooksIn(ctx, defaults, made),
  };
};

/** `new Pool('https://…')`: the base is the argument itself. */
const basedOn = (ctx: Ctx, made: Made, index: number, row: ClientRow): Instance => {
  const value = made.call.arguments?.[index];
  const [name] = row.options.base;
  if (!value || name === undefined) return NONE;
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
  return { ...NONE, defaults: objectOf(made.call, members) };
};

/** `new AxiosDigest(user, password, axios.create({ … }))`: what the client that it sends with adds. */
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
    return row ? onTop(lower, createdBy(ctx, step, row)) : lower;
  }, NONE);
};

const createdBy = (ctx: Ctx, made: Made, row: ClientRow): Instance => {
  const shape = instanceShape(row, made.path);
  if (shape?.sender) return sendingWith(ctx, made, shape.sender);
  if (shape?.base !== undefined) return basedOn(ctx, made, shape.base, row);
  return shape?.defaults === undefined ? NONE : createdWith(ctx, made, shape.defaults, row);
};

/** `….defaults.baseURL = …`, `Object.assign(….defaults, { … })` as members of the defaults. */
const membersSet = ({ ctx, env }: Viewpoint, changes: readonly Happened[]): readonly ObjMember[] =>
  changes.flatMap(({ change, branches }): readonly ObjMember[] => {
    const { kind, path, value, node } = change;
    const certain = branches.length === 0 && kind !== 'fallback';
    if (kind === 'merge' && path.length === 0)
      return ctx
        .evaluate(value, env)
        .flatMap((val) => (val.kind === 'object' ? val.members : []))
        .map((member) => ({ ...member, certain: member.certain && certain }));
    // The defaults of got lie one step deeper.
    const [step, ...more] = path.filter((at) => stepText(at) !== 'options');
    const name = step && stepText(step);
    if ((kind !== 'assign' && kind !== 'fallback') || name === undefined || more.length > 0) return [];
    return [
      { name, nameNode: step!, expression: value, node, certain, value: () => ctx.evaluate(value, env) },
    ];
  });

const objectOf = (node: ts.Node, members: readonly ObjMember[]): ObjectVal => ({
  kind: 'object',
  node,
  members,
  complete: false,
  literal: undefined,
});

const layered = (lower: ObjectVal | undefined, upper: ObjectVal | undefined): ObjectVal | undefined =>
  lower && upper ? { ...upper, members: [...lower.members, ...upper.members] } : (upper ?? lower);

const onTop = (lower: Instance, upper: Instance): Instance => ({
  defaults: layered(lower.defaults, upper.defaults),
  headers: merged(lower.headers, upper.headers),
  hooks: [...lower.hooks, ...upper.hooks],
  created: upper.created ?? lower.created,
  shared: lower.shared && upper.shared,
});

/** What statements set, as a layer of defaults of its own. */
const setLater = (from: Viewpoint, changes: readonly InstanceChange[]): Instance => {
  const all = happened(from, changes);
  if (all.length === 0) return NONE;
  const members = membersSet(from, all);
  return {
    ...NONE,
    defaults: members.length > 0 ? objectOf(changes[0]!.node, members) : undefined,
    headers: headersAdded(from, all),
    hooks: headersIntercepted(from, all),
  };
};

/** What sets the base: `….defaults.baseURL = …`. */
const baseOf = (changes: readonly InstanceChange[], { options }: ClientRow): InstanceChange | undefined =>
  changes.find(({ path }) => path.some((at) => options.base.includes(stepText(at) ?? '')));

/** What is set on the package itself: `axios.defaults.baseURL = …`. */
const packageDefaults = (
  ctx: Ctx,
  external: ExternalVal,
  call: ts.CallExpression,
  { row }: Match,
  method: string | undefined,
): Instance => {
  const { module } = external;
  const changes = changesToPackage(ctx, module, call);
  const based = baseOf(changes, row);
  const made = call.getSourceFile();
  const later = setLater({ ctx, env: undefined, method, call, made, based: based?.node }, changes);
  // An instance takes over what was set before it was made, and no interceptors.
  if (external.made.length > 0)
    return { ...later, headers: { ...later.headers, entries: sometimes(later.headers.entries) }, hooks: [] };
  if (!based) return later;
  const room = roomInPackage(ctx, module, based, changes);
  const headers = room ? { ...later.headers, ...room } : later.headers;
  return { ...later, headers, created: room ? based.node : undefined, shared: true };
};

/** The method of a call whose name tells it. */
const namedMethod = ({ row, shape }: Match): string | undefined =>
  Object.entries(row.calls).some(([name, other]) => other === shape && name.toUpperCase() === shape.method)
    ? shape.method
    : undefined;

/** Defaults of the instance that a callee belongs to, or of the package itself (`axios.defaults…`) where it is none. */
export const instanceOf = (
  ctx: Ctx,
  external: ExternalVal | undefined,
  call: ts.CallExpression,
  match: Match,
): Instance => {
  const made = (base: Instance): Instance => madeInstance(ctx, external, call, match, base);
  if (!external || external.module === '') return made(NONE);
  return made(packageDefaults(ctx, external, call, match, namedMethod(match)));
};

const madeInstance = (
  ctx: Ctx,
  external: ExternalVal | undefined,
  call: ts.CallExpression,
  match: Match,
  base: Instance,
): Instance =>
  (external?.made ?? []).reduce((lower, made) => {
    const created = createdBy(ctx, made, match.row);
    const changes = changesToInstance(ctx, made.call);
    const based = baseOf(changes, match.row)?.node;
    const from = { ctx, env: made.env, method: namedMethod(match), call, made: made.call, based };
    return onTop(onTop(lower, created), setLater(from, changes));
  }, base);
