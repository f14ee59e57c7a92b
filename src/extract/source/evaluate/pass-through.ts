import { isClientPackage } from '../clients/client-lookup.ts';
import type { Ctx, Env, ExternalVal, Val } from './values.ts';

/** Functions of packages that give back the function or client that they are given, with more to it. */
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
    'axios-rate-limit': [''],
    'axios-cookiejar-support': ['wrapper'],
    'axios-cache-interceptor': ['setupCache'],
    'fetch-retry': [''],
    'fetch-cookie': [''],
  }),
);

/** `inject(HttpClient)`: an instance of the class that is named. */
const injected = (ctx: Ctx, vals: readonly Val[]): readonly Val[] =>
  vals.map((val) =>
    val.kind === 'external' && isClientPackage(ctx.clients, val.module)
      ? { ...val, path: [], made: [], typed: true }
      : val,
  );

/** Result of a function of a package when that is, in effect, what it was given; `undefined` for all others. */
export const passedThrough = (
  ctx: Ctx,
  { module, path, made }: ExternalVal,
  argument: Env['argument'],
): readonly Val[] | undefined => {
  if (made.length > 0) return undefined;
  const callee = path.join('.');
  if (module === '@angular/core' && callee === 'inject') return injected(ctx, argument(0) ?? []);
  return PASSES.get(module)?.includes(callee) ? argument(0) : undefined;
};
