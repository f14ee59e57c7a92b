import * as build from '../languages/build.ts';
import { markWritten } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { curlOptions, hasCurlKeys } from './curl-options.ts';
import { headerList, headerLines, isHeaderLine } from './header-lines.ts';
import { type Lowering, textIn } from './lowering.ts';
import { wholeLiteral } from './strings.ts';

/** Item of an array literal. */
interface Item {
  readonly key: Cst | undefined;
  readonly value: Cst;
  readonly node: Cst;
  readonly isSpread: boolean;
}

const itemsOf = (node: Cst): readonly Item[] =>
  namedIn(node).flatMap((each): readonly Item[] => {
    const [first, second] = namedIn(each);
    if (!first) return [];
    if (first.type === 'variadic_unpacking') {
      const [value] = namedIn(first);
      return value ? [{ key: undefined, value, node: each, isSpread: true }] : [];
    }
    return [{ key: second && first, value: second ?? first, node: each, isSpread: false }];
  });

/** Keys whose empty array is an object, not a list. */
const OF_NAMES = /^(?:headers?|query|json|options|form_params|data|body|http)$/i;

const valueOf = (ctx: Lowering, key: string | undefined, value: Cst): ts.Expression => {
  const isEmpty = value.type === 'array_creation_expression' && namedIn(value).length === 0;
  if (isEmpty && !(key !== undefined && OF_NAMES.test(key))) return build.array([], value);
  return (key === 'header' ? headerLines(ctx, value) : undefined) ?? ctx.expression(value);
};

const memberOf = (ctx: Lowering, { key, value, node, isSpread }: Item): ts.ObjectLiteralElementLike => {
  if (key) {
    const name = build.propertyKey(ctx.expression(key));
    return build.property(name, valueOf(ctx, ts.isStringLiteral(name) ? name.text : undefined, value), node);
  }
  return build.spreadMember(
    isSpread ? ctx.expression(value) : build.opaque(value, [ctx.expression(value)]),
    node,
  );
};

const endsWithComma = (node: Cst): boolean => node.children.at(-2)?.type === ',';

/** `['a' => 1]` as an object, `['a', 'b']` as a list, `['Accept: …']` as headers. */
export const arrayLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  const items = itemsOf(node);
  const trailing = endsWithComma(node);
  if (items.length === 0) return build.object([], node);
  if (hasCurlKeys(ctx, items)) return curlOptions(ctx, items, node);
  if (items.some(({ key }) => key))
    return build.object(
      items.map((item) => memberOf(ctx, item)),
      node,
      trailing,
    );
  const isCommand = items.some(({ value }) => /^(?:-H|--header)$/.test(wholeLiteral(ctx, value) ?? ''));
  if (!isCommand && items.some(({ value, isSpread }) => !isSpread && isHeaderLine(ctx.text, value)))
    return headerList(
      ctx,
      items.map(({ value }) => value),
      node,
      trailing,
    );
  return build.array(
    items.map(({ value, isSpread }) =>
      isSpread ? build.spread(ctx.expression(value), value) : ctx.expression(value),
    ),
    node,
    trailing,
  );
};

/** Lowers an assigned value: an empty array is a list where items are added without a key. */
export const assignedValue = (ctx: Lowering, left: Cst, right: Cst): ts.Expression => {
  const isEmpty = right.type === 'array_creation_expression' && namedIn(right).length === 0;
  const grows = isEmpty ? ctx.facts.grown.get(textIn(ctx, left)) : undefined;
  if (grows === undefined) return ctx.expression(right);
  return grows ? headerList(ctx, [], right, false) : build.array([], right);
};

const named = (ctx: Lowering, node: Cst): readonly ts.ObjectLiteralElementLike[] => {
  const [name, value] = [childIn(node, 'name'), namedIn(node).at(-1)];
  if (!name || !value) return [];
  const written = { span: { start: name.start, end: name.end }, spelling: 'fixed' } as const;
  const key = markWritten(build.nameAt(`$${textIn(ctx, name)}`, name), written);
  return [build.property(key, ctx.expression(value), node)];
};

/** Arguments of a call; named arguments come last, as one object. */
export const argumentsOf = (ctx: Lowering, list: Cst | undefined): readonly ts.Expression[] => {
  const all = list ? namedIn(list).filter(({ type }) => type === 'argument') : [];
  const given = all
    .filter((each) => !childIn(each, 'name'))
    .map((each) => {
      const inner = namedIn(each).at(-1);
      if (!inner) return build.opaque(each);
      if (inner.type !== 'variadic_unpacking') return ctx.expression(inner);
      return build.spread(ctx.expression(namedIn(inner)[0] ?? inner), inner);
    });
  const rest = all.filter((each) => childIn(each, 'name')).flatMap((each) => named(ctx, each));
  return rest.length === 0 ? given : [...given, build.keywords(rest, list!)];
};
