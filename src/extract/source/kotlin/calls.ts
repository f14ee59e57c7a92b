import * as build from '../languages/build.ts';
import { type Chain, upTo } from '../managed/chain.ts';
import { argumentsOf, spanOf, typeOfChain } from '../managed/chain-kinds.ts';
import { lowerChain } from '../managed/chains.ts';
import { type Lowering, plainType, textIn, typeOfName } from '../managed/lowering.ts';
import { nameOf } from '../managed/names.ts';
import { argumentsIn, callee, chainOf, isNamedArgument, valueIn } from './chain-of-calls.ts';
import { ktorCall, ktorClient } from './ktor.ts';
import { markWritten } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';

const keyword = (ctx: Lowering, argument: Cst): ts.PropertyAssignment => {
  const name = namedIn(argument)[0]!;
  const written = { span: { start: name.start, end: name.end }, spelling: 'fixed' } as const;
  const key = markWritten(build.nameAt(textIn(ctx, name), name), written);
  return build.property(key, ctx.expression(valueIn(argument)), argument);
};

/** Lowers `Atlas(base = "…")`, `api.send(path = "/x")`: named arguments come last, as one object. */
const calledByName = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const all = argumentsIn(node);
  const target = callee(node);
  if (!target || !all.some(isNamedArgument)) return undefined;
  const list = node.children.find(({ type }) => type === 'value_arguments')!;
  const given = all.filter((each) => !isNamedArgument(each)).map((each) => ctx.expression(valueIn(each)));
  const named = all.filter(isNamedArgument).map((each) => keyword(ctx, each));
  const args = [...given, build.keywords(named, list)];
  const name = textIn(ctx, target);
  if (/^[A-Z]\w*$/.test(name)) return build.construct(nameOf(ctx, name, target), args, node);
  if (target.type === 'identifier') return build.call(nameOf(ctx, name, target), args, node);
  const [owner, at] = [namedIn(target)[0], namedIn(target).at(-1)];
  return owner && at && target.type === 'navigation_expression'
    ? build.call(build.member(ctx.expression(owner), build.nameAt(textIn(ctx, at), at), target), args, node)
    : undefined;
};

/** Kotlin string functions that return their receiver unchanged: `"…".toHttpUrl()`. */
const KEEPS =
  /^(?:toHttpUrl|toHttpUrlOrNull|toUri|toURI|toURL|toMediaType|toMediaTypeOrNull|toRequestBody|trimIndent|trimMargin|toString|orEmpty)$/;

/** Lowers any call: of a request, a client, a string function, or of the project. */
export const callExpression = (ctx: Lowering, node: Cst): ts.Expression => {
  const named = calledByName(ctx, node);
  if (named) return named;
  const chain = chainOf(ctx, node);
  // The callee is not a name: `handlers[0](x)`.
  if (chain.root === node && !chain.made)
    return build.opaque(
      node,
      namedIn(node)
        .filter(({ type }) => type !== 'value_arguments' && type !== 'annotated_lambda')
        .map((each) => ctx.expression(each)),
    );
  const last = chain.links.at(-1);
  const before = upTo(chain, chain.links.length - 1);
  const isKept = last && KEEPS.test(last.name) && (chain.root !== undefined || before.links.length > 0);
  if (isKept && before.links.length === 0 && !before.made) return ctx.expression(before.root!);
  if (isKept) return lowerChain(ctx, before);
  return ktorOf(ctx, chain) ?? lowerChain(ctx, chain);
};

/** Client or request of Ktor, and a call that reads its response. */
const ktorOf = (ctx: Lowering, chain: Chain): ts.Expression | undefined => {
  const own = ktorClient(ctx, chain) ?? ktorCall(ctx, chain);
  const last = chain.links.at(-1);
  if (own || !last || chain.links.length < 2) return own;
  const before = upTo(chain, chain.links.length - 1);
  const sent = ktorCall(ctx, before);
  const span = spanOf(chain);
  return (
    sent &&
    build.call(
      build.member(sent, build.nameAt(last.name, last.at), { start: span.start, end: last.at.end }),
      argumentsOf(ctx, last.args),
      span,
    )
  );
};

/** Static type of an expression. */
export const typeOf = (ctx: Lowering, node: Cst): string | undefined => {
  if (node.type === 'identifier') {
    const type = typeOfName(ctx, textIn(ctx, node));
    return type === undefined ? undefined : plainType(type);
  }
  if (node.type === 'as_expression') return plainType(textIn(ctx, childIn(node, 'right') ?? node));
  if (node.type === 'parenthesized_expression' || node.type === 'unary_expression') {
    const [inner] = namedIn(node);
    return inner && typeOf(ctx, inner);
  }
  if (node.type === 'navigation_expression') {
    const [owner, name] = namedIn(node);
    return owner?.type === 'this_expression' && name ? typeOf(ctx, name) : undefined;
  }
  return node.type === 'call_expression' ? typeOfChain(ctx, chainOf(ctx, node)) : undefined;
};
