import * as build from '../languages/build.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { assigned } from './dictionaries.ts';
import { loopNames } from './collections.ts';
import { type Lowering, textIn } from './lowering.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

/** True on first use of a name in its scope, which declares it. */
const isFirst = (ctx: Lowering, name: string): boolean => {
  const { declared, outer } = ctx.scope;
  if (declared.has(name) || outer.has(name)) return false;
  declared.add(name);
  return true;
};

/** Gives a value to a name: a declaration on first use, an assignment later. */
export const setName = (ctx: Lowering, name: ts.Identifier, value: ts.Expression, span: Cst): ts.Statement =>
  isFirst(ctx, name.text)
    ? build.declare(name, value, span)
    : build.asStatement(build.assignTo(name, value, span), span);

/** Lowers `x = value` to a declaration on first use, to an assignment later. */
export const assign = (ctx: Lowering, target: Cst, value: ts.Expression, span: Cst): Statements => {
  if (target.type === 'identifier') {
    const text = textIn(ctx, target);
    if (text !== ctx.scope.self) return [setName(ctx, build.nameAt(text, target), value, span)];
  }
  if (/^(?:pattern_list|tuple_pattern|list_pattern|tuple|list)$/.test(target.type)) {
    const names = namedIn(target);
    const plain = names.every((name) => name.type === 'identifier');
    const texts = names.map((name) => textIn(ctx, name));
    if (plain && texts.every((text) => !ctx.scope.declared.has(text) && !ctx.scope.outer.has(text))) {
      for (const text of texts) ctx.scope.declared.add(text);
      return [build.declare(loopNames(ctx, target), value, span)];
    }
  }
  return [build.asStatement(build.assignTo(ctx.expression(target), value, span), span)];
};

export const assignment: Rule = (ctx, node) => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right) return [];
  // `a = b = value`
  if (right.type === 'assignment') {
    const inner = childIn(right, 'left');
    return inner ? [...assignment(ctx, right), ...assign(ctx, left, ctx.expression(inner), node)] : [];
  }
  return assign(ctx, left, ctx.expression(right), node);
};

/** `x += y`, `x |= y`, `xs += [y]`. */
export const changed: Rule = (ctx, node) => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const operator = childIn(node, 'operator')?.type;
  if (!left || !right) return [];
  const [target, value] = [ctx.expression(left), ctx.expression(right)];
  if (operator === '+=') return [build.asStatement(build.binary(target, operators.ADD, value, node), node)];
  if (operator === '|=') {
    return [build.asStatement(assigned(target, [value], node), node)];
  }
  return [build.asStatement(build.assignTo(target, build.opaque(node, [value]), node), node)];
};
