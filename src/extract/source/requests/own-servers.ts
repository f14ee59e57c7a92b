import type { ClientRow } from '../clients/client-row.ts';
import { instanceShape } from '../clients/client-lookup.ts';
import type { Ctx, ExternalVal } from '../evaluate/values.ts';

/** True for an instance that calls a server of the program itself: its base is no text. */
export const servesItself = (ctx: Ctx, external: ExternalVal | undefined, row: ClientRow): boolean =>
  (external?.made ?? []).some(({ call, env, path }) => {
    const shape = instanceShape(row, path);
    if (shape?.mayServe !== true || shape.base === undefined) return false;
    const value = call.arguments?.[shape.base];
    return !value || !ctx.evaluate(value, env).some((val) => val.kind === 'text');
  });
