import { exactValue, flatten } from '../../../model/index.ts';
import type { ClientRow } from '../clients/client-row.ts';
import type { Match } from '../clients/client-lookup.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { isRequestValue } from '../evaluate/members.ts';
import { assignObjects, propertyOfObject } from '../evaluate/objects.ts';
import { callAround, isListed, type PassedArgument } from '../evaluate/bound/kept-arguments.ts';
import { ts } from '../syntax/tree.ts';
import { methodGivenTo } from './given-method.ts';
import { objectsAsTexts } from '../evaluate/written/text-expressions.ts';
import type { Ctx, Env, Made, ObjectValue, Value } from '../evaluate/values.ts';
import { unknown } from '../evaluate/values.ts';

/** Arguments of a sending call by role. */
export interface Arguments {
  readonly method: readonly Value[] | undefined;
  readonly url: readonly Value[] | undefined;
  readonly headers: readonly Value[] | undefined;
  readonly body: { readonly vals: readonly Value[]; readonly node: ts.Expression } | undefined;
  /** A body beside `body` that the client sends as JSON: `requests.post(url, None, body)`. */
  readonly json?: Arguments['body'];
  /** The media type of the body, where an argument of its own gives it: `http.Post(url, "application/json", body)`. */
  readonly contentType?: readonly Value[] | undefined;
  readonly options: OptionsArgument | undefined;
  /** Request object passed instead of a URL. */
  readonly request?: Made | undefined;
  /** Number of positional arguments to fill in before an options argument could be added; `undefined`: it cannot. */
  readonly missing: number | undefined;
  /** The call in which the arguments are written, where that is one. */
  readonly writtenIn?: ts.CallExpression | undefined;
  /** Callback; nothing can be added after it. */
  readonly callback: ts.Expression | undefined;
}

export interface OptionsArgument {
  readonly vals: readonly Value[];
  readonly object: ObjectValue | undefined;
  readonly node: ts.Expression;
}

const isOptions = (vals: readonly Value[]): boolean =>
  vals.some((val) => val.kind === 'object') && vals.every((val) => val.kind !== 'text');

/** The object with a URL among several: a factory's other results are errors. */
const optionsOf = (vals: readonly Value[], node: ts.Expression, { row }: Match): OptionsArgument => {
  const objects = vals.filter((val) => val.kind === 'object');
  const names = new Set([row.options.url, row.options.path, row.options.base].flat());
  const addressed = objects.filter((object) => object.members.some((member) => names.has(member.name)));
  const others = vals.some(
    (val) => val.kind !== 'object' && !(val.kind === 'primitive' && val.value === undefined),
  );
  const [object] = addressed.length > 0 ? addressed : objects;
  const only = addressed.length === 1 || (objects.length === 1 && !others);
  return { vals, object: only ? object : undefined, node };
};

/** True for a method without a body. */
const takesNoBody = (method: Value): boolean =>
  method.kind === 'text' && /^(get|head)$/i.test(exactValue(method.text) ?? '');

/** True for a text that is a URL, not a method. */
const isPath = (val: Value): boolean => val.kind === 'text' && flatten(val.text).includes('/');

/** `new Request(url, options)` in place of a URL; the name may come from one of several packages. */
const requestObject = (vals: readonly Value[]): Made | undefined => {
  const [made, ...others] = vals.map((val) => (val.kind === 'external' ? val.made.at(-1) : undefined));
  const isOne = others.every((other) => other?.call === made?.call);
  return isOne && made?.path.at(-1) === 'Request' ? made : undefined;
};

/** Names of parameters that are callbacks. */
const CALLBACK = /^(?:cb|callback|done|next|resolve|fn|handler|on[A-Z]\w*)$/;

/** True for a function, or a parameter named like one, after the URL of a client that takes callbacks. */
const isCallback = (node: ts.Expression, vals: readonly Value[], { row, shape }: Match): boolean => {
  if (vals.every((val) => val.kind === 'function')) return true;
  if (row.callback.length === 0 || shape.args[0] !== 'url' || !ts.isIdentifier(node)) return false;
  return CALLBACK.test(node.text) && vals.every((val) => val.kind === 'unknown' || val.kind === 'function');
};

type Role = Match['shape']['args'][number];

/** True for an argument that is passed over: `None`, `undefined`. */
const isNothing = (val: Value): boolean =>
  val.kind === 'primitive' && (val.value === undefined || val.value === null);

type Found = { -readonly [K in keyof Arguments]?: Arguments[K] };

/** `new AtlasRequest(…)` in place of a URL, of a class that extends `Request`. */
const requestOfClass = (ctx: Ctx, vals: readonly Value[]): Made | undefined => {
  const [only] = vals;
  return vals.length === 1 && only?.kind === 'instance' ? ctx.requestOf(only) : undefined;
};

/** Options of a request whose class may change its headers after `super(…)`. */
const withHiddenHeaders = (
  own: OptionsArgument | undefined,
  { row }: Match,
  { call }: Made,
): OptionsArgument => {
  const [name] = row.options.headers;
  if (!own?.object || name === undefined) return { vals: unknown(), object: undefined, node: call };
  const { members } = own.object;
  const hidden = {
    name,
    nameNode: call,
    expression: undefined,
    node: call,
    certain: true,
    value: () => unknown(),
  };
  const kept = members.filter((member) => !row.options.headers.includes(member.name));
  return { ...own, object: { ...own.object, literal: undefined, members: [...kept, hidden] } };
};

/** Reads `new Request(input, init)`; of an input that is a request itself, what `init` does not replace stays. */
const readRequestObject = (ctx: Ctx, made: Made, match: Match, found: Found): void => {
  const { call, env } = made;
  found.request = made;
  const [input, second, third] = (call.arguments ?? []).filter((argument) => !isKeywords(argument));
  const [, role, last] = match.row.requestArguments ?? [];
  const init = call.arguments?.find(isKeywords) ?? (role === undefined ? second : undefined);
  if (role === 'body' && second) found.body = { vals: ctx.evaluate(second, env), node: second };
  if (last === 'headers' && third) found.headers = ctx.evaluate(third, env);
  const method = match.row.byRequest ? methodGivenTo(ctx, call, env) : undefined;
  if (method) found.method = method;
  const vals = input ? ctx.evaluate(input, env) : [];
  const copied = requestObject(vals);
  if (copied) readRequestObject(ctx, copied, match, found);
  else if (input) found.url = vals;
  if (!init) return;
  const own = optionsOf(ctx.evaluate(init, env), init, match);
  if (!copied) found.options = own;
  else if (overRequest(own, match, found)) found.request = made;
};

/**
 * Options beside a request: what they give replaces its own, and their headers replace all its headers. True
 * where they have some, or may have.
 */
const overRequest = (own: OptionsArgument, match: Match, found: Found): boolean => {
  const { options } = match.row;
  const before = found.options?.object;
  const given = (names: readonly string[]): readonly Value[] | undefined =>
    optionOf(own.object, names, own.node) ?? optionOf(before, names, own.node);
  found.method = given(options.method) ?? found.method;
  const body = given(options.body);
  if (body) found.body = { vals: body, node: own.node };
  const isSeen = own.object?.complete === true;
  if (isSeen && !hasHeaders(own.object, match.row)) return false;
  found.options = isSeen ? own : { vals: unknown(), object: undefined, node: own.node };
  return true;
};

/** Value of the member that holds the headers. */
export const headersOption = (
  options: ObjectValue,
  { options: names }: ClientRow,
  node: ts.Node,
): readonly Value[] => {
  if (names.headers.length === 0) return [options];
  const given = names.headers.find((name) => options.members.some((member) => member.name === name));
  return propertyOfObject(options, given ?? names.headers[0]!, node);
};

/** True when one of the members may hold headers. */
export const hasHeaders = (options: ObjectValue | undefined, { options: names }: ClientRow): boolean =>
  names.headers.length === 0 || (options?.members.some(({ name }) => names.headers.includes(name)) ?? false);

/** Role of named arguments; pairs without braces are the headers where a call of Ruby takes no options. */
const roleOfKeywords = (left: readonly Role[]): Role =>
  left.includes('headers') && !left.includes('options') ? 'headers' : 'options';

/** Named arguments of a call over those bound before: `partial(requests.get, timeout=5)`. */
const overBound = (
  bound: OptionsArgument | undefined,
  vals: readonly Value[],
  node: ts.Expression,
): readonly Value[] =>
  bound && isKeywords(bound.node) && isKeywords(node) ? assignObjects([bound.vals, vals], node) : vals;

/** Assigns roles to the arguments of a call by the client's table row. */
export const readArguments = (
  ctx: Ctx,
  call: ts.CallExpression,
  match: Match,
  env: Env | undefined,
  given: readonly PassedArgument[] = call.arguments.map((node) => [node, env]),
): Arguments => {
  const found: Found = {};
  let roles = [...match.shape.args];
  for (const [node, under] of given) {
    const vals = ctx.evaluate(node, under);
    if (isCallback(node, vals, match)) break;
    let role = isKeywords(node) ? roleOfKeywords(roles) : roles.shift();
    // Options beside a request apply to the call: `urlopen(request, timeout=10)`.
    const isMade = found.request ? match.row.byRequest : found.options?.vals.some(isRequestValue);
    if (role === 'options' && isMade) continue;
    // `superagent(url)` beside `superagent('GET', url)`.
    if (role === 'method' && vals.some(isPath)) role = roles.shift();
    if (role === 'url' && isOptions(vals)) role = 'options';
    const request = role === 'url' ? requestObject(vals) : undefined;
    const ofClass = role === 'url' ? requestOfClass(ctx, vals) : undefined;
    if (role === 'method') {
      found.method = vals;
      const isShort = match.shape.leavesOutBody && given.length < match.shape.args.length;
      if (isShort && vals.every(takesNoBody)) roles = roles.filter((left) => left !== 'body');
    } else if (request) {
      readRequestObject(ctx, request, match, found);
    } else if (ofClass) {
      readRequestObject(ctx, ofClass, match, found);
      found.options = withHiddenHeaders(found.options, match, ofClass);
    } else if (role === 'headers') found.headers = vals;
    else if (role === 'perhaps-headers') found.headers = vals.every(isNothing) ? undefined : unknown();
    else if (role === 'json') found.json = vals.every(isNothing) ? undefined : { vals, node };
    else if (role === 'url') found.url = objectsAsTexts(ctx, vals, node, under);
    else if (role === 'body') found.body = { vals, node };
    else if (role === 'content-type') found.contentType = vals;
    // An unknown callback does not replace known options.
    else if (role === 'options' && found.request) overRequest(optionsOf(vals, node, match), match, found);
    else if (role === 'options' && (!found.options || isOptions(vals)))
      found.options = optionsOf(overBound(found.options, vals, node), node, match);
  }
  const [last, around] = given.at(-1) ?? [];
  const callback = last && isCallback(last, ctx.evaluate(last, around), match) ? last : undefined;
  const left = roles.indexOf('options');
  return {
    method: found.method,
    url: found.url,
    request: found.request,
    headers: found.headers,
    body: found.body,
    json: found.json,
    contentType: found.contentType,
    options: found.options,
    missing: left < 0 || given.some(isListed) ? undefined : left,
    writtenIn: callAround(given),
    callback,
  };
};

/** Value of the first present option among several names. */
export const optionOf = (
  options: ObjectValue | undefined,
  names: readonly string[],
  node: ts.Node,
): readonly Value[] | undefined => {
  const name = names.find((wanted) => options?.members.some((member) => member.name === wanted));
  return options && name !== undefined ? propertyOfObject(options, name, node) : undefined;
};
