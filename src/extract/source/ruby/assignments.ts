import * as build from '../languages/build.ts';
import { ADD, OR_ABSENT_ASSIGN } from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { isRequestClass } from './clients.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

/** True on first use of a name, which declares it. */
export const isFirst = (ctx: Lowering, name: string): boolean => {
  if (ctx.scope.declared.has(name)) return false;
  ctx.scope.declared.add(name);
  return true;
};

/** True for a variable that holds a request of Net::HTTP. */
const holdsRequest = (ctx: Lowering, node: Cst | undefined): boolean => {
  if (node?.type !== 'identifier') return false;
  const name = textIn(ctx, node);
  const made = ctx.text.matchAll(new RegExp(String.raw`\b${name}\s*=\s*([^\n]*?)\.new\b`, 'g'));
  return [...made].some(([, kind = '']) => isRequestClass(ctx, kind));
};

const headerSet = (
  ctx: Lowering,
  owner: Cst,
  name: ts.Expression,
  value: ts.Expression,
  node: Cst,
): Statements => [
  build.asStatement(
    build.call(
      build.member(ctx.expression(owner), build.nameAt('add_header', build.nowhere(node.start)), owner),
      [name, value],
      node,
    ),
    node,
  ),
];

/** `x = value`, `@x = value`, `req['Accept'] = value`. */
export const assignment: Rule = (ctx, node) => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right) return [];
  const value = ctx.expression(right);
  if (left.type === 'identifier' || left.type === 'constant' || left.type === 'global_variable') {
    const name =
      left.type === 'constant' ? [...ctx.scope.around, textIn(ctx, left)].join('::') : textIn(ctx, left);
    if (isFirst(ctx, name)) return [build.declare(build.nameAt(name, left), value, node)];
    return [build.asStatement(build.assignTo(build.nameAt(name, left), value, node), node)];
  }
  const [owner, index] = left.type === 'element_reference' ? namedIn(left) : [];
  if (owner && index && holdsRequest(ctx, owner))
    return headerSet(ctx, owner, ctx.expression(index), value, node);
  const [object, name] = [childIn(left, 'receiver'), childIn(left, 'method')];
  if (left.type === 'call' && object && name) {
    const target = build.member(ctx.expression(object), build.nameAt(textIn(ctx, name), name), left);
    return [build.asStatement(build.assignTo(target, value, node), node)];
  }
  if (/list|array/.test(left.type)) {
    for (const each of namedIn(left))
      if (each.type === 'identifier') ctx.scope.declared.add(textIn(ctx, each));
    return [build.asStatement(build.opaque(node, [value]), node)];
  }
  return [build.asStatement(build.assignTo(ctx.expression(left), value, node), node)];
};

/** `x += y`, `x ||= y`. */
export const changed: Rule = (ctx, node) => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const operator = childIn(node, 'operator')?.type;
  if (!left || !right) return [];
  const value = ctx.expression(right);
  if (left.type === 'identifier' && isFirst(ctx, textIn(ctx, left)))
    return [build.declare(build.nameAt(textIn(ctx, left), left), value, node)];
  const target = ctx.expression(left);
  if (operator === '+=') return [build.asStatement(build.binary(target, ADD, value, node), node)];
  if (operator === '||=')
    return [build.asStatement(build.binary(target, OR_ABSENT_ASSIGN, value, node), node)];
  return [build.asStatement(build.assignTo(target, build.opaque(node, [value]), node), node)];
};

const CHANGES = /(?:!|^(?:concat|prepend|insert|replace|clear|push|append|unshift|update|store|delete))$/;

/** `url << '/x'`, `headers.merge!(…)`, `headers.delete('X')`: calls that change their receiver. */
export const changing: Rule = (ctx, node) => {
  const operator = childIn(node, 'operator')?.type;
  const target = childIn(node, 'left') ?? childIn(node, 'receiver');
  const right = childIn(node, 'right');
  if (!target || !/^(?:identifier|instance_variable|constant)$/.test(target.type))
    return [build.asStatement(ctx.expression(node), node)];
  if (operator === '<<' && right)
    return [build.asStatement(build.binary(ctx.expression(target), ADD, ctx.expression(right), node), node)];
  const name = textIn(ctx, childIn(node, 'method') ?? node);
  if (node.type !== 'call' || !CHANGES.test(name)) return [build.asStatement(ctx.expression(node), node)];
  const args = argumentsOf(ctx, childIn(node, 'arguments'));
  const [first, second] = args;
  const owner = ctx.expression(target);
  if (/^(?:merge!|update)$/.test(name) && first) {
    const at = build.nowhere(node.start);
    return [
      build.asStatement(
        build.call(
          build.member(build.nameAt('Object', at), build.nameAt('assign', at), at),
          [owner, ...args],
          node,
        ),
        node,
      ),
    ];
  }
  if (name === 'store' && first && second)
    return [build.asStatement(build.assignTo(build.element(owner, first, target), second, node), node)];
  return [build.asStatement(build.assignTo(owner, build.opaque(node, args), node), node)];
};
