import type { Sending } from './sending.ts';
import type { ExternalValue, Made } from '../evaluate/values.ts';
import type { Instance } from './instance.ts';
import { type HeaderSource, hiddenAt, mergedHeaders } from '../headers/headers.ts';
import { examineRequestObject } from '../middleware/created-requests.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { givenElsewhere, handledAlways, handledByOptions } from './request-handlers.ts';
import { changesToRequest } from './changed-requests.ts';
import { transported } from './transports.ts';
import { globalMiddleware, middlewareInOptions } from '../middleware/find-middleware.ts';

/** Changes to a request object between its creation and the call that sends it. */
const changesOf = (
  made: Made['call'],
  { ctx, call, env, row }: Pick<Sending, 'ctx' | 'call' | 'env'> & Pick<Sending['match'], 'row'>,
): readonly HeaderSource[] => {
  if (row.byRequest) return [changesToRequest(ctx, made, call, env)];
  const lost = loweredFile(made) ? undefined : examineRequestObject(ctx, made, call, env);
  return lost ? [hiddenAt(lost)] : [];
};

/** Instance with everything between its calls and the network: transports, handlers, patches of its package. */
export const withMiddleware = (
  { ctx, call, env, match: { row }, args, instance }: Omit<Sending, 'later'>,
  external: ExternalValue | undefined,
): Instance => {
  const touched = args.request ? changesOf(args.request.call, { ctx, call, env, row }) : [];
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
