import * as build from '../languages/build.ts';
import { markWritten } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const keyOf = (ctx: Lowering, key: Cst): ts.PropertyName => {
  const { start, end } = key;
  if (key.type === 'hash_key_symbol' || key.type === 'simple_symbol') {
    const name = textIn(ctx, key).replace(/^:/, '');
    return markWritten(build.nameAt(name, key), { span: { start, end }, spelling: 'rb-name' });
  }
  return build.propertyKey(ctx.expression(key));
};

/** `'a' => 1`, `a: 1`, `**more`. */
export const entryOf = (ctx: Lowering, node: Cst): readonly ts.ObjectLiteralElementLike[] => {
  if (node.type === 'hash_splat_argument') {
    const [value] = namedIn(node);
    return value ? [build.spreadMember(ctx.expression(value), node)] : [];
  }
  const [key, value] = [childIn(node, 'key'), childIn(node, 'value')];
  if (node.type !== 'pair' || !key) return [];
  return [
    build.property(
      keyOf(ctx, key),
      value ? ctx.expression(value) : build.nameAt(textIn(ctx, key), key),
      node,
    ),
  ];
};

const isEntry = ({ type }: Cst): boolean => type === 'pair' || type === 'hash_splat_argument';
const endsWithComma = (node: Cst): boolean => node.children.at(-2)?.type === ',';

export const hash = (ctx: Lowering, node: Cst): ts.Expression =>
  build.object(
    namedIn(node).flatMap((entry) => entryOf(ctx, entry)),
    node,
    endsWithComma(node),
  );

/** The arguments of a call; pairs without braces come last, as one object. */
export const argumentsOf = (ctx: Lowering, node: Cst | undefined): readonly ts.Expression[] => {
  const all = node ? namedIn(node) : [];
  const given = all.filter((each) => !isEntry(each)).map((each) => ctx.expression(each));
  const named = all.filter(isEntry).flatMap((each) => entryOf(ctx, each));
  if (named.length === 0) return given;
  return [...given, build.keywords(named, node!)];
};
