import type { Ctx, Env } from '../evaluate/values.ts';
import { referencesTo } from '../syntax/references.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { callsAnswered } from './responses-in.ts';
import { references, type Stop } from './stops.ts';

/** References to a variable, and those of them that hold a response, by its sending call. */
interface Holding {
  readonly all: ReadonlySet<ts.Node>;
  readonly byCall: ReadonlyMap<ts.Node, readonly ts.Node[]>;
}

const known = new WeakMap<Ctx, WeakMap<ts.Identifier, Holding>>();

const findHolding = (ctx: Ctx, declared: ts.Identifier): Holding => {
  const all = referencesTo(declared, declared.getSourceFile());
  const byCall = new Map<ts.Node, ts.Node[]>();
  for (const node of all)
    for (const call of callsAnswered(ctx.evaluate(node, undefined))) {
      const nodes = byCall.get(call);
      if (nodes) nodes.push(node);
      else byCall.set(call, [node]);
    }
  return { all: new Set(all), byCall };
};

/** References outside of any call path; found once for all responses: a variable may be assigned a thousand. */
const holdingOf = (ctx: Ctx, declared: ts.Identifier): Holding => {
  const ofCtx = known.get(ctx) ?? new WeakMap<ts.Identifier, Holding>();
  known.set(ctx, ofCtx);
  const found = ofCtx.get(declared) ?? findHolding(ctx, declared);
  ofCtx.set(declared, found);
  return found;
};

/**
 * References to the variable that an expression names which may hold the response of a call; `leaves` where none does,
 * and none has been visited. `undefined` where no variable is named.
 */
export const heldBy = (
  ctx: Ctx,
  target: ts.Expression,
  { node: call, env }: Stop,
  visited: ReadonlyMap<ts.Node, ReadonlySet<Env | undefined>>,
): { readonly to: readonly Stop[] } | 'leaves' | undefined => {
  const declared = ts.isIdentifier(target) ? declarationOf(target.text, target) : undefined;
  if (!declared || !ts.isIdentifier(declared)) return undefined;
  if (env) return { to: references(declared, env) };
  const { all, byCall } = holdingOf(ctx, declared);
  const to = byCall.get(call)?.map((node) => ({ node, env })) ?? [];
  const isSeen = to.length > 0 || [...visited].some(([node, envs]) => envs.has(undefined) && all.has(node));
  return isSeen || all.size === 0 ? { to } : 'leaves';
};
