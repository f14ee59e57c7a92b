import {
  assignTo,
  binary,
  call,
  element,
  member,
  nameAt,
  nowhere,
  object,
  opaque,
  parenthesized,
} from '../languages/builders.ts';
import { ADD, OR_ABSENT_ASSIGN } from '../languages/operators.ts';
import { declare, asStatement } from '../languages/statements.ts';
import { markReference } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { assignedValue } from './arrays.ts';
import { optionAssigned } from './curl.ts';
import { isHeaderLine, lineMember } from './header-lines.ts';
import { type Lowering, textIn } from './lowering.ts';

type Statements = readonly ts.Statement[];

/** True on first use of a name, which declares it. */
const isFirst = (ctx: Lowering, name: string): boolean => {
  if (ctx.scope.declared.has(name)) return false;
  ctx.scope.declared.add(name);
  return true;
};

/** Assigns a variable, or declares it on first use. */
export const variableSet = (ctx: Lowering, name: Cst, value: ts.Expression, node: Cst): ts.Statement => {
  const called = textIn(ctx, name);
  return isFirst(ctx, called)
    ? declare(nameAt(called, name), value, node)
    : asStatement(assignTo(nameAt(called, name), value, node), node);
};

/** `$headers[] = 'Accept: …'` adds a header, `$list[] = $x` an item. */
const grown = (ctx: Lowering, owner: Cst, right: Cst, node: Cst): Statements => {
  const line = isHeaderLine(ctx.text, right) ? lineMember(ctx, right) : undefined;
  const at = nowhere(node.start);
  const target = ctx.expression(owner);
  if (line && ts.isPropertyAssignment(line)) {
    const { name, initializer } = line;
    const append = member(target, nameAt('append', at), at);
    return [asStatement(call(append, [name as ts.StringLiteral, initializer], node), node)];
  }
  const value = ctx.expression(right);
  if (ctx.facts.grown.get(textIn(ctx, owner)) === true) {
    const assign = member(nameAt('Object', at), nameAt('assign', at), at);
    return [asStatement(call(assign, [target, opaque(right, [value])], node), node)];
  }
  return [asStatement(call(member(target, nameAt('push', at), at), [value], node), node)];
};

/** `[$a, $b] = f()`, `['id' => $id] = $x`. */
const taken = (ctx: Lowering, left: Cst, right: Cst, node: Cst): Statements => {
  const value = ctx.expression(right);
  const found: ts.Statement[] = [];
  let [index, key] = [0, undefined as Cst | undefined];
  for (const [at, child] of left.children.entries()) {
    if (left.children[at + 1]?.type === '=>') key = child;
    else if (child.type === 'variable_name') {
      const name = key
        ? ctx.expression(key)
        : ts.setTextRange(ts.factory.createNumericLiteral(index), { pos: child.start, end: child.start });
      const source = ctx.expression(right);
      found.push(variableSet(ctx, child, element(source, name, child), child));
      key = undefined;
    } else if (child.type === ',') index++;
  }
  return right.type === 'variable_name' ? found : [asStatement(value, node), ...unseenNames(ctx, left, node)];
};

const unseenNames = (ctx: Lowering, left: Cst, node: Cst): Statements =>
  namedIn(left)
    .filter(({ type }) => type === 'variable_name')
    .map((name) => variableSet(ctx, name, opaque(nowhere(node.end)), name));

/** `$x = value`, `$x['a'] = value`, `$x[] = value`, `$this->a = value`. */
export const assignment = (ctx: Lowering, node: Cst): Statements => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right) return [];
  if (left.type === 'list_literal') return taken(ctx, left, right, node);
  const [owner, key] = left.type === 'subscript_expression' ? namedIn(left) : [];
  if (owner && !key) return grown(ctx, owner, right, node);
  const option = owner && key ? optionAssigned(ctx, owner, key, right, node) : undefined;
  if (option) return option;
  const value = assignedValue(ctx, left, right);
  if (left.type === 'variable_name') return [variableSet(ctx, left, value, node)];
  return [asStatement(assignTo(ctx.expression(left), value, node), node)];
};

/** `$x .= y`, `$x ??= y`, `$headers += […]`. */
export const compoundAssignment = (ctx: Lowering, node: Cst): Statements => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const operator = childIn(node, 'operator')?.type;
  if (!left || !right) return [];
  const value = ctx.expression(right);
  if (left.type === 'variable_name' && isFirst(ctx, textIn(ctx, left)))
    return [declare(nameAt(textIn(ctx, left), left), value, node)];
  const target = ctx.expression(left);
  if (operator === '.=') return [asStatement(binary(target, ADD, value, node), node)];
  if (operator === '??=') return [asStatement(binary(target, OR_ABSENT_ASSIGN, value, node), node)];
  return [asStatement(assignTo(target, opaque(node, [value]), node), node)];
};

/** `$h = &$options['headers']`: the element itself, which is created where it is missing. */
export const referenced = (ctx: Lowering, node: Cst): Statements => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right) return [];
  const target = ctx.expression(right);
  const held =
    right.type === 'subscript_expression'
      ? parenthesized(binary(target, OR_ABSENT_ASSIGN, object([], nowhere(right.end)), right), right)
      : target;
  const value = markReference(held);
  if (left.type === 'variable_name') return [variableSet(ctx, left, value, node)];
  return [asStatement(assignTo(ctx.expression(left), value, node), node)];
};
