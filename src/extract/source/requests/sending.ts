import type { LaterCall } from '../evaluate/paths/later-calls.ts';
import type { Match } from '../clients/client-lookup.ts';
import type { Instance } from './instance.ts';
import type { Arguments } from './options.ts';
import type { ts } from '../syntax/tree.ts';
import type { Ctx, Env } from '../evaluate/values.ts';

/** A call that may send a request, interpreted by one client of the table. */
export interface Sending {
  readonly ctx: Ctx;
  readonly call: ts.CallExpression;
  readonly env: Env | undefined;
  readonly match: Match;
  readonly args: Arguments;
  readonly instance: Instance;
  readonly later: readonly LaterCall[];
}
