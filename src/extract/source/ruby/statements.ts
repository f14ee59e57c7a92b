import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, tokenIn } from '../languages/tree-sitter.ts';
import { assignment, changed, changing, isFirst } from './assignments.ts';
import { classOf } from './classes.ts';
import { requestMade } from './clients.ts';
import { functionOf } from './functions.ts';
import { argumentsOf } from './hashes.ts';
import { type Lowering, textIn } from './lowering.ts';
import { exportAll } from '../languages/modules.ts';
import { specifiersIn } from './modules.ts';

/** Lowers `require_relative '…'`; `undefined` for all other calls. */
const importOf = (ctx: Lowering, node: Cst): readonly ts.Statement[] | undefined => {
  if (node.type !== 'call') return undefined;
  const [specifier] = specifiersIn(textIn(ctx, node));
  return specifier === undefined ? undefined : [exportAll(specifier, node)];
};

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst, gives: boolean) => Statements;

const blockIn = (ctx: Lowering, node: Cst | undefined, at: number, gives: boolean): ts.Block =>
  node ? build.block(statementsIn(ctx, node, gives), node) : build.block([], build.nowhere(at));

const chosen = (ctx: Lowering, node: Cst, gives: boolean): ts.Statement => {
  const rest = childIn(node, 'alternative');
  const otherwise =
    rest && (rest.type === 'elsif' ? chosen(ctx, rest, gives) : blockIn(ctx, rest, rest.end, gives));
  const then = blockIn(ctx, childIn(node, 'consequence'), node.end, gives);
  if (node.type !== 'unless') return build.either(part(ctx, node, 'condition'), then, otherwise, node);
  return build.either(
    build.opaque(build.nowhere(node.start), [part(ctx, node, 'condition')]),
    then,
    otherwise,
    node,
  );
};

const modified: Rule = (ctx, node) => {
  const body = childIn(node, 'body');
  const inside = body ? lowered(ctx, body, false) : [];
  const test = part(ctx, node, 'condition');
  const condition = node.type === 'unless_modifier' ? build.opaque(build.nowhere(node.start), [test]) : test;
  return [build.either(condition, build.block(inside, body ?? node), undefined, node)];
};

const cases: Rule = (ctx, node, gives) => {
  const arms = node.children.filter(({ type }) => type === 'when' || type === 'else');
  const value = childIn(node, 'value');
  return [
    ...(value ? [build.asStatement(build.opaque(value, [ctx.expression(value)]), value)] : []),
    ...arms.map((arm) => {
      const body = arm.type === 'else' ? arm : childIn(arm, 'body');
      return build.either(
        build.opaque(build.nowhere(arm.start)),
        blockIn(ctx, body, arm.end, gives),
        undefined,
        arm,
      );
    }),
  ];
};

/** `begin … rescue … ensure … end`, also as the body of a method. */
const guarded = (ctx: Lowering, node: Cst, gives: boolean): Statements => {
  const rescues = node.children.filter(({ type }) => type === 'rescue');
  const last = tokenIn(node, 'ensure');
  const inside = listIn(
    ctx,
    namedIn(node).filter(({ type }) => !/^(?:rescue|ensure|else)$/.test(type)),
    gives,
  );
  if (rescues.length === 0 && !last) return inside;
  const bodies = rescues.map((each) => blockIn(ctx, childIn(each, 'body'), each.end, gives));
  const [first, ...others] = bodies;
  const caught =
    first && others.length > 0
      ? build.block(
          bodies.map((each) =>
            build.either(build.opaque(build.nowhere(each.pos)), each, undefined, {
              start: each.pos,
              end: each.end,
            }),
          ),
          { start: first.pos, end: others.at(-1)!.end },
        )
      : first;
  const finallyBlock = last && blockIn(ctx, last, last.end, false);
  return [
    build.attempt(build.block(inside, node), caught && { name: undefined, body: caught }, finallyBlock, node),
  ];
};

const back: Rule = (ctx, node) => {
  const [list] = namedIn(node);
  const [value] = list ? argumentsOf(ctx, list) : [];
  return [build.giveBack(value, node)];
};

const RULES: Readonly<Record<string, Rule>> = {
  assignment,
  operator_assignment: changed,
  binary: changing,
  if: (ctx, node, gives) => [chosen(ctx, node, gives)],
  unless: (ctx, node, gives) => [chosen(ctx, node, gives)],
  if_modifier: modified,
  unless_modifier: modified,
  rescue_modifier: (ctx, node) => namedIn(node).map((each) => build.asStatement(ctx.expression(each), each)),
  while: (ctx, node) => [
    build.loop(part(ctx, node, 'condition'), blockIn(ctx, childIn(node, 'body'), node.end, false), node),
  ],
  until: (ctx, node) => [
    build.loop(part(ctx, node, 'condition'), blockIn(ctx, childIn(node, 'body'), node.end, false), node),
  ],
  for: (ctx, node) => [
    build.loop(build.opaque(node), blockIn(ctx, childIn(node, 'body'), node.end, false), node),
  ],
  case: cases,
  begin: guarded,
  method: functionOf,
  singleton_method: functionOf,
  class: classOf,
  module: classOf,
  return: back,
  next: back,
  break: (_ctx, node) => [build.breakOff(node)],
  redo: (_ctx, node) => [build.goOn(node)],
  heredoc_body: () => [],
  empty_statement: () => [],
};

const GIVES = /^(?:if|unless|case|begin)$/;

/** `@client ||= …` at the end of a method: what the variable then holds is returned. */
const keptLast = (ctx: Lowering, node: Cst): Statements => {
  const target = childIn(node, 'left');
  const isKept = target && /^(?:identifier|instance_variable|class_variable)$/.test(target.type);
  return isKept ? [build.giveBack(ctx.expression(target), build.nowhere(node.end))] : [];
};

const lowered = (ctx: Lowering, node: Cst, gives: boolean): Statements => {
  const rule = Object.hasOwn(RULES, node.type) ? RULES[node.type] : undefined;
  if (rule && !(gives && node.type === 'binary')) {
    const statements = rule(ctx, node, gives && GIVES.test(node.type));
    const keeps = gives && /^(?:operator_)?assignment$/.test(node.type);
    return keeps ? [...statements, ...keptLast(ctx, node)] : statements;
  }
  const imported = importOf(ctx, node);
  if (imported) return imported;
  if (node.type === 'call' && !gives) return changing(ctx, node);
  return [gives ? build.giveBack(ctx.expression(node), node) : build.asStatement(ctx.expression(node), node)];
};

/** Request of Net::HTTP with the body that a later statement assigns. */
const withBody = (
  ctx: Lowering,
  node: Cst,
  all: readonly Cst[],
): { readonly made: Statements; readonly body: Cst } | undefined => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (node.type !== 'assignment' || left?.type !== 'identifier' || right?.type !== 'call') return undefined;
  const name = textIn(ctx, left);
  const bodies = all.filter(
    (each) =>
      each.type === 'assignment' && new RegExp(String.raw`^${name}\.body\s*=[^=]`).test(textIn(ctx, each)),
  );
  const [body] = bodies;
  const value = body && childIn(body, 'right');
  const request = value && bodies.length === 1 ? requestMade(ctx, right, value) : undefined;
  if (!request || !body) return undefined;
  const made = isFirst(ctx, name)
    ? build.declare(build.nameAt(name, left), request, node)
    : build.asStatement(build.assignTo(build.nameAt(name, left), request, node), node);
  return { made: [made], body };
};

const listIn = (ctx: Lowering, all: readonly Cst[], gives: boolean): Statements => {
  const taken = new Set<Cst>();
  return all.flatMap((each, at): Statements => {
    if (taken.has(each)) return [];
    const request = withBody(ctx, each, all);
    if (request) {
      taken.add(request.body);
      return request.made;
    }
    return lowered(ctx, each, gives && at === all.length - 1);
  });
};

/** Lowers the statements of a block, a method or a file. */
export const statementsIn = (ctx: Lowering, node: Cst, gives = false): Statements => {
  if (/^(?:body_statement|begin|do)$/.test(node.type)) return guarded(ctx, node, gives);
  if (/^(?:program|then|else|block_body|ensure|block)$/.test(node.type))
    return listIn(ctx, namedIn(node), gives);
  return listIn(ctx, [node], gives);
};
