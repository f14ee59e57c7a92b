import * as build from '../languages/build.ts';
import { markWritten } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

const keywordOf = (ctx: Lowering, node: Cst): readonly ts.ObjectLiteralElementLike[] => {
  if (node.type === 'dictionary_splat') {
    const [value] = namedIn(node);
    return value ? [build.spreadMember(ctx.expression(value), node)] : [];
  }
  const [name, value] = [childIn(node, 'name'), childIn(node, 'value')];
  if (!name || !value) return [];
  const written = { span: { start: name.start, end: name.end }, spelling: 'fixed' } as const;
  const key = markWritten(build.nameAt(textIn(ctx, name), name), written);
  return [build.property(key, ctx.expression(value), node)];
};

const isNamed = ({ type }: Cst): boolean => type === 'keyword_argument' || type === 'dictionary_splat';

/** Arguments of a call; named arguments come last, as one object. */
export const argumentsOf = (ctx: Lowering, node: Cst | undefined): readonly ts.Expression[] => {
  if (!node) return [];
  if (node.type === 'generator_expression') return [ctx.expression(node)];
  const all = namedIn(node);
  const given = all.filter((each) => !isNamed(each)).map((each) => ctx.expression(each));
  const named = all.filter(isNamed).flatMap((each) => keywordOf(ctx, each));
  if (named.length === 0) return given;
  return [...given, build.keywords(named, node, node.children.at(-2)?.type === ',')];
};
