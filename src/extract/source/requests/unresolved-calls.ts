import { dottedName } from '../syntax/dialect.ts';
import type { UrlFact } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import type { CallGraph, Caller } from './callers/call-graph.ts';
import { contextsOf } from './callers/call-contexts.ts';
import { appliedIn } from '../evaluate/bound/applied.ts';
import type { Env, Evaluator, TextValue, Value } from '../evaluate/values.ts';
import { followsCode } from './test-addresses.ts';
import { isMention } from '../syntax/mentions.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { isRoute } from './server-routes.ts';
import { placeOf } from '../syntax/slots.ts';
import { calleeName, isUnresolved } from './unresolved-callee.ts';

/** False for a literal without holes, which is examined where it is written. */
const mayHoldAddress = (argument: ts.Expression): boolean =>
  !ts.isStringLiteralLike(argument) &&
  !ts.isNumericLiteral(argument) &&
  !ts.isFunctionLike(argument) &&
  !ts.isRegularExpressionLiteral(argument);

const textsIn = (val: Value): readonly TextValue[] => {
  if (val.kind === 'text') return [val];
  if (val.kind !== 'object') return [];
  return val.members.flatMap((member) => member.value().filter((inner) => inner.kind === 'text'));
};

const givenAt = (
  ctx: Evaluator,
  argument: ts.Expression,
  env: Env | undefined,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): readonly TextValue[] =>
  ctx
    .evaluate(argument, env)
    .flatMap(textsIn)
    .filter(({ text }) => mayBeApiUrl(flatten(text)));

/** URLs that an argument may be; those that only callers know where the function is likely to send them. */
const addressesIn = (
  ctx: Evaluator,
  graph: CallGraph,
  { call, argument }: { readonly call: Caller; readonly argument: ts.Expression },
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): readonly TextValue[] => {
  const { answer, touched } = ctx.ask(() => givenAt(ctx, argument, undefined, mayBeApiUrl));
  const { expression: callee } = call;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : dottedName(callee);
  if (answer.length > 0 || touched.size === 0 || !ctx.clients.sendingNames.has(name)) return answer;
  return contextsOf(ctx, graph, (env) => givenAt(ctx, argument, env, mayBeApiUrl)).flatMap(
    (found) => found.answer,
  );
};

/**
 * True for a call of an injected object where each call path gives a function of the project: `this.client.get(…)`; and
 * for a hook that calls one: `useSWR(url, fetcher)`.
 */
const isInjected = (ctx: Evaluator, graph: CallGraph, call: Caller): boolean =>
  graph.reachedBy(call).length > 0 &&
  (appliedIn(call) !== undefined ||
    contextsOf(ctx, graph, (env) => ctx.evaluate(call.expression, env)).every(
      ({ answer: callees }) => callees.length > 0 && callees.every(({ kind }) => kind === 'function'),
    ));

/**
 * URLs that a file passes to calls that cannot be resolved: unknown requests may be built on them. `requests`
 * are the known ones.
 */
export const unresolvedFacts = (
  ctx: Evaluator,
  graph: CallGraph,
  file: ts.SourceFile,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
  requests: ReadonlySet<string>,
): readonly UrlFact[] =>
  nodesOf(file).calls.flatMap((call): readonly UrlFact[] => {
    const given = (call.arguments ?? []).filter(mayHoldAddress);
    if (given.length === 0 || !isUnresolved(ctx, call)) return [];
    if (requests.has(`${file.fileName}:${call.getStart()}`) || isInjected(ctx, graph, call)) return [];
    return given
      .filter((argument) => !isMention(argument) && !followsCode(ctx, argument) && !isRoute(ctx, argument))
      .flatMap((argument) =>
        addressesIn(ctx, graph, { call, argument }, mayBeApiUrl).map(({ text }) => ({
          kind: 'url' as const,
          origin: 'authored' as const,
          text,
          use: 'value' as const,
          unseen: true,
          callee: calleeName(call),
          ...placeOf(argument),
        })),
      );
  });
