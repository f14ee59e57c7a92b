import type { Sending } from './sending.ts';
import type { ExternalValue } from '../evaluate/values.ts';
import type { Instance } from './instance.ts';
import { type HeaderSource, mergedHeaders } from '../headers/headers.ts';
import { givenElsewhere, handledAlways, handledByOptions } from './request-handlers.ts';
import { changesToRequest } from './changed-requests.ts';
import { transported } from './transports.ts';
import { globalMiddleware, middlewareInOptions } from '../middleware/find-middleware.ts';

/** Instance with everything between its calls and the network: transports, handlers, patches of its package. */
export const withMiddleware = (
  { ctx, call, env, match: { row }, args, instance }: Omit<Sending, 'later'>,
  external: ExternalValue | undefined,
): Instance => {
  const touched: readonly HeaderSource[] =
    row.byRequest && args.request ? [changesToRequest(ctx, args.request.call, call, env)] : [];
  const given = row.handlers === undefined ? [] : givenElsewhere(ctx, external);
  return {
    ...instance,
    headers: given.reduce(mergedHeaders, instance.headers),
    hooks: [
      ...instance.hooks,
      ...transported(ctx, external, row),
      ...handledAlways(ctx, external, row),
      ...handledByOptions(ctx, args.options?.object, row),
      ...touched,
      ...middlewareInOptions({ ctx, row, node: call, env }, args.options?.object),
      ...globalMiddleware({ ctx, row, node: call, env: undefined }, external?.module),
    ],
  };
};
