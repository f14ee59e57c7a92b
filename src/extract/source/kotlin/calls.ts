import * as build from '../languages/build.ts';
import { type Chain, type Link, upTo } from '../managed/chain.ts';
import { typeOfChain } from '../managed/chain-kinds.ts';
import { lowerChain } from '../managed/chains.ts';
import { type Lowering, plainType, textIn, typeOfName } from '../managed/lowering.ts';
import { nameOf } from '../managed/names.ts';
import { markWritten } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';

/** True for a named argument: `header(name = "Accept")`. */
const isNamed = (node: Cst): boolean => node.children.some(({ type }) => type === '=');

const argumentsIn = (node: Cst): readonly Cst[] => {
  const list = node.children.find(({ type }) => type === 'value_arguments');
  return list ? namedIn(list).filter(({ type }) => type === 'value_argument') : [];
};

const valueIn = (argument: Cst): Cst => namedIn(argument).at(-1) ?? argument;

/** Trailing lambda of a call: `list.map { … }`. */
const lambdaIn = (node: Cst): Cst | undefined => {
  const found = node.children.find(({ type }) => type === 'annotated_lambda');
  return found && namedIn(found).find(({ type }) => type === 'lambda_literal');
};

/** Properties that are Java getters: `connection.inputStream`. */
const READS: Readonly<Record<string, string>> = {
  inputStream: 'getInputStream',
  responseCode: 'getResponseCode',
  errorStream: 'getErrorStream',
  responseMessage: 'getResponseMessage',
  outputStream: 'getOutputStream',
};

/** True for a property that is a Java getter. */
export const isReadProperty = (name: string): boolean => Object.hasOwn(READS, name);

const dotOf = (navigation: Cst): number =>
  navigation.children.find(({ type }) => type === '.' || type === '?.')?.start ?? navigation.end;

const linkAt = (ctx: Lowering, node: Cst, navigation: Cst, args: readonly Cst[]): Link | undefined => {
  const at = namedIn(navigation).at(-1);
  if (!at || at.type !== 'identifier') return undefined;
  const written = textIn(ctx, at);
  const name = written === 'format' && namedIn(navigation)[0]?.type !== 'identifier' ? 'formatted' : written;
  return { name, at, dot: dotOf(navigation), end: node.end, args };
};

const TYPE = /^(?:[A-Z]\w*\.)*[A-Z]\w*$/;

const callee = (node: Cst): Cst | undefined => namedIn(node)[0];

/** Splits chained calls into a chain; calling a type's name constructs an object. */
export const chainOf = (ctx: Lowering, node: Cst): Chain => {
  const links: Link[] = [];
  let [at, behind]: [Cst, readonly Cst[]] = [node, []];
  while (true) {
    if (at.type === 'navigation_expression') {
      const name = namedIn(at).at(-1);
      const read = name && isReadProperty(textIn(ctx, name)) ? READS[textIn(ctx, name)] : undefined;
      if (!name || read === undefined) break;
      links.push({ name: read, at: name, dot: dotOf(at), end: at.end, args: [] });
      at = namedIn(at)[0]!;
      continue;
    }
    if (at.type !== 'call_expression') break;
    const target = callee(at);
    const lambda = lambdaIn(at);
    if (!target) break;
    // `f(x) { … }`: the lambda is the last argument of the inner call.
    if (lambda && target.type === 'call_expression' && argumentsIn(at).length === 0) {
      [at, behind] = [target, [lambda]];
      continue;
    }
    const args = [...argumentsIn(at).map(valueIn), ...(lambda ? [lambda] : []), ...behind];
    behind = [];
    if (TYPE.test(textIn(ctx, target)))
      return { root: at, made: { type: textIn(ctx, target), args }, links: links.toReversed() };
    if (target.type === 'identifier') {
      const end = Math.max(at.end, args.at(-1)?.end ?? at.end);
      links.push({ name: textIn(ctx, target), at: target, dot: target.start, end, args });
      return { root: undefined, links: links.toReversed() };
    }
    const link = target.type === 'navigation_expression' ? linkAt(ctx, at, target, args) : undefined;
    if (!link) break;
    links.push({ ...link, end: Math.max(link.end, args.at(-1)?.end ?? link.end) });
    at = namedIn(target)[0]!;
  }
  return { root: at, links: links.toReversed() };
};

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
  if (!target || !all.some(isNamed)) return undefined;
  const list = node.children.find(({ type }) => type === 'value_arguments')!;
  const given = all.filter((each) => !isNamed(each)).map((each) => ctx.expression(valueIn(each)));
  const named = all.filter(isNamed).map((each) => keyword(ctx, each));
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
  return lowerChain(ctx, chain);
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
