import * as build from '../languages/build.ts';
import { isKeywords, markClosed, markInsertionPoint, markedInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { settingsIn } from './faraday.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';

const VERB = /^Net::HTTP::(Get|Post|Put|Patch|Delete|Head|Options)$/;

const packageNamed = (name: string, node: Cst): ts.Expression =>
  build.nameAt(name, build.nowhere(node.start));

const made = (name: string, value: ts.Expression, at: number): ts.ObjectLiteralElementLike =>
  build.property(build.nameAt(name, build.nowhere(at)), value, { start: value.pos, end: value.end });

/** Headers of a request; where there are none, an insertion point behind its URL. */
const headersOf = (given: ts.Expression | undefined, end: number): ts.Expression =>
  given ?? build.keywords([], build.nowhere(end));

/** `uri` of `uri.request_uri`, which is sent by a connection to `uri.host`. */
const wholeAddress = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const [receiver, method] = [childIn(node, 'receiver'), childIn(node, 'method')];
  if (node.type !== 'call' || receiver?.type !== 'identifier' || !method) return undefined;
  if (!/^(?:request_uri|path)$/.test(textIn(ctx, method))) return undefined;
  const opens = new RegExp(
    String.raw`\bNet::HTTP\.(?:new|start)[ (]+${textIn(ctx, receiver)}\.host(?:name)?\b`,
  );
  return opens.test(ctx.text) ? ctx.expression(receiver) : undefined;
};

/** Method of a class of requests: `POST` of `Net::HTTP::Post`. */
export const verbOfClass = (ctx: Lowering, node: Cst): string | undefined =>
  VERB.exec(textIn(ctx, node))?.[1]?.toUpperCase();

/** Matches a class of requests that is handed on: `request(Net::HTTP::Post, path)`. */
const HANDED_ON = /\bNet::HTTP::(?:Get|Post|Put|Patch|Delete)\b(?!\.new)/;
const CHOSEN = /^Net::HTTP\.const_get\b/;
const HELD = /^(?:[a-z_]\w*|[A-Z]\w*(?=[[.]))(?:\[[^\]]*\]|\.fetch\([^)]*\))?$/;

/** True for a class of requests as written, or for what may hold one: `Net::HTTP::Get`, `klass`, `VERBS[verb]`. */
export const isRequestClass = ({ text }: Lowering, written: string): boolean =>
  /^Net::HTTP::[A-Z]\w+$/.test(written) ||
  CHOSEN.test(written) ||
  (HELD.test(written) && HANDED_ON.test(text));

/** Method of a request by its class, which a variable or a table may hold: `klass.new(uri)`, `VERBS[verb].new(uri)`. */
const methodMade = (ctx: Lowering, receiver: Cst): ts.Expression | undefined => {
  const verb = verbOfClass(ctx, receiver);
  if (verb) return build.textAt(verb, build.nowhere(receiver.start));
  if (!isRequestClass(ctx, textIn(ctx, receiver))) return undefined;
  const held = ctx.expression(receiver);
  return receiver.type === 'call' ? build.opaque(build.nowhere(receiver.start), [held]) : held;
};

/** Lowers `Net::HTTP::Get.new(uri, headers)` to a request with this method; `body` is assigned later. */
export const requestMade = (ctx: Lowering, node: Cst, body?: Cst): ts.Expression | undefined => {
  const receiver = childIn(node, 'receiver');
  const name = childIn(node, 'method');
  if (!receiver || !name || textIn(ctx, name) !== 'new') return undefined;
  const method = methodMade(ctx, receiver);
  if (!method) return undefined;
  const list = childIn(node, 'arguments');
  const [first] = list ? namedIn(list) : [];
  const [written, given] = argumentsOf(ctx, list);
  const url = (first && wholeAddress(ctx, first)) ?? written;
  if (!url || !written) return undefined;
  const { end } = written;
  const members = [
    made('method', method, node.start),
    made('headers', headersOf(given, end), end),
    ...(body ? [made('data', ctx.expression(body), end)] : []),
  ];
  const callee = build.member(packageNamed('Net', node), build.nameAt('Request', receiver), receiver);
  return build.construct(callee, [url, build.object(members, build.nowhere(end))], node);
};

/** Header pairs as `restclient` takes them: `content_type: :json`. */
const headersByName = (given: ts.Expression): ts.Expression => {
  if (!ts.isObjectLiteralExpression(given)) return given;
  for (const each of given.properties) {
    const name = each.name;
    if (name && ts.isIdentifier(name)) Object.assign(name, { escapedText: name.text.replaceAll('_', '-') });
  }
  return given;
};

type Client = (
  ctx: Lowering,
  node: Cst,
  name: string,
  args: readonly ts.Expression[],
) => ts.Expression | undefined;

const VERBS = /^(?:get|post|put|patch|delete|head|options)$/;

const called = (root: string, name: string, args: readonly ts.Expression[], node: Cst): ts.Expression =>
  build.call(
    build.member(packageNamed(root, node), build.nameAt(name, childIn(node, 'method') ?? node), node),
    args,
    node,
  );

const CLIENTS: Readonly<Record<string, Client>> = {
  HTTParty: (_ctx, node, name, args) => (VERBS.test(name) ? called('HTTParty', name, args, node) : undefined),
  HTTP: (_ctx, node, name, args) => (VERBS.test(name) ? called('HTTP', name, args, node) : undefined),
  RestClient: (_ctx, node, name, args) =>
    VERBS.test(name)
      ? called(
          'RestClient',
          name,
          args.map((arg) => (isKeywords(arg) ? opaqueKeywords(headersByName(arg)) : arg)),
          node,
        )
      : undefined,
  'RestClient::Request': (_ctx, node, name, args) =>
    name === 'execute' ? called('RestClient', 'execute', args, node) : undefined,
  Faraday: (ctx, node, name, args) => {
    if (VERBS.test(name)) return called('Faraday', name, args, node);
    if (name !== 'new') return undefined;
    const callee = build.member(packageNamed('Faraday', node), build.nameAt('new', node), node);
    const [first, ...others] = args;
    const set = setUpBy(ctx, node);
    // `Faraday.new(url, headers: { … })`
    const given = args
      .slice(0, 2)
      .flatMap((arg, at): readonly ts.ObjectLiteralElementLike[] =>
        isKeywords(arg) && ts.isObjectLiteralExpression(arg)
          ? arg.properties
          : at === 0
            ? [made('url', arg, arg.pos)]
            : [build.spreadMember(arg, { start: arg.pos, end: arg.end })],
      );
    if (set.length === 0 && first && isKeywords(first)) return build.construct(callee, args, node);
    const options = build.keywords(withBlock(given, set), node);
    return build.construct(
      callee,
      [given.length > 0 ? options : markClosed(options), ...others.slice(1)],
      node,
    );
  },
  Typhoeus: (_ctx, node, name, args) => (VERBS.test(name) ? called('Typhoeus', name, args, node) : undefined),
  // `run` returns its response.
  'Typhoeus::Request': (_ctx, node, name, args) =>
    name === 'new' ? called('Typhoeus', 'request', args, node) : undefined,
  'Net::HTTP': (_ctx, node, name, args) =>
    /^(?:get|get_response|post)$/.test(name) ? called('Net', name, args, node) : undefined,
};

/** Header pairs at the end of a call are one argument. */
const opaqueKeywords = (given: ts.Expression): ts.Expression =>
  ts.isObjectLiteralExpression(given)
    ? build.object(given.properties, { start: given.pos, end: given.end })
    : given;

/** Middleware and settings that neither change Accept, nor parse responses of one media type only. */
const KNOWN_SETUP =
  /^\w+\.(?:request[ (]+:(?:json|url_encoded|multipart|retry|authorization|basic_auth|digest|instrumentation|gzip)\b|response\b(?!.*content_type:? ?(?:=>)? ?\[?['"])|adapter\b|(?:options|ssl|proxy|params)\b|use[ (]+Faraday::(?:Response|Retry|Request)::\w+)/;

/** Middleware that sends bodies as JSON, and says so. */
const SENDS_JSON = /^\w+\.request[ (]+:json\b/;

/** Additions of a block to a client: headers, and middleware that runs on each request. */
const setUpBy = (ctx: Lowering, node: Cst): readonly ts.ObjectLiteralElementLike[] => {
  const set = settingsIn(ctx, node);
  const other = set?.others.find((each) => !KNOWN_SETUP.test(textIn(ctx, each)));
  const encodes = set?.others.find((each) => SENDS_JSON.test(textIn(ctx, each)));
  const at = build.nowhere(node.end);
  return [
    ...(encodes ? [build.property(build.nameAt('encodes', at), build.textAt('json', at), encodes)] : []),
    ...(set?.headers ? [made('headers', set.headers, node.end)] : []),
    ...(other ? [build.property(build.nameAt('middleware', at), build.opaque(at), other)] : []),
  ];
};

const isHeaders = (each: ts.ObjectLiteralElementLike): boolean =>
  each.name !== undefined && ts.isIdentifier(each.name) && each.name.text === 'headers';

/** Options of a client with the headers that its block adds to them. */
const withBlock = (
  given: readonly ts.ObjectLiteralElementLike[],
  set: readonly ts.ObjectLiteralElementLike[],
): readonly ts.ObjectLiteralElementLike[] => {
  const before = given.find(isHeaders);
  const added = set.find(isHeaders);
  // Written in the block, where no option of the call can be added.
  const beside = set.filter((each) => each !== added);
  if (!before || !added || !ts.isPropertyAssignment(before) || !ts.isPropertyAssignment(added))
    return [...beside, ...given, ...(added ? [added] : [])];
  const own = (added.initializer as ts.ObjectLiteralExpression).properties;
  const spread = build.spreadMember(before.initializer, {
    start: before.initializer.pos,
    end: before.initializer.end,
  });
  const room = markedInsertionPoint(added.initializer);
  const whole = build.object([spread, ...own], { start: added.initializer.pos, end: added.initializer.end });
  const joined = made('headers', room ? markInsertionPoint(whole, room) : whole, added.pos);
  return [...beside, ...given.filter((each) => each !== before), joined];
};

/** Lowers a call of a known client by its row in the table. */
export const clientCall = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const [receiver, method] = [childIn(node, 'receiver'), childIn(node, 'method')];
  if (!receiver || !method) return undefined;
  const root = textIn(ctx, receiver);
  const name = textIn(ctx, method);
  const request = requestMade(ctx, node);
  if (request) return request;
  const client = Object.hasOwn(CLIENTS, root) ? CLIENTS[root] : undefined;
  return client?.(ctx, node, name, argumentsOf(ctx, childIn(node, 'arguments')));
};
