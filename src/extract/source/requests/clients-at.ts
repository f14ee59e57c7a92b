import { clientOf, instanceShape, type Match } from '../clients/client-lookup.ts';
import type { ClientRow } from '../clients/client-row.ts';
import { configuredClient } from '../evaluate/configured-clients.ts';
import { calledAt } from '../evaluate/bound/applied.ts';
import type { PassedArgument } from '../evaluate/bound/kept-arguments.ts';
import type { Ctx, Env, ExternalValue } from '../evaluate/values.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { isRequestValue } from '../evaluate/members.ts';
import { ts } from '../syntax/tree.ts';
import { entryNamed } from '../../../model/index.ts';

/** True for an instance that calls a server of the program itself: its base is not a text. */
export const servesItself = (ctx: Ctx, external: ExternalValue | undefined, row: ClientRow): boolean =>
  (external?.made ?? []).some(({ call, env, path }) => {
    const shape = instanceShape(row, path);
    if (shape?.mayServe !== true || shape.base === undefined) return false;
    const value = call.arguments?.[shape.base];
    return !value || !ctx.evaluate(value, env).some((val) => val.kind === 'text');
  });

/** Client, and the callee's name where it comes from outside. */
export interface Client {
  readonly match: Match;
  readonly external: ExternalValue | undefined;
  /** Arguments that it receives, where they may be others than those of its call. */
  readonly given?: readonly PassedArgument[] | undefined;
}

/** Clients that a call may belong to in an environment: a variable may hold one of several instances. */
export const clientsAt = (ctx: Ctx, call: ts.CallExpression, env: Env | undefined): readonly Client[] => {
  const configured = configuredClient(ctx, call);
  if (configured) return [{ match: configured, external: undefined }];
  const known = calledAt(ctx, call, env).flatMap(({ val, given }): readonly Client[] => {
    const match = val.kind === 'external' ? clientOf(ctx.clients, val) : undefined;
    return val.kind === 'external' && match && given ? [{ match, external: val, given }] : [];
  });
  return known.length > 0 ? known : requestGiven(ctx, call, env);
};

const CLIENT_OF_REQUESTS = 'go:net/http';

/** A request object as an argument is sent, if the callee is named like a client: `c.http.Do(req)`. */
const requestGiven = (ctx: Ctx, call: ts.CallExpression, env: Env | undefined): readonly Client[] => {
  const { expression: callee, arguments: given } = call;
  const [first] = given;
  if (!first || !ts.isPropertyAccessExpression(callee) || !loweredFile(call)) return [];
  const [row] = ctx.clients.rowsOf(CLIENT_OF_REQUESTS);
  const shape = entryNamed(row?.calls, callee.name.text);
  if (!row || shape?.args[0] !== 'options') return [];
  const isProject = ctx.evaluate(callee, env).some((val) => val.kind === 'function');
  if (isProject) return [];
  const isRequest = ctx.evaluate(first, env).some(isRequestValue);
  return isRequest ? [{ match: { row, shape }, external: undefined }] : [];
};

/** Client that a call belongs to in an environment, if any. */
export const clientAt = (ctx: Ctx, call: ts.CallExpression, env: Env | undefined): Client | undefined =>
  clientsAt(ctx, call, env)[0];
