import {
  call,
  construct,
  keywords,
  member,
  nameAt,
  nowhere,
  object,
  opaque,
  property,
  spreadMember,
  textAt,
} from '../languages/builders.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../tree-sitter.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';

const VERB = /^Net::HTTP::(Get|Post|Put|Patch|Delete|Head|Options)$/;

const packageNamed = (name: string, node: Cst): ts.Expression => nameAt(name, nowhere(node.start));

const made = (name: string, value: ts.Expression, at: number): ts.ObjectLiteralElementLike =>
  property(nameAt(name, nowhere(at)), value, { start: value.pos, end: value.end });

/** Headers of a request; where there are none, an insertion point. */
const headersOf = (given: ts.Expression | undefined, url: ts.Expression): ts.Expression => {
  if (given) return given;
  return keywords([], nowhere(url.end));
};

/** Lowers `Net::HTTP::Get.new(uri, headers)` to a request with this method; `body` is assigned later. */
export const requestMade = (ctx: Lowering, node: Cst, body?: Cst): ts.Expression | undefined => {
  const receiver = childIn(node, 'receiver');
  const method = childIn(node, 'method');
  const verb = receiver && VERB.exec(textIn(ctx, receiver))?.[1];
  if (!verb || !method || textIn(ctx, method) !== 'new') return undefined;
  const [url, given] = argumentsOf(ctx, childIn(node, 'arguments'));
  if (!url) return undefined;
  const members = [
    made('method', textAt(verb.toUpperCase(), nowhere(node.start)), node.start),
    made('headers', headersOf(given, url), url.end),
    ...(body ? [made('data', ctx.expression(body), url.end)] : []),
  ];
  const callee = member(packageNamed('Net', node), nameAt('Request', receiver), receiver);
  return construct(callee, [url, object(members, nowhere(url.end))], node);
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
  call(member(packageNamed(root, node), nameAt(name, childIn(node, 'method') ?? node), node), args, node);

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
    const callee = member(packageNamed('Faraday', node), nameAt('new', node), node);
    const [first, ...others] = args;
    const set = setUpBy(ctx, node);
    const given =
      first && isKeywords(first) && ts.isObjectLiteralExpression(first)
        ? [...first.properties]
        : first
          ? [made('url', first, first.pos)]
          : [];
    if (set.length === 0 && first && isKeywords(first)) return construct(callee, args, node);
    return construct(callee, [keywords([...given, ...set], node), ...others], node);
  },
  'Net::HTTP': (_ctx, node, name, args) =>
    /^(?:get|get_response|post)$/.test(name) ? called('Net', name, args, node) : undefined,
};

/** Header pairs at the end of a call are one argument. */
const opaqueKeywords = (given: ts.Expression): ts.Expression =>
  ts.isObjectLiteralExpression(given)
    ? object(given.properties, { start: given.pos, end: given.end })
    : given;

/** Middleware and settings that do not change Accept. */
const KNOWN_SETUP =
  /^\w+\.(?:request[ (]+:(?:json|url_encoded|multipart|retry|authorization|basic_auth|digest|instrumentation|gzip)\b|response\b|adapter\b|(?:options|ssl|proxy|params)\b|use[ (]+Faraday::(?:Response|Retry|Request)::\w+)/;

/** What a block adds to a client: unknown headers, and middleware that runs on each request. */
const setUpBy = (ctx: Lowering, node: Cst): readonly ts.ObjectLiteralElementLike[] => {
  const block = childIn(node, 'block');
  const body = block && childIn(block, 'body');
  const unknown = (body ? namedIn(body) : []).filter((each) => !KNOWN_SETUP.test(textIn(ctx, each)));
  const setsHeaders = unknown.some((each) => /headers/.test(textIn(ctx, each)));
  const other = unknown.find((each) => !/^\w+\.headers\b/.test(textIn(ctx, each)));
  const at = nowhere(node.end);
  return [
    ...(setsHeaders ? [spreadMember(opaque(at), at)] : []),
    ...(other ? [property(nameAt('middleware', at), opaque(at), other)] : []),
  ];
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
