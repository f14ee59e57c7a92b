import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { headersLiteral } from '../managed/requests.ts';
import { type Lowering, textIn, nestedScope } from '../managed/lowering.ts';
import { nameOf } from '../managed/names.ts';
import { insertionPointBehind } from '../managed/insertion-points.ts';
import { markInsertionPoint } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { chainOf } from './calls.ts';
import { memberChange } from './changes.ts';
import { clientBehind } from './clients.ts';

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
  return memberChange(ctx, body, body) ?? [build.asStatement(ctx.expression(body), body)];
};

/** Statement of the function behind which one more can set a header. */
const lastSetUp = (ctx: Lowering, body: Cst, name: string): Cst | undefined =>
  body.type === 'block'
    ? namedIn(body).findLast((each) => textIn(ctx, each).startsWith(`${name}.`))
    : undefined;

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
  if (!link || !setUp || type === undefined || !/^[A-Z]\w*$/.test(type)) return undefined;
  const name = textIn(ctx, setUp.name);
  const handler = links
    .slice(at + 1)
    .find(
      (each) => !LEAVES_HEADERS.test(each.name) && !(each.args[0] && PLAIN.test(textIn(ctx, each.args[0]))),
    );
  const here = build.nowhere(setUp.name.end);
  const client = clientBehind(ctx, handler && { start: handler.at.start, end: handler.end }, [], [], here);
  const literal = headersLiteral((client as ts.CallExpression).arguments[0]!);
  const last = lastSetUp(ctx, setUp.body, name);
  if (literal && last)
    markInsertionPoint(literal, insertionPointBehind(ctx, last, name, 'DefaultRequestHeaders.Add'));
  const inner = nestedScope(ctx, [[name, 'HttpClient']]);
  const others = Array.from({ length: parameterOf(ctx, type) }, () => ts.factory.createVoidZero());
  const given = build.construct(nameOf(ctx, type, here), [...others, build.nameAt(name, here)], here);
  return [
    build.block(
      [
        build.declare(build.nameAt(name, setUp.name), client, here, true),
        ...statementsOf(inner, setUp.body),
        build.asStatement(given, here),
      ],
      span,
    ),
  ];
};
