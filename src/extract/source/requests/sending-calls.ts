import type { RequestFact } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import type { CallGraph } from './callers/call-graph.ts';
import { contextsOf } from './callers/call-contexts.ts';
import { appliedIn } from '../evaluate/bound/applied.ts';
import type { Evaluator } from '../evaluate/values.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { isUsedAsValue } from './callers/functions-as-values.ts';
import type { FunctionsPassed } from './callers/functions-passed.ts';
import { isWorthResolving, mayBeHeuristic } from './heuristic-clients.ts';
import { namesCurl } from './commands/names-curl.ts';
import { repetitionOf } from './loops.ts';
import { clientAt } from './clients-at.ts';
import { requestsAt } from './requests.ts';
import { isOfCollection } from './collection-calls.ts';
import { declarationOf } from '../syntax/scope.ts';

/** Names of files and of packages of the same tree; those of others seldom have a scope. */
const OF_TREE = /^[.@#~/]/;

const specifierOf = (declared: ReturnType<typeof declarationOf>): ts.Expression | undefined => {
  if (!declared) return undefined;
  if (ts.isNamespaceImport(declared)) return declared.parent.parent.moduleSpecifier;
  if (ts.isImportClause(declared)) return declared.parent.moduleSpecifier;
  const required = ts.isVariableDeclaration(declared.parent) ? declared.parent.initializer : undefined;
  return required && ts.isCallExpression(required) && required.expression.getText() === 'require'
    ? required.arguments[0]
    : undefined;
};

/** `api.atlas(…)` of `import * as api from './api'`: a member of a file may be a client. */
const isOfFile = ({ expression: holder }: ts.PropertyAccessExpression): boolean => {
  const declared = ts.isIdentifier(holder) ? declarationOf(holder.text, holder) : undefined;
  const specifier = specifierOf(declared);
  return specifier !== undefined && ts.isStringLiteralLike(specifier) && OF_TREE.test(specifier.text);
};

const mayClientCall = ({ clients }: Evaluator, call: ts.CallExpression): boolean => {
  const callee = call.expression;
  if (ts.isPropertyAccessExpression(callee))
    return (
      clients.sendingNames.has(callee.name.text) ||
      appliedIn(call) !== undefined ||
      callee.expression.kind === ts.SyntaxKind.ThisKeyword ||
      isOfFile(callee) ||
      mayBeHeuristic(call)
    );
  return (
    !(ts.isElementAccessExpression(callee) && ts.isNumericLiteral(callee.argumentExpression)) &&
    callee.kind !== ts.SyntaxKind.ImportKeyword &&
    callee.kind !== ts.SyntaxKind.SuperKeyword
  );
};

const sendingCalls = (ctx: Evaluator, file: ts.SourceFile): readonly ts.CallExpression[] =>
  nodesOf(file).calls.filter(
    (node): node is ts.CallExpression =>
      ts.isCallExpression(node) && mayClientCall(ctx, node) && !isOfCollection(node),
  );

/** Requests that calls send. */
export interface Sends {
  /** Requests that may go to a URL of the API. */
  readonly ours: readonly RequestFact[];
  /** Other requests with headers from elsewhere, which calls of the API may share. */
  readonly otherRequests: readonly RequestFact[];
  /** Requests of all calls that are not known to do so. */
  readonly elsewhere: readonly RequestFact[];
}

const NOTHING: Sends = { ours: [], otherRequests: [], elsewhere: [] };

/** Positions of a request's headers: where they are written, and where one more can be inserted. */
export const headerPlaces = ({ headers: { gap, entries } }: RequestFact): readonly string[] => [
  ...(gap ? [`${gap.file}:${gap.at}`] : []),
  ...entries.map(({ place }) => `${place.file}:${place.span.start}`),
];

const borrowsHeaders = ({ file, span, headers: { gap, entries } }: RequestFact): boolean => {
  const isInside = (other: string, at: number): boolean =>
    other === file && span.start <= at && at <= span.end;
  return (
    (gap !== undefined && !isInside(gap.file, gap.at)) ||
    entries.some(({ place }) => !isInside(place.file, place.span.start))
  );
};

const DOCUMENT = /\.(?:jsonc?|ya?ml)$/;

/** True for a request that sends a document of the tree, which then is not a payload of the API. */
export const sendsDocument = ({ body }: RequestFact): boolean =>
  body !== undefined && (DOCUMENT.test(body.file) || (body.kind === 'opaque' && body.document !== undefined));

/** True where a text or header of the request is written in another file than its call. */
const isBorrowed = ({ file, urls, headers }: RequestFact): boolean =>
  headers.entries.some(({ place }) => place.file !== file) ||
  urls.some(({ parts }) => parts.some((part) => part.kind === 'known' && part.slot.file !== file));

/**
 * True for a request to another service that an edit may affect: one with values from another file, or with a
 * literal that it sends.
 */
export const mayChangeToo = (request: RequestFact): boolean =>
  isBorrowed(request) || request.body?.kind === 'object' || request.bodies !== undefined;

/** True where a request of the group goes, or may go, to a URL of the API that is written anywhere. */
export const mayBeSent = (requests: readonly RequestFact[], elsewhere: readonly RequestFact[]): boolean =>
  requests.length > 0 || elsewhere.some(({ urls }) => urls.some(({ parts }) => parts[0]?.kind === 'hole'));

const goesToApi = ({ urls }: RequestFact, mayBeApiUrl: ExtractInput['mayBeApiUrl']): boolean =>
  urls.some((url) => mayBeApiUrl(flatten(url)));

/** Heuristic requests of a call: only where the URL is known to be one of the API. */
const heuristicRequestsOf = (
  ctx: Evaluator,
  graph: CallGraph,
  call: ts.CallExpression,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): Sends => {
  if (!mayBeHeuristic(call)) return NOTHING;
  const { answer, touched } = ctx.ask(() => requestsAt(ctx, call, { env: undefined, chain: [] }));
  const isOurs = answer.some((request) => goesToApi(request, mayBeApiUrl));
  if (!isOurs && (touched.size === 0 || !isWorthResolving(call))) return { ...NOTHING, elsewhere: answer };
  const contexts = contextsOf(ctx, graph, (env, chain) => requestsAt(ctx, call, { env, chain }));
  const ours = contexts.flatMap(({ answer: requests, chain }) =>
    requests
      .filter((request) => goesToApi(request, mayBeApiUrl))
      .map((request) => ({ ...request, ...repetitionOf(call, chain, graph) })),
  );
  return { ...NOTHING, ours };
};

/** `axios[method](…)`: its callers may determine which of a client's methods is called. */
const isOfUnseenMethod = (ctx: Evaluator, { expression: callee }: ts.CallExpression): boolean =>
  ts.isElementAccessExpression(callee) &&
  ctx
    .evaluate(callee.expression, undefined)
    .some((val) => val.kind === 'external' && ctx.clients.rowsOf(val.module).length > 0 && val.module !== '');

/** `get(`${base}/groups`)` of a parameter, for which callers may pass a client that is a function: `got`, `fetch`. */
const isOfParameter = ({ expression: callee, arguments: [first] }: ts.CallExpression): boolean => {
  const declared = ts.isIdentifier(callee) ? declarationOf(callee.text, callee) : undefined;
  return (
    first !== undefined &&
    !ts.isFunctionLike(first) &&
    declared !== undefined &&
    ts.isIdentifier(declared) &&
    ts.findAncestor(declared, ts.isParameter) !== undefined
  );
};

/** Context of the search for sending calls. */
export interface SendingSearch {
  readonly ctx: Evaluator;
  readonly graph: CallGraph;
  readonly functionsPassed: FunctionsPassed;
  readonly mayBeApiUrl: ExtractInput['mayBeApiUrl'];
}

/** Requests of one sending call, one per call path. */
const requestsOf = (
  { ctx, graph, functionsPassed, mayBeApiUrl }: SendingSearch,
  call: ts.CallExpression,
): Sends => {
  const { answer: client, touched } = ctx.ask(() => clientAt(ctx, call, undefined));
  const injected =
    touched.size > 0 &&
    (ts.isPropertyAccessExpression(call.expression)
      ? ctx.clients.sendingNames.has(call.expression.name.text)
      : isOfParameter(call) || isOfUnseenMethod(ctx, call));
  if (!client && !injected) return heuristicRequestsOf(ctx, graph, call, mayBeApiUrl);
  if (client?.match.shape.command && !namesCurl(ctx.program)) return NOTHING;
  const contexts = contextsOf(ctx, graph, (env, chain) => requestsAt(ctx, call, { env, chain }));
  const requests = contexts.flatMap(({ answer, chain }) =>
    answer
      .filter((request) => request.heuristic !== true || goesToApi(request, mayBeApiUrl))
      .map((request) => ({ request, chain })),
  );
  const isOurs = requests.some(({ request }) => goesToApi(request, mayBeApiUrl));
  if (!isOurs) {
    const elsewhere = requests.map(({ request }) => request);
    const otherRequests = elsewhere.filter((one) => borrowsHeaders(one) || sendsDocument(one));
    return { ours: [], otherRequests, elsewhere };
  }
  const ours = requests.map(({ request, chain }) => ({ ...request, ...repetitionOf(call, chain, graph) }));
  const isGiven = contexts.some(({ chain }) => chain.some(({ fn }) => isUsedAsValue(fn, functionsPassed)));
  if (!isGiven) return { ...NOTHING, ours };
  // The code that receives the function may call it with any URL.
  const unknown = requestsAt(ctx, call, { env: undefined, chain: [] });
  return { ...NOTHING, ours: [...ours, ...unknown.filter((request) => !goesToApi(request, mayBeApiUrl))] };
};

/** Requests that a file's calls send, one per call and call path. */
export const sendsIn = (search: SendingSearch, file: ts.SourceFile): Sends => {
  const sends = sendingCalls(search.ctx, file).map((call) => requestsOf(search, call));
  return {
    ours: sends.flatMap(({ ours }) => ours),
    otherRequests: sends.flatMap(({ otherRequests }) => otherRequests),
    elsewhere: sends.flatMap(({ elsewhere }) => elsewhere),
  };
};
