import type { Span, Trace, TraceStep } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { instanceShape } from '../clients/client-lookup.ts';
import { contextsOf } from '../requests/callers/call-contexts.ts';
import { isMention } from '../syntax/mentions.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { clientAt } from '../requests/clients-at.ts';
import { requestsAt } from '../requests/requests.ts';
import { placeOf } from '../syntax/slots.ts';
import { shownText, traceOf, type Tracer } from './tracing.ts';
import type { ExternalValue } from '../evaluate/values.ts';

const isIn = (offset: number, { start, end }: Span): boolean => start <= offset && offset < end;

/** Calls that begin or are named within the span; without one the innermost enclosing call. */
const callsOn = (file: ts.SourceFile, span: Span): readonly ts.CallExpression[] => {
  const calls = nodesOf(file).calls.filter((node) => ts.isCallExpression(node));
  const named = calls.filter(
    (call) => isIn(call.getStart(), span) || isIn(call.expression.getEnd() - 1, span),
  );
  const around = calls.filter((call) => call.getStart() < span.start && call.getEnd() >= span.start);
  return named.length > 0 ? named : around.slice(-1);
};

/** Maximum number of calls per line in the output. */
const MAX_CALLS = 20;

const step = (node: ts.Node, says: string): TraceStep => ({ ...placeOf(node), depth: 0, says });

const deeper = (steps: readonly TraceStep[]): readonly TraceStep[] =>
  steps.map((at) => ({ ...at, depth: at.depth + 1 }));

/** Argument that most likely contains the URL: the first; of several, the one that does. */
const addressed = (call: ts.CallExpression): readonly ts.Expression[] =>
  call.arguments.slice(0, 2).filter((argument) => !ts.isFunctionLike(argument));

const PARTS = /^(url|uri|baseURL|baseUrl|prefixUrl|host|hostname|path)$/;

/** `{ host, path }`: the members that a URL is built from, in place of their object. */
const partsOf = (argument: ts.Expression): readonly ts.Expression[] => {
  if (!ts.isObjectLiteralExpression(argument)) return [argument];
  return argument.properties.flatMap((property) => {
    if (!property.name || !PARTS.test(property.name.getText())) return [];
    if (ts.isPropertyAssignment(property)) return [property.initializer];
    return ts.isShorthandPropertyAssignment(property) ? [property.name] : [];
  });
};

const keyOf = ({ file, span, says }: TraceStep): string => `${file}:${span.start}:${says}`;

/** Removes duplicate steps: several parts may lead to one position. */
const distinct = (steps: readonly TraceStep[]): readonly TraceStep[] => {
  const keys = steps.map(keyOf);
  return steps.filter((_, index) => keys.indexOf(keys[index]!) === index);
};

const addressTrace = (tracer: Tracer, call: ts.CallExpression): readonly TraceStep[] =>
  distinct(
    addressed(call)
      .flatMap(partsOf)
      .flatMap((part) => deeper(traceOf(tracer, part))),
  );

const headersText = (headers: ReturnType<typeof requestsAt>[number]['headers']): string => {
  const names = [...new Set(headers.entries.map(({ name }) => name.value))];
  const seen = names.length === 0 ? 'none' : names.join(', ');
  return `headers: ${seen}${headers.complete ? '' : '; more may be set in code that is not available'}`;
};

/** Trace of an HTTP client call: its facts, and why it is a request of the API or not. */
const requestTrace = (
  tracer: Tracer,
  call: ts.CallExpression,
  client: string,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): Trace => {
  const contexts = contextsOf(tracer.ctx, tracer.graph, (env) =>
    requestsAt(tracer.ctx, call, { env, chain: [] }),
  );
  const requests = contexts.flatMap((context) => requestsAt(tracer.ctx, call, context));
  const urls = [
    ...new Map(requests.flatMap(({ urls: all }) => all).map((url) => [shownText(url), url])).values(),
  ];
  const ours = urls.some((url) => mayBeApiUrl(flatten(url)));
  const says = `a call of ${client}; ${ours ? 'its URL is one of the API' : 'its URL is not known to be one of the API'}`;
  const addresses = urls.map((url) => step(call, `URL ${shownText(url)}`));
  const told = requests[0] && ours ? [step(call, headersText(requests[0].headers))] : [];
  const unseen = urls.length === 0 ? [step(call, 'its URL is unknown:')] : [];
  return {
    ...placeOf(call),
    says,
    steps: [...told, ...addresses.slice(0, 5), ...unseen, ...addressTrace(tracer, call)],
  };
};

const calleeName = (call: ts.CallExpression): string =>
  call.expression.getText().replaceAll(/\s+/g, ' ').slice(0, 60);

/** Trace of a call of an undeclared function with a URL of the API. */
const globalTrace = (
  tracer: Tracer,
  call: ts.CallExpression,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): Trace | undefined => {
  const used = call.arguments.filter((argument) => !isMention(argument));
  const given = used.flatMap((argument) => tracer.ctx.evaluate(argument, undefined));
  const isGiven = given.some((val) => val.kind === 'text' && mayBeApiUrl(flatten(val.text)));
  if (!isGiven) return undefined;
  const says = `${calleeName(call)}(…) gets a URL of the API, but is not a known HTTP client, and no scanned file declares it`;
  return { ...placeOf(call), says, steps: addressTrace(tracer, call) };
};

/** Trace of a call that creates an instance of a client. */
const instanceTrace = (
  tracer: Tracer,
  call: ts.CallExpression,
  { module, path }: ExternalValue,
): Trace | undefined => {
  const row = tracer.ctx.clients.rowsOf(module).find((known) => instanceShape(known, path) !== undefined);
  return (
    row && {
      ...placeOf(call),
      says: `creates an instance of ${row.name}: see the calls made through it, which use its defaults`,
      steps: addressTrace(tracer, call),
    }
  );
};

/** Reason why a call is not a known request. */
const otherTrace = (
  tracer: Tracer,
  call: ts.CallExpression,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): Trace | undefined => {
  const [val] = tracer.ctx.evaluate(call.expression, undefined);
  const name = calleeName(call);
  const at = placeOf(call);
  if (val?.kind === 'function')
    return {
      ...at,
      says: `${name}(…) calls a function of this project: see the calls inside it for what it sends`,
      steps: [step(val.node, 'declared here'), ...addressTrace(tracer, call)],
    };
  const instance = val?.kind === 'external' ? instanceTrace(tracer, call, val) : undefined;
  if (instance) return instance;
  if (val?.kind === 'external' && val.module !== '')
    return {
      ...at,
      says: `${name}(…) belongs to package ${val.module}, which is not a known HTTP client, or this function of it sends nothing. Describe a client of your own under clients in the configuration`,
      steps: addressTrace(tracer, call),
    };
  if (val?.kind === 'external') return globalTrace(tracer, call, mayBeApiUrl);
  const callee = call.expression;
  const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  if (tracer.ctx.evaluate(receiver, undefined).every(({ kind }) => kind !== 'unknown')) return undefined;
  return {
    ...at,
    says: `${name}(…) is not a known request: what it calls is unknown`,
    steps: traceOf(tracer, receiver),
  };
};

/** Traces of why the calls on a line of a file were detected as requests, or were not. */
export const tracesAt = (
  tracer: Tracer,
  file: ts.SourceFile,
  line: Span,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): readonly Trace[] =>
  callsOn(file, line)
    .slice(0, MAX_CALLS)
    .flatMap((call) => {
      const client = clientAt(tracer.ctx, call, undefined);
      if (client) return [requestTrace(tracer, call, client.match.row.name, mayBeApiUrl)];
      return otherTrace(tracer, call, mayBeApiUrl) ?? [];
    });
