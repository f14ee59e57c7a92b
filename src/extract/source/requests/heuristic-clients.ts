import { exactValue, flatten } from '../../../model/index.ts';
import type { ClientArgument } from '../../../model/index.ts';
import {
  calleeOf,
  isNamedLikeClient,
  mayBeClient,
  sendsByName,
  VERB,
  type CalleeName,
} from './callee-names.ts';
import { chainedTo, type LaterCall } from '../evaluate/paths/later-calls.ts';
import { topBy } from '../syntax/climb.ts';
import type { CallShape, ClientRow } from '../clients/client-row.ts';
import { NO_OPTIONS, ROW } from '../clients/client-shapes.ts';
import type { Match } from '../clients/client-lookup.ts';
import { followsCode } from './test-addresses.ts';
import { isMention } from '../syntax/mentions.ts';
import { writtenName } from '../syntax/member-names.ts';
import { ts } from '../syntax/tree.ts';
import { mayServe } from './server-routes-table.ts';
import { isUnresolvedCallee } from './unresolved-callee.ts';
import type { Ctx, Env, ObjectValue, Value } from '../evaluate/values.ts';

/** Conventions of most clients: an unknown client is assumed to follow them. */
const UNKNOWN_CLIENT: ClientRow = {
  ...ROW,
  name: 'unknown client',
  modules: [],
  calls: {},
  heuristic: true,
  objectBodyIsJson: true,
  options: {
    ...NO_OPTIONS,
    url: ['url', 'uri', 'href', 'endpoint'],
    base: ['baseURL', 'baseUrl', 'prefixUrl', 'origin'],
    host: ['hostname', 'host'],
    path: ['path', 'pathname'],
    headers: ['headers', 'extraHTTPHeaders', 'requestHeaders', 'httpHeaders', 'defaultHeaders'],
    body: ['body', 'data', 'payload'],
    json: ['json'],
    query: ['params', 'query', 'qs', 'searchParams'],
  },
};

/** Members that only request options have. */
const OPTION =
  /^(?:headers|extraHTTPHeaders|requestHeaders|httpHeaders|defaultHeaders|method|body|json|data|timeout|auth|responseType|searchParams|params|query|qs|dataType|credentials|signal|agent|retry|retries)$/;
const HEADER = /^(?:accept|authorization|content-type|user-agent|x-[\w-]+)$/i;
/** Members that may set unknown headers. */
const HOOK = /(?:hook|intercept|prepare|before|transform|middleware|onrequest|plugin)/i;

/** Names that the source spells: a lowering gives members of its own, as in Retrofit's declarations. */
const membersWritten = (argument: ts.Expression | undefined): readonly string[] =>
  argument && ts.isObjectLiteralExpression(argument)
    ? argument.properties.flatMap((property) =>
        property.name?.getText() === '' ? [] : (writtenName(property) ?? []),
      )
    : [];

const writesOptions = ({ arguments: given }: ts.CallExpression): boolean =>
  given.some((argument) => membersWritten(argument).some((name) => OPTION.test(name) || HEADER.test(name)));

/** True for chained calls that set headers: `wretch(url).headers({ … }).get()`. */
const isGivenHeaders = (call: ts.CallExpression): boolean => {
  const next = chainedTo(lastWithoutHeaders(call));
  return next !== undefined && givesHeaders(next);
};

const givesHeaders = ({ name, call: { arguments: given } }: LaterCall): boolean =>
  /^(?:set)?headers?$/i.test(name) ||
  (name === 'set' &&
    given[0] !== undefined &&
    ts.isStringLiteralLike(given[0]) &&
    HEADER.test(given[0].text));

/** Last call of a chain before one that sets headers. */
const lastWithoutHeaders = topBy((call) => {
  const next = chainedTo(call);
  return next === undefined || givesHeaders(next) ? undefined : next.call;
});

/** True where a call's syntax allows it to be a request; a cheap check. */
export const mayBeHeuristic = (call: ts.CallExpression): boolean => {
  const callee = calleeOf(call);
  if (callee === undefined || call.arguments.length === 0 || !mayBeClient(call, callee)) return false;
  return sendsByName(callee) || writesOptions(call) || isGivenHeaders(call);
};

/** True where it is worthwhile to resolve the URL from callers. */
export const isWorthResolving = (call: ts.CallExpression): boolean => {
  const callee = calleeOf(call);
  if (callee === undefined) return false;
  return writesOptions(call) || isNamedLikeClient(callee) || (sendsByName(callee) && !VERB.test(callee.name));
};

const objectIn = (vals: readonly Value[]): ObjectValue | undefined =>
  vals.find((val): val is ObjectValue => val.kind === 'object');

const hasMember = (object: ObjectValue, test: RegExp): boolean =>
  object.members.some(({ name }) => test.test(name));

const isMethod = (val: Value): boolean =>
  val.kind === 'text' && /^(?:get|post|put|patch|delete|head)$/i.test(exactValue(val.text) ?? '');

/** Role of an argument after the URL, by its value. */
const roleOf = (vals: readonly Value[], mayBeBody: boolean): ClientArgument => {
  const object = objectIn(vals);
  if (object && hasMember(object, HEADER)) return 'headers';
  if (object && (hasMember(object, OPTION) || !mayBeBody)) return 'options';
  if (object || vals.every((val) => val.kind === 'json' || val.kind === 'text' || val.kind === 'primitive'))
    return mayBeBody ? 'body' : 'other';
  return mayBeBody ? 'body' : 'options';
};

/** Roles of a call's arguments, by their values and order. */
const rolesOf = (
  columns: readonly (readonly Value[])[],
  method: string | undefined,
): readonly ClientArgument[] => {
  const roles: ClientArgument[] = [];
  let bodies = method === undefined || /^(?:post|put|patch)$/i.test(method) ? 1 : 0;
  for (const vals of columns) {
    if (vals.every((val) => val.kind === 'function')) break;
    if (roles.length === 0 && vals.every(isMethod)) roles.push('method');
    else if (!roles.includes('url')) roles.push('url');
    else {
      const isLast = roles.length === columns.length - 1;
      const role = roleOf(vals, bodies > 0 && (method !== undefined || !isLast));
      if (role === 'body') bodies--;
      roles.push(role);
    }
  }
  return roles;
};

const ADDRESS = /^(?:url|uri|href|endpoint|baseURL|baseUrl|prefixUrl|origin|path|pathname)$/;

/** Texts that a call may take its URL from. */
const addressesIn = (vals: readonly Value[]): readonly string[] =>
  vals.flatMap((val) => {
    if (val.kind === 'text') return [flatten(val.text)];
    if (val.kind !== 'object') return [];
    return val.members
      .filter(({ name }) => ADDRESS.test(name))
      .flatMap((member) => member.value())
      .flatMap((inner) => (inner.kind === 'text' ? [flatten(inner.text)] : []));
  });

interface Given {
  readonly call: ts.CallExpression;
  readonly callee: CalleeName;
  readonly columns: readonly (readonly Value[])[];
}

/** True where arguments have the shape of a request: a URL, and something that only requests have beside it. */
const isShaped = ({ call, callee, columns }: Given): boolean => {
  const objects = columns.flatMap((vals) => objectIn(vals) ?? []);
  const serves = objects.some((object) => object.members.some(({ name }) => mayServe(name)));
  const addresses = columns.slice(0, 2).flatMap(addressesIn);
  const isRelative = addresses.length > 0 && addresses.every((text) => text.startsWith('/'));
  const isCalledBack = call.arguments.some((argument) => ts.isFunctionLike(argument));
  if (serves || addresses.length === 0 || (isRelative && isCalledBack)) return false;
  const names = UNKNOWN_CLIENT.options.headers;
  const hasHeaders = objects.some(
    (object) => hasMember(object, HEADER) || object.members.some(({ name }) => names.includes(name)),
  );
  const hasMethod =
    columns[0]!.every(isMethod) ||
    objects.some((object) =>
      object.members.some((member) => member.name === 'method' && member.value().every(isMethod)),
    );
  if (hasHeaders || (!isRelative && isGivenHeaders(call))) return true;
  return !isRelative && (sendsByName(callee) || hasMethod);
};

/**
 * Heuristic client of a call: its callee is unknown, it has a URL, and it is named like a request or has
 * arguments that only requests have. `undefined` for what may be something else.
 */
export const heuristicClient = (
  ctx: Ctx,
  call: ts.CallExpression,
  env: Env | undefined,
): Match | undefined => {
  const callee = calleeOf(call);
  if (callee === undefined || !mayBeHeuristic(call) || !isUnresolvedCallee(ctx, call, env)) return undefined;
  const [first] = call.arguments;
  if (first && (isMention(first) || followsCode(ctx, first))) return undefined;
  const columns = call.arguments.map((argument) => ctx.evaluate(argument, env));
  if (!isShaped({ call, callee, columns })) return undefined;
  const method = VERB.test(callee.name) ? callee.name.replace(/^del$/i, 'delete').toUpperCase() : undefined;
  const shape: CallShape = { args: rolesOf(columns, method), method: method ?? 'GET' };
  return { row: UNKNOWN_CLIENT, shape };
};

/** True for client options that may set headers beside the written ones. */
export const mayHook = (object: ObjectValue): boolean => hasMember(object, HOOK);
