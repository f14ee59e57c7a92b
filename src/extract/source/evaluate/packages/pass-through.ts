import { isClientPackage } from '../../clients/client-lookup.ts';
import type { Ctx, Env, ExternalValue, Value } from '../values.ts';

/** Functions of packages that return a wrapper of the function, client or response passed to them. */
const PASSES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    util: ['promisify', 'callbackify'],
    bluebird: ['promisify'],
    pify: [''],
    'es6-promisify': ['promisify'],
    lodash: ['memoize', 'once', 'debounce', 'throttle'],
    'lodash-es': ['memoize', 'once', 'debounce', 'throttle'],
    'p-memoize': [''],
    mem: [''],
    memoizee: [''],
    react: ['useCallback', 'cache'],
    rxjs: ['firstValueFrom', 'lastValueFrom', 'from'],
    'axios-rate-limit': [''],
    // These change the client that they are given, and neither its URLs nor its headers.
    'axios-retry': ['', 'default'],
    'retry-axios': ['attach'],
    'axios-curlirize': ['', 'default'],
    'axios-debug-log': ['addLogger'],
    'axios-cookiejar-support': ['wrapper'],
    'axios-cache-interceptor': ['setupCache'],
    'fetch-retry': [''],
    'fetch-cookie': [''],
  }),
);

/** `inject(HttpClient)`: an instance of the named class. */
const injected = (ctx: Ctx, vals: readonly Value[]): readonly Value[] =>
  vals.map((val) =>
    val.kind === 'external' && isClientPackage(ctx.clients, val.module)
      ? { ...val, path: [], made: [], typed: true }
      : val,
  );

/** Result of a package function that in effect returns its argument; `undefined` for all others. */
export const passedThrough = (
  ctx: Ctx,
  { module, path, made }: ExternalValue,
  argument: Env['argument'],
): readonly Value[] | undefined => {
  if (made.length > 0) return undefined;
  const callee = path.join('.');
  if (module === '@angular/core' && callee === 'inject') return injected(ctx, argument(0) ?? []);
  return PASSES.get(module)?.includes(callee) ? argument(0) : undefined;
};
