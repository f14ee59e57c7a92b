import { clientOf, isUndescribed } from '../clients/client-lookup.ts';
import type { Ctx, ExternalValue } from '../evaluate/values.ts';
import { isUnresolved } from '../requests/unresolved-callee.ts';
import { type CallOrNew, calledName } from '../syntax/calls-by-name.ts';
import { dottedName } from '../syntax/dialect.ts';
import type { Flow } from './flow.ts';

/** Packages and functions that run a program other than by a row of the client table: `fork`, `os.execvp`. */
const RUNS = /^(?:(?:node:)?child_process|py:subprocess) |^py:os (?:exec|spawn|posix_spawn)/;

/** Packages that keep, check, show or count what they are given. */
const KEEPS =
  /^(?:node:)?(?:fs(?:\/promises)?|fs-extra|graceful-fs|express|fastify|koa|hono|cors|helmet|react|vue|svelte|electron|next(?:\/.+)?|validator|(?:is|valid|parse|normalize)-.*ur[il].*|ajv|prom-client|hot-shots|dd-trace|node-statsd|posthog-.+|mixpanel|lru-cache|node-cache|cache-manager|keyv|i?o?redis|memcached|node-persist|conf|configstore|nconf|config|i18next|handlebars|ejs|mustache|commander|yargs|minimist|meow|command-line-(?:args|usage)|clipboardy|open|@(?:sentry|opentelemetry|datadog|fastify|nestjs\/config|hapi\/joi)(?:\/.+)?)$|^(?:py:(?:sentry_sdk|structlog|loguru|rich|statsd|prometheus_client|opentelemetry|validators|jinja2|flask|django|fastapi|webbrowser)|go:(?:fmt|log|log\/slog|strings|bytes|errors|os|html\/template|text\/template)|rb:(?:Kernel|File|Logger))(?:[./].*)?$/;

/** First words of functions that keep, check, show or count what they are given: `setItem`, `is_url`. */
const KEEPING_WORD =
  /^(?:is|has|assert|validate|check|ensure|verify|equals?|compare|matches|log|print|puts|trace|track|tag|tags|label|labels|counter|gauge|timer|histogram|inc|incr|increment|observe|measure|set|add|append|insert|store|save|write|delete|remove|contains|cache|memo|memoize|json|jsonp|render|redirect|navigate|open|push|replace|sign|describe|format|encode|escape|hash|parse|normalize|mask|redact|sanitize|show|display|html|header|headers|cookie|require|resolve|cb|callback|next|done|register|provide|bind|inject|define|info|warn|warning|error|debug|fatal|fail|panic|die|raise|reject|invariant|mock|stub|spy|intercept|nock)$/;

/** First word of a name: `set` of `setItem`, `is` of `is_url`. */
const firstWord = (name: string): string =>
  /^_*([A-Z]+(?![a-z])|[A-Z]?[a-z]*)/.exec(name)?.[1]?.toLowerCase() ?? '';

const runs = ({ ctx }: Flow, val: ExternalValue): boolean =>
  clientOf(ctx.clients, val)?.shape.command !== undefined || RUNS.test(`${val.module} ${val.path.join('.')}`);

/** True for `requests.Request(…)`, which any session may change and send later: where it goes is not followed. */
export const isPreparedRequest = ({ module, path }: ExternalValue): boolean =>
  /^py:(?:requests|httpx)$/.test(module) && path.at(-1) === 'Request';

/** True for `http.batch(…)` of k6: a function of a client, not of its instances, that may send what it is given. */
export const isUndescribedCall = ({ clients }: Ctx, val: ExternalValue): boolean =>
  val.made.length === 0 && isUndescribed(clients, val) && !/^[A-Z]/.test(val.path.at(-1)!);

/** Arguments of a program that .NET starts. */
const ARGUMENT_LIST = /(?:^|\.)ArgumentList\.Add$/;

/** True for a call that runs a program, or code that is not available and may send requests. */
export const maySendUnseen = (flow: Flow, call: CallOrNew): boolean => {
  const externals = flow.ctx
    .evaluate(call.expression, undefined)
    .flatMap((val) => (val.kind === 'external' ? [val] : []));
  const isSender = externals.some((val) => runs(flow, val) || isPreparedRequest(val));
  if (isSender || ARGUMENT_LIST.test(dottedName(call.expression))) return true;
  if (KEEPING_WORD.test(firstWord(calledName(call)))) return false;
  if (externals.some((val) => isUndescribedCall(flow.ctx, val))) return true;
  return !externals.some(({ module }) => KEEPS.test(module)) && isUnresolved(flow.ctx, call);
};
