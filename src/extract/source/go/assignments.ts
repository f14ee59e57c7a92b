import * as build from '../languages/build.ts';
import * as operators from '../languages/operators.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { encoderStream } from './calls.ts';
import { zeroOf } from './literals.ts';
import { type Lowering, textIn } from './lowering.ts';
import { writtenTarget } from './requests.ts';
import { textBegun } from './text-builders.ts';

type Statements = readonly ts.Statement[];

/** Names of variables that hold success or failure. */
const TELLS = /^(?:_|ok|e|found|exists|set|err\w*|\w*(?:Err|Error|error))$/;

/** Lowers the value of an assignment; request builders are given the target's name. */
const valueFor = (ctx: Lowering, target: Cst | undefined, value: Cst): ts.Expression => {
  ctx.statement.target = target && writtenTarget(ctx, target);
  const lowered = ctx.expression(value);
  ctx.statement.target = undefined;
  return lowered;
};

const isBlank = (ctx: Lowering, node: Cst): boolean => textIn(ctx, node) === '_';

/** Lowers `x := value` on first use, `x = value` later. */
const give = (ctx: Lowering, target: Cst, value: ts.Expression, span: Cst, declares: boolean): Statements => {
  if (isBlank(ctx, target)) return [build.asStatement(value, span)];
  const text = textIn(ctx, target);
  if (declares && target.type === 'identifier' && !ctx.scope.declared.has(text)) {
    ctx.scope.declared.add(text);
    return [build.declare(build.nameAt(text, target), value, span, true)];
  }
  return [build.asStatement(build.assignTo(ctx.expression(target), value, span), span)];
};

/** Assigns one value to several targets; those that only hold success are left out. */
const giveParts = (
  ctx: Lowering,
  targets: readonly Cst[],
  value: Cst,
  span: Cst,
  declares: boolean,
): Statements => {
  const last = targets.at(-1)!;
  const tells = TELLS.test(textIn(ctx, last));
  const taken = tells ? targets.slice(0, -1) : targets;
  const [only, ...others] = taken;
  const told =
    tells && !isBlank(ctx, last)
      ? give(ctx, last, build.opaque(build.nowhere(last.end)), last, declares)
      : [];
  if (only && others.length === 0)
    return [...give(ctx, only, valueFor(ctx, only, value), span, declares), ...told];
  const names = taken.every(({ type }) => type === 'identifier');
  if (declares && names) {
    for (const each of taken) ctx.scope.declared.add(textIn(ctx, each));
    const pattern = build.itemNames(
      taken.map((each) => build.nameAt(textIn(ctx, each), each)),
      span,
    );
    return [build.declare(pattern, valueFor(ctx, undefined, value), span, true), ...told];
  }
  return [
    build.asStatement(valueFor(ctx, undefined, value), span),
    ...taken.flatMap((each) => give(ctx, each, build.opaque(build.nowhere(each.end)), each, declares)),
    ...told,
  ];
};

const noteEncoder = (ctx: Lowering, target: Cst | undefined, value: Cst): boolean => {
  const stream = target?.type === 'identifier' ? encoderStream(ctx, value) : undefined;
  if (!target || !stream) return false;
  ctx.scope.encoders.set(textIn(ctx, target), stream);
  return true;
};

const assigned = (ctx: Lowering, node: Cst, declares: boolean): Statements => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right) return [];
  const [targets, values] = [namedIn(left), namedIn(right)];
  const [first] = values;
  if (!first) return [];
  if (targets.length === 1 && noteEncoder(ctx, targets[0], first)) return [];
  if (values.length === 1 && targets.length > 1) return giveParts(ctx, targets, first, node, declares);
  return targets.flatMap((target, at) => {
    const value = values[at];
    const begun = value && declares ? textBegun(ctx, target, value) : undefined;
    return value ? give(ctx, target, begun ?? valueFor(ctx, target, value), node, declares) : [];
  });
};

/** `x, err := f()`. */
export const declared = (ctx: Lowering, node: Cst): Statements => assigned(ctx, node, true);

/** `x = f()`, `x += y`. */
export const assignment = (ctx: Lowering, node: Cst): Statements => {
  const operator = childIn(node, 'operator')?.type ?? '=';
  if (operator === '=') return assigned(ctx, node, false);
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  if (!left || !right) return [];
  const [target, value] = [ctx.expression(left), ctx.expression(right)];
  if (operator === '+=') return [build.asStatement(build.binary(target, operators.ADD, value, node), node)];
  return [build.asStatement(build.assignTo(target, build.opaque(node, [value]), node), node)];
};

/** `i++`. */
export const incremented = (ctx: Lowering, node: Cst): Statements => {
  const [operand] = namedIn(node);
  return operand
    ? [
        build.asStatement(
          build.binary(
            ctx.expression(operand),
            operators.ADD,
            build.numberAt('1', build.nowhere(node.end)),
            node,
          ),
          node,
        ),
      ]
    : [];
};

const specsIn = (node: Cst, type: string): readonly Cst[] =>
  namedIn(node).flatMap((each) =>
    each.type === type ? [each] : each.type === `${type}_list` ? specsIn(each, type) : [],
  );

const namesIn = (node: Cst): readonly Cst[] =>
  node.children.filter(({ field, named }) => field === 'name' && named);

const declaration = (ctx: Lowering, name: Cst, value: ts.Expression | undefined, span: Cst): ts.Statement => {
  ctx.scope.declared.add(textIn(ctx, name));
  return build.declare(build.nameAt(textIn(ctx, name), name), value, span, true);
};

/** `var x T = value`, or several in parentheses. */
export const variables = (ctx: Lowering, node: Cst): Statements =>
  specsIn(node, 'var_spec').flatMap((spec) => {
    const type = childIn(spec, 'type');
    const [names, list] = [namesIn(spec), childIn(spec, 'value')];
    const values = list ? namedIn(list) : [];
    const [first] = values;
    if (first && values.length === 1 && names.length > 1) return giveParts(ctx, names, first, spec, true);
    return names.map((name, at) => {
      if (type) ctx.scope.typed.set(textIn(ctx, name), type);
      const value = values[at];
      const begun = (value ?? type) && textBegun(ctx, name, (value ?? type)!);
      const lowered = begun ?? (value ? valueFor(ctx, name, value) : zeroOf(ctx, type, spec));
      return declaration(ctx, name, lowered, spec);
    });
  });

/** Constants; one without a value in parentheses repeats that of the one before. */
export const constants = (ctx: Lowering, node: Cst): Statements => {
  let last: readonly Cst[] = [];
  return specsIn(node, 'const_spec').flatMap((spec) => {
    const list = childIn(spec, 'value');
    const values = list ? namedIn(list) : [];
    const isRepeated = values.length === 0;
    last = isRepeated ? last : values;
    return namesIn(spec).map((name, at) => {
      const value = last[at];
      const counts = value && ctx.text.slice(value.start, value.end).includes('iota');
      const lowered = value && !counts && !isRepeated ? ctx.expression(value) : undefined;
      return declaration(ctx, name, lowered, spec);
    });
  });
};
