import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { headersLiteral } from '../managed/requests.ts';
import { type Lowering, textIn, nestedScope } from '../managed/lowering.ts';
import { nameOf } from '../managed/names.ts';
import { insertionPointBehind } from '../managed/insertion-points.ts';
import { markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, nodesBelow } from '../languages/tree-sitter.ts';
import type { Link } from '../managed/chain.ts';
import { chainOf } from './calls.ts';
import { clientFunction } from './client-names.ts';
import { callChange, memberChange } from './changes.ts';
import { clientBehind } from './made-clients.ts';

type Statements = readonly ts.Statement[];

/** Calls after a registration that leave headers alone. */
const LEAVES_HEADERS =
  /^(?:SetHandlerLifetime|AddPolicyHandler|AddTransientHttpErrorPolicy|AddStandardResilienceHandler|AddTypedClient)$/;
const PLAIN = /new (?:System\.Net\.Http\.)?(?:HttpClientHandler|SocketsHttpHandler)\b/;

/** Index of the client among the parameters of the constructor, the first where it is declared elsewhere. */
const parameterOf = ({ text }: Lowering, type: string): number => {
  const lists = text.matchAll(
    new RegExp(String.raw`\b(?:class|record|public|internal)\s+${type}\s*\(([^)]*)\)`, 'g'),
  );
  const found = [...lists].map(([, list = '']) =>
    list.split(',').findIndex((each) => /\bHttpClient\s/.test(each)),
  );
  return Math.max(0, ...found);
};

/** Function that sets up the client, and the name that it gives it. */
const setUpIn = (ctx: Lowering, args: readonly Cst[]): { name: Cst; body: Cst } | undefined => {
  const lambda = args.find(({ type }) => type === 'lambda_expression');
  const [list, body] = lambda ? [childIn(lambda, 'parameters'), childIn(lambda, 'body')] : [];
  const last = list?.type === 'parameter_list' ? namedIn(list).at(-1) : list;
  const name = last && (childIn(last, 'name') ?? last);
  return name && body && /^\w+$/.test(textIn(ctx, name)) ? { name, body } : undefined;
};

const statementsOf = (ctx: Lowering, body: Cst): Statements => {
  if (body.type === 'block') return ctx.block(body).statements;
  const change = body.type === 'invocation_expression' ? callChange : memberChange;
  return change(ctx, body, body) ?? [build.asStatement(ctx.expression(body), body)];
};

/** Statement of the function behind which one more can set a header. */
const lastSetUp = (ctx: Lowering, body: Cst, name: string): Cst | undefined =>
  body.type === 'block'
    ? namedIn(body).findLast((each) => textIn(ctx, each).startsWith(`${name}.`))
    : undefined;

/** Client that a registration sets up, and the statements that do so. */
const setUpClient = (
  ctx: Lowering,
  setUp: { readonly name: Cst; readonly body: Cst },
  after: readonly Link[],
): Statements => {
  const name = textIn(ctx, setUp.name);
  const handler = after.find(
    (each) => !LEAVES_HEADERS.test(each.name) && !(each.args[0] && PLAIN.test(textIn(ctx, each.args[0]))),
  );
  const here = build.nowhere(setUp.name.end);
  const client = clientBehind(ctx, handler && { start: handler.at.start, end: handler.end }, [], [], here);
  const literal = headersLiteral((client as ts.CallExpression).arguments[0]!);
  const last = lastSetUp(ctx, setUp.body, name);
  if (literal && last)
    markInsertionPoint(literal, insertionPointBehind(ctx, last, name, 'DefaultRequestHeaders.Add'));
  const inner = nestedScope(ctx, [[name, 'HttpClient']]);
  return [
    build.declare(build.nameAt(name, setUp.name), client, here, true),
    ...statementsOf(inner, setUp.body),
  ];
};

/** Variables around the function that it refers to, whose values are unknown where it is declared for the whole file. */
const capturedIn = (
  ctx: Lowering,
  { name, body }: { readonly name: Cst; readonly body: Cst },
): readonly string[] => {
  if (ctx.scope.owner === undefined) return [];
  const used = nodesBelow(body).flatMap((node) => (node.type === 'identifier' ? textIn(ctx, node) : []));
  return [...new Set(used)].filter((each) => each !== textIn(ctx, name) && ctx.scope.locals.has(each));
};

/** Lowers `services.AddHttpClient("atlas", client => { … });` to a function that returns the client. */
const namedRegistration = (
  ctx: Lowering,
  link: Link,
  setUp: { readonly name: Cst; readonly body: Cst },
  after: readonly Link[],
  span: Span,
): Statements | undefined => {
  const { hoisted } = ctx.outside;
  const made = link.args[0] && clientFunction(textIn(ctx, link.args[0]));
  if (!hoisted || made === undefined) return undefined;
  const here = build.nowhere(setUp.name.end);
  const given = build.giveBack(build.nameAt(textIn(ctx, setUp.name), here), here);
  const earlier = hoisted.get(made);
  const captured = capturedIn(ctx, setUp).map((name) =>
    build.declare(build.nameAt(name, here), build.opaque(here), here, true),
  );
  const own = [...captured, ...setUpClient(ctx, setUp, after)];
  // Of a name that is registered twice, both functions set up the client, which is unknown then.
  const body = earlier?.body
    ? [...earlier.body.statements.slice(0, -1), build.giveBack(build.opaque(here), here)]
    : [...own, given];
  const parts = { name: build.nameAt(made, here), parameters: [], body: build.block(body, span) };
  hoisted.set(made, build.functionNamed(parts, span));
  return earlier ? [build.block(own, span)] : [];
};

/**
 * Lowers `services.AddHttpClient<Atlas>(client => { … });` to a client that the function sets up, and the object that
 * gets it; `undefined` for other calls.
 */
export const registeredClient = (ctx: Lowering, node: Cst, span: Span): Statements | undefined => {
  const { links } = chainOf(ctx, node);
  const at = links.findIndex(({ name }) => name === 'AddHttpClient');
  const link = links[at];
  const type = link?.types?.split(',').at(-1)?.trim();
  const setUp = link && setUpIn(ctx, link.args);
  if (!link || !setUp) return undefined;
  const after = links.slice(at + 1);
  if (type === undefined) return namedRegistration(ctx, link, setUp, after, span);
  if (!/^[A-Z]\w*$/.test(type)) return undefined;
  const here = build.nowhere(setUp.name.end);
  const others = Array.from({ length: parameterOf(ctx, type) }, () => ts.factory.createVoidZero());
  const client = build.nameAt(textIn(ctx, setUp.name), here);
  const given = build.construct(nameOf(ctx, type, here), [...others, client], here);
  return [build.block([...setUpClient(ctx, setUp, after), build.asStatement(given, here)], span)];
};
