import type { Chain, Link } from '../managed/chain.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { entryNamed } from '../../../model/index.ts';

/** True for a named argument: `header(name = "Accept")`. */
export const isNamedArgument = (node: Cst): boolean => node.children.some(({ type }) => type === '=');

/** Arguments in the brackets of a call. */
export const argumentsIn = (node: Cst): readonly Cst[] => {
  const list = node.children.find(({ type }) => type === 'value_arguments');
  return list ? namedIn(list).filter(({ type }) => type === 'value_argument') : [];
};

/** Value of an argument, without its name. */
export const valueIn = (argument: Cst): Cst => namedIn(argument).at(-1) ?? argument;

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

/** Callee of a call: `get` in `client.get(url)`. */
export const callee = (node: Cst): Cst | undefined => namedIn(node)[0];

/** Splits chained calls into a chain; calling a type's name constructs an object. */
export const chainOf = (ctx: Lowering, node: Cst): Chain => {
  const links: Link[] = [];
  let [at, behind]: [Cst, readonly Cst[]] = [node, []];
  while (true) {
    if (at.type === 'navigation_expression') {
      const name = namedIn(at).at(-1);
      const read =
        name && isReadProperty(textIn(ctx, name)) ? entryNamed(READS, textIn(ctx, name)) : undefined;
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
