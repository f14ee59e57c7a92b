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
import { childIn, type Cst } from '../tree-sitter.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';

const VERB = /^Net::HTTP::(Get|Post|Put|Patch|Delete|Head|Options)$/;

const packageNamed = (name: string, node: Cst): ts.Expression => nameAt(name, nowhere(node.start));

const made = (name: string, value: ts.Expression, at: number): ts.ObjectLiteralElementLike =>
  property(nameAt(name, nowhere(at)), value, { start: value.pos, end: value.end });

/** The headers that a request is made with; where there are none, room for them. */
const headersOf = (given: ts.Expression | undefined, url: ts.Expression): ts.Expression => {
  if (given) return given;
  return keywords([], nowhere(url.end));
};

/** `Net::HTTP::Get.new(uri, headers)` as a request of this method; `body` is what is given to it later. */
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

/** Pairs of headers as `restclient` takes them: `content_type: :json`. */
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
    const setsHeaders = /headers|header/.test(blockText(ctx, node));
    const callee = member(packageNamed('Faraday', node), nameAt('new', node), node);
    const [first] = args;
    const unseen = spreadMember(opaque(nowhere(node.end)), nowhere(node.end));
    if (!setsHeaders)
      return construct(
        callee,
        first && !isKeywords(first)
          ? [keywords([made('url', first, first.pos)], node), ...args.slice(1)]
          : args,
        node,
      );
    return construct(
      callee,
      [keywords([...(first && ts.isObjectLiteralExpression(first) ? first.properties : []), unseen], node)],
      node,
    );
  },
  'Net::HTTP': (_ctx, node, name, args) =>
    /^(?:get|get_response|post)$/.test(name) ? called('Net', name, args, node) : undefined,
};

/** Headers that stand as pairs at the end of a call are an argument of their own. */
const opaqueKeywords = (given: ts.Expression): ts.Expression =>
  ts.isObjectLiteralExpression(given)
    ? object(given.properties, { start: given.pos, end: given.end })
    : given;

const blockText = (ctx: Lowering, node: Cst): string => {
  const block = childIn(node, 'block');
  return block ? textIn(ctx, block) : '';
};

/** A call of a client that is known, as the table has it. */
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
