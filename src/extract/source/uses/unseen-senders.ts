import { clientOf, isClientPackage, isUndescribed } from '../clients/client-lookup.ts';
import type { Ctx, ExternalValue, Value } from '../evaluate/values.ts';
import { isUnresolved } from '../requests/unresolved-callee.ts';
import { type CallOrNew, calledName } from '../syntax/calls-by-name.ts';
import { dottedName } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
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

/** Maximum number of calls, each of the result of another, that are searched for a client. */
const MAX_MADE = 8;

/** Values of an argument, and of the members of a literal: `{ fetch }`. */
const valuesGiven = (ctx: Ctx, argument: ts.Expression): readonly Value[] =>
  ctx
    .evaluate(argument, undefined)
    .flatMap((val) => (val.kind === 'object' ? val.members.flatMap((member) => member.value()) : [val]));

const isSender = ({ clients }: Ctx, val: ExternalValue): boolean => {
  const shape = clientOf(clients, val)?.shape;
  return val.module === '' ? shape !== undefined : isClientPackage(clients, val.module) && !shape?.command;
};

const isGivenSender = (ctx: Ctx, call: CallOrNew, depth: number): boolean =>
  (call.arguments ?? []).some((argument) =>
    valuesGiven(ctx, argument).some(
      (given) =>
        (given.kind === 'external' && isSender(ctx, given)) || isMadeBySenders(ctx, given, depth + 1),
    ),
  );

/** True for a value that calls make which get a function or instance of a client: `retrying(3)(fetch)`. */
const isMadeBySenders = (ctx: Ctx, val: Value, depth: number): boolean => {
  if (depth > MAX_MADE) return false;
  if (val.kind === 'external') return val.made.some(({ call }) => isGivenSender(ctx, call, depth));
  if (val.kind !== 'unknown' || !val.returnedBy) return false;
  const callees = ctx.evaluate(val.returnedBy.expression, undefined);
  return (
    isGivenSender(ctx, val.returnedBy, depth) ||
    callees.some((callee) => isMadeBySenders(ctx, callee, depth + 1))
  );
};

/** True for a call of code that is not followed, and was given a client: `retrying(3)(fetch)(url)`. */
export const isMadeOfSender = ({ ctx }: Flow, { expression }: CallOrNew): boolean =>
  ctx.evaluate(expression, undefined).some((val) => isMadeBySenders(ctx, val, 0));

/** Name of a function that sends: `sendJson`, `doRequest`, `api_get`; messages and mails are sent as well, but not to a URL. */
const SENDING_NAME =
  /^_*(?:(?:fetch|request|download)(?![a-z])|send(?:$|_?(?:[Rr]equest|[Jj]son|[Hh]ttp|[Gg]et|[Aa]pi)(?![a-z]))|(?:do|api|http|make)_?(?:[Rr]equest|[Ff]etch|[Gg]et|[Cc]all)(?![a-z]))/;

/** True for a function of an unknown package whose name says that it sends what it is given: `sendJson(url)`, not `reply.send(url)`. */
export const isNamedSender = (flow: Flow, call: CallOrNew): boolean => {
  const name = calledName(call);
  const isMethod = ts.isPropertyAccessExpression(call.expression);
  return SENDING_NAME.test(name) && !(isMethod && name === 'send') && maySendUnseen(flow, call);
};

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
