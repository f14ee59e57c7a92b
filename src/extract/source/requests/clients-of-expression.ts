import { loweredFile } from '../syntax/dialect.ts';
import type { Ctx, InstanceValue, Value } from '../evaluate/values.ts';
import { calledBy, callsByName, type CallOrNew } from '../syntax/calls-by-name.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';

interface NamedParameter {
  readonly fn: ts.Node;
  readonly name: string;
  readonly index: number;
}

/** Parameter that an expression names, with the name of its function. */
const parameterNamed = (holder: ts.Expression): NamedParameter | undefined => {
  const declared = ts.isIdentifier(holder) ? declarationOf(holder.text, holder) : undefined;
  if (!declared || !ts.isIdentifier(declared) || !ts.isParameter(declared.parent)) return undefined;
  const fn = declared.parent.parent;
  const name = calledBy(fn);
  return name === undefined ? undefined : { fn, name, index: fn.parameters.indexOf(declared.parent) };
};

type Loaded = ReturnType<Ctx['program']['loaded']>;

/** Client that an expression may hold; `undefined` is what unknown callers pass. */
export interface HeldClient {
  readonly client: Value | undefined;
  /** The call that passes it to the function around the expression. */
  readonly call?: CallOrNew;
}

/** Clients that the callers of a function pass for a parameter. */
const givenFor = (ctx: Ctx, { fn, name, index }: NamedParameter, loaded: Loaded): readonly HeldClient[] => {
  const isOf = ({ expression }: CallOrNew): boolean =>
    ctx.evaluate(expression, undefined).some((val) => val.kind === 'function' && val.node === fn);
  return loaded.flatMap(({ file }): readonly HeldClient[] => {
    const { called, given } = callsByName(file);
    const held = (called.get(name) ?? []).flatMap((call) => {
      const passed = call.arguments?.[index];
      return passed && isOf(call) ? ctx.evaluate(passed, undefined).map((client) => ({ client, call })) : [];
    });
    return given.has(name) ? [...held, { client: undefined }] : held;
  });
};

/** An object, or the client that its class extends: `self` in `class Api(requests.Session)` of Python. */
const ofInstance = (ctx: Ctx, val: InstanceValue, node: ts.Node): readonly Value[] => {
  const clients = loweredFile(val.node) ? ctx.property(val, 'super', node, false) : [];
  return clients.some(({ kind }) => kind === 'external') ? clients : [val];
};

/** Clients that an expression may hold; for a parameter those that callers pass: `addLogging(api)`. */
export const clientsOfExpression = (
  ctx: Ctx,
  holder: ts.Expression,
  loaded: Loaded,
): readonly HeldClient[] => {
  const vals = ctx
    .evaluate(holder, undefined)
    .flatMap((val) => (val.kind === 'instance' ? ofInstance(ctx, val, holder) : [val]));
  const isMade = vals.some((val) => val.kind === 'external' && !val.typed);
  const parameter = isMade ? undefined : parameterNamed(holder);
  const held = vals.map((client) => ({ client }));
  if (!parameter) return held;
  const given = givenFor(ctx, parameter, loaded);
  // Known callers are more precise than the parameter's type.
  return given.some(({ client }) => client?.kind === 'external' && !client.typed) &&
    given.every(({ client }) => client !== undefined)
    ? given
    : [...held, ...given];
};
