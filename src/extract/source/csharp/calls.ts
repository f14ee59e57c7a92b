import * as build from '../languages/build.ts';
import type { Chain, Link } from '../managed/chain.ts';
import { typeOfChain } from '../managed/chain-kinds.ts';
import { lowerChain } from '../managed/chains.ts';
import { type Lowering, plainType, textIn, typeOfName, typeWritten } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { clientCall } from './clients.ts';
import { factoryClient } from './factory-clients.ts';

/** Arguments of a call, without their names. */
export const argumentsIn = (node: Cst | undefined): readonly Cst[] =>
  (node?.children ?? []).flatMap((child) => (child.type === 'argument' ? namedIn(child).slice(-1) : []));

const nameIn = (node: Cst): Cst | undefined => {
  const name = childIn(node, 'name') ?? node;
  return name.type === 'generic_name' ? namedIn(name)[0] : name;
};

/** `Cluster` of `Deserialize<Cluster>`. */
const typesIn = (ctx: Lowering, callee: Cst): string | undefined => {
  const name = childIn(callee, 'name') ?? callee;
  const list = name.type === 'generic_name' ? namedIn(name)[1] : undefined;
  return list && textIn(ctx, list).slice(1, -1);
};

/** True for calls that wait for a result: `.ConfigureAwait(false)`, `.GetAwaiter().GetResult()`. */
const isAwaited = (name: string, args: readonly Cst[]): boolean =>
  name === 'ConfigureAwait' || (args.length === 0 && /^(?:GetAwaiter|GetResult)$/.test(name));

/** Callee of a call, and its receiver: of `a.B()`, of `a?.B()`, or none. */
interface Callee {
  readonly member: Cst;
  readonly owner: Cst | undefined;
  readonly dot: number | undefined;
}

const dotIn = ({ children }: Cst): number | undefined => children.find(({ type }) => type === '.')?.start;

const calleeOf = (callee: Cst | undefined): Callee | undefined => {
  if (callee?.type === 'member_access_expression')
    return { member: callee, owner: childIn(callee, 'expression'), dot: dotIn(callee) };
  if (callee?.type === 'conditional_access_expression') {
    const [owner, member] = namedIn(callee);
    return owner && member?.type === 'member_binding_expression'
      ? { member, owner, dot: member.start }
      : undefined;
  }
  return callee && /^(?:identifier|generic_name)$/.test(callee.type)
    ? { member: callee, owner: undefined, dot: undefined }
    : undefined;
};

/** Splits chained calls into a chain. */
export const chainOf = (ctx: Lowering, node: Cst): Chain => {
  const links: Link[] = [];
  let at: Cst | undefined = node;
  while (at?.type === 'invocation_expression') {
    const callee: Callee | undefined = calleeOf(childIn(at, 'function'));
    const name = callee && nameIn(callee.member);
    if (!callee || !name) break;
    const args = argumentsIn(childIn(at, 'arguments'));
    const types = typesIn(ctx, callee.member);
    links.push({
      name: textIn(ctx, name),
      at: name,
      dot: callee.dot ?? name.start,
      end: at.end,
      args,
      types,
    });
    at = callee.owner;
  }
  const made =
    at?.type === 'object_creation_expression' && !childIn(at, 'initializer')
      ? { type: typeWritten(ctx, at), args: argumentsIn(childIn(at, 'arguments')) }
      : undefined;
  return { root: at, made, links: links.toReversed().filter(({ name, args }) => !isAwaited(name, args)) };
};

export const callOf = (ctx: Lowering, node: Cst): ts.Expression => {
  const chain = chainOf(ctx, node);
  // A call of anything else than a name: `makers[0]()`, `(a ?? b)()`.
  if (chain.root === node) {
    const callee = childIn(node, 'function');
    const args = argumentsIn(childIn(node, 'arguments'));
    return build.opaque(
      node,
      [...(callee ? [callee] : []), ...args].map((each) => ctx.expression(each)),
    );
  }
  return clientCall(ctx, chain) ?? factoryClient(ctx, chain) ?? lowerChain(ctx, chain);
};

/** Methods of a service provider that return a service of the type in angle brackets. */
const RESOLVES = /^Get(?:Required)?(?:Keyed)?Service$/;

/** Static type of an expression. */
export const typeOf = (ctx: Lowering, node: Cst): string | undefined => {
  if (node.type === 'identifier') {
    const type = typeOfName(ctx, textIn(ctx, node));
    return type === undefined ? undefined : plainType(type);
  }
  if (node.type === 'member_access_expression') {
    const name = childIn(node, 'name');
    return childIn(node, 'expression')?.type === 'this' && name ? typeOf(ctx, name) : undefined;
  }
  if (node.type === 'object_creation_expression') return typeWritten(ctx, node);
  const written = /^(?:cast|as)_expression$/.test(node.type)
    ? (childIn(node, 'type') ?? childIn(node, 'right'))
    : undefined;
  if (written) return plainType(textIn(ctx, written));
  const [inner] = namedIn(node);
  if (/^(?:parenthesized|await|postfix_unary)_expression$/.test(node.type))
    return inner && typeOf(ctx, inner);
  if (node.type !== 'invocation_expression') return undefined;
  const chain = chainOf(ctx, node);
  const last = chain.links.at(-1);
  if (last?.types !== undefined && RESOLVES.test(last.name)) return plainType(last.types);
  return last?.name === 'CreateClient' ? 'HttpClient' : typeOfChain(ctx, chain);
};
