import type { InsertionPoint } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { upTo } from '../managed/chain.ts';
import { commandInitialized } from '../managed/command-calls.ts';
import { lowerChain } from '../managed/chains.ts';
import type { RequestKind } from '../managed/kinds.ts';
import { REQUEST_KINDS } from '../managed/dotnet-kinds.ts';
import { isTypeOf, type Lowering, textIn, typeWritten } from '../managed/lowering.ts';
import { headersLiteral, requestBegun } from '../managed/requests.ts';
import { newObject } from '../managed/names.ts';
import { markRequest, markInsertionPoint, markWritten } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { argumentsIn, chainOf } from './calls.ts';
import { clientMade, isClientType } from './made-clients.ts';
import { entryNamed } from '../../../model/index.ts';

type Members = readonly ts.ObjectLiteralElementLike[];

const keyAt = (ctx: Lowering, node: Cst): ts.Identifier =>
  markWritten(build.nameAt(textIn(ctx, node), node), {
    span: { start: node.start, end: node.end },
    spelling: 'fixed',
  });

/** `{ ["a"] = 1 }`, `{ { "a", 1 } }`, `{ Name = 1 }`. */
export const membersOf = (ctx: Lowering, node: Cst | undefined): Members =>
  namedIn(node ?? { children: [] }).flatMap((entry): Members => {
    if (entry.type === 'initializer_expression') {
      const [key, value] = namedIn(entry).map((each) => ctx.expression(each));
      return key && value ? [build.property(build.propertyKey(key), value, entry)] : [];
    }
    const [left, right] = [childIn(entry, 'left'), childIn(entry, 'right')];
    if (entry.type !== 'assignment_expression' || !left || !right) return [];
    const [index] = left.type === 'element_binding_expression' ? argumentsIn(left) : [];
    const value =
      right.type === 'initializer_expression'
        ? build.object(membersOf(ctx, right), right)
        : ctx.expression(right);
    return [
      build.property(index ? build.propertyKey(ctx.expression(index)) : keyAt(ctx, left), value, entry),
    ];
  });

/**
 * Insertion point for a header in an initializer: `new HttpClient { DefaultRequestHeaders = { { "Accept", "…" } } }`.
 */
const roomInInitializer = (ctx: Lowering, node: Cst, name: string): InsertionPoint | undefined => {
  const initializer =
    childIn(node, 'initializer') ?? node.children.find(({ type }) => type === 'initializer_expression');
  const entries = namedIn(initializer ?? { children: [] });
  const own = entries.find((entry) => textIn(ctx, childIn(entry, 'left') ?? entry) === name);
  const last = entries.at(-1);
  if (own || (initializer && !last)) return undefined;
  const opened = `${name} = { { `;
  const point = { file: ctx.file, separator: ', ', key: 'double', value: 'double', list: false } as const;
  return last
    ? { ...point, at: last.end, before: `, ${opened}`, after: ' } }' }
    : { ...point, at: node.end, before: ` { ${opened}`, after: ' } } }' };
};

const nameText = (member: ts.ObjectLiteralElementLike): string =>
  member.name && ts.isIdentifier(member.name) ? member.name.text : '';

const inner = (member: ts.ObjectLiteralElementLike | undefined): Members =>
  member && ts.isPropertyAssignment(member) && ts.isObjectLiteralExpression(member.initializer)
    ? member.initializer.properties
    : [];

const renamed = (members: Members, names: Readonly<Record<string, string>>): Members =>
  members.flatMap((member) => {
    const name = entryNamed(names, nameText(member));
    return name !== undefined && ts.isPropertyAssignment(member)
      ? [
          build.property(build.nameAt(name, build.nowhere(member.pos)), member.initializer, {
            start: member.pos,
            end: member.end,
          }),
        ]
      : [];
  });

/** Arguments of a constructor; the grammar names those of `new(…)` otherwise. */
const givenTo = (node: Cst): readonly Cst[] =>
  argumentsIn(childIn(node, 'arguments') ?? node.children.find(({ type }) => type === 'argument_list'));

const clientFrom = (ctx: Lowering, node: Cst, members: Members): ts.Expression => {
  const headers = inner(members.find((member) => nameText(member) === 'DefaultRequestHeaders'));
  const client = clientMade(ctx, givenTo(node), renamed(members, { BaseAddress: 'base' }), headers, node);
  const [options] = (client as ts.CallExpression).arguments;
  const literal = options && headersLiteral(options);
  const room = roomInInitializer(ctx, node, 'DefaultRequestHeaders');
  if (literal && room) markInsertionPoint(literal, room);
  return client;
};

const requestFrom = (
  ctx: Lowering,
  node: Cst,
  kind: RequestKind,
  type: string,
  members: Members,
): ts.Expression => {
  const args = givenTo(node).map((arg) => ctx.expression(arg));
  const begun = requestBegun(ctx, kind, kind.starts[`new ${type}`]!, args, node, [], node);
  const headers = inner(members.find((member) => nameText(member) === 'Headers'));
  const set = renamed(members, { Content: 'body', Method: 'method', RequestUri: 'url' });
  const own = begun.properties.slice(0, -1);
  const hasBody = set.some((member) => nameText(member) === 'body');
  const here = build.nowhere(node.end);
  const contentType = hasBody ? [build.property(markedText(here.start), build.opaque(here), here)] : [];
  const literal = build.object([...headers, ...contentType], here);
  const room = kind.initializes ? roomInInitializer(ctx, node, 'Headers') : undefined;
  if (room) markInsertionPoint(literal, room);
  return markRequest(
    build.object([...own, ...set, build.property(build.nameAt('headers', here), literal, here)], node),
  );
};

const markedText = (at: number): ts.PropertyName =>
  markWritten(ts.setTextRange(ts.factory.createStringLiteral('Content-Type'), { pos: at, end: at }), {
    span: build.nowhere(at),
    spelling: 'fixed',
  });

/** Base URL in the options of a client of RestSharp; what else they hold adds no header. */
const baseOfOptions = (ctx: Lowering, node: Cst, members: Members): ts.Expression => {
  const base = renamed(members, { BaseUrl: 'base' })[0];
  const [first] = givenTo(node);
  const given = first ? ctx.expression(first) : undefined;
  const written = base && ts.isPropertyAssignment(base) ? base.initializer : given;
  const others = members.flatMap((each) =>
    ts.isPropertyAssignment(each) && each.initializer !== written ? [each.initializer] : [],
  );
  if (!written) return build.opaque(node, others);
  return others.length === 0
    ? written
    : build.binary(build.opaque(node, others), ts.SyntaxKind.CommaToken, written, node);
};

/** Lowers `new Type(…)`, or `new(…)` where no type is known. */
const constructed = (ctx: Lowering, type: string, node: Cst, args: readonly ts.Expression[]): ts.Expression =>
  type === ''
    ? build.construct(build.opaque(build.nowhere(node.start)), args, node)
    : newObject(ctx, type, node, args, node);

const DICTIONARY = /^(?:Sorted|Concurrent|I)?Dictionary$/;

/** Lowers a constructed object by its type and its initializer. */
export const createdObject = (ctx: Lowering, node: Cst, type = typeWritten(ctx, node)): ts.Expression => {
  const initializer =
    childIn(node, 'initializer') ?? node.children.find(({ type: kind }) => kind === 'initializer_expression');
  const members = membersOf(ctx, initializer);
  if (isClientType(ctx, type)) return clientFrom(ctx, node, members);
  const kind = REQUEST_KINDS.find(
    (each) => `new ${type}` in each.starts && isTypeOf(ctx, type, each.library),
  );
  if (kind) return requestFrom(ctx, node, kind, type, members);
  if (DICTIONARY.test(type)) return build.object(members, node);
  if (type === 'RestClientOptions' && isTypeOf(ctx, type, 'RestSharp'))
    return baseOfOptions(ctx, node, members);
  const isTyped = node.type !== 'implicit_object_creation_expression';
  if (!initializer && isTyped) return lowerChain(ctx, upTo(chainOf(ctx, node), 0));
  const args = givenTo(node).map((arg) => ctx.expression(arg));
  if (!initializer) return constructed(ctx, type, node, args);
  const command = type.endsWith('ProcessStartInfo')
    ? commandInitialized(ctx, args, initializer, node)
    : undefined;
  if (command) return command;
  const items = namedIn(initializer);
  const isList = items.length > 0 && members.length === 0;
  if (isList)
    return build.array(
      items.map((item) => ctx.expression(item)),
      node,
    );
  const set = members.length > 0 || type === '' ? [build.object(members, initializer)] : [];
  return constructed(ctx, type, node, [...args, ...set]);
};

/** `new { name = "a", b, c.D }`. */
export const anonymousObject = (ctx: Lowering, node: Cst): ts.Expression => {
  const members: ts.ObjectLiteralElementLike[] = [];
  const tokens = node.children.filter(({ named, type }) => named || type === '=');
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (tokens[at + 1]?.type === '=' && tokens[at + 2]) {
      const value = tokens[at + 2]!;
      members.push(
        build.property(keyAt(ctx, token), ctx.expression(value), { start: token.start, end: value.end }),
      );
      at += 2;
    } else {
      const name = childIn(token, 'name') ?? token;
      members.push(build.property(keyAt(ctx, name), ctx.expression(token), token));
    }
  }
  return build.object(members, node);
};
