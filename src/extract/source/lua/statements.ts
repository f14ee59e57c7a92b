import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import { exportDefault } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { standardMember, protectedCall } from './calls.ts';
import { classOf, isOfClass } from './classes.ts';
import { namesAndValues } from './facts.ts';
import { functionParts, functionValue } from './functions.ts';
import { instanceMade } from './instances.ts';
import { type Lowering, type Scope, textIn } from './lowering.ts';
import { sentInto } from './sinks.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

const inner = ({ scope }: Lowering, declared: readonly string[] = []): Scope => ({
  ...scope,
  declared: new Set(declared),
  isFile: false,
});

const blockIn = (
  ctx: Lowering,
  node: Cst | undefined,
  at: number,
  declared: readonly string[] = [],
): ts.Block =>
  node
    ? build.block(ctx.inside(inner(ctx, declared)).statements(node), node)
    : build.block([], build.nowhere(at));

/** Declares a local variable; one of the same name in the same block is assigned again. */
const local = (ctx: Lowering, name: Cst, value: ts.Expression | undefined, node: Cst): ts.Statement => {
  const text = textIn(ctx, name);
  if (ctx.scope.declared.has(text))
    return build.asStatement(
      build.assignTo(build.nameAt(text, name), value ?? build.nullAt(node), node),
      node,
    );
  ctx.scope.declared.add(text);
  return build.declare(build.nameAt(text, name), value, node, true);
};

/** Assigns to a variable or a member; the first assignment of a global variable declares it. */
const assigned = (ctx: Lowering, target: Cst, value: ts.Expression, node: Cst): ts.Statement => {
  const text = textIn(ctx, target);
  const isGlobal = target.type === 'identifier' && ctx.scope.isFile && !ctx.scope.declared.has(text);
  if (!isGlobal) return build.asStatement(build.assignTo(ctx.expression(target), value, node), node);
  ctx.scope.declared.add(text);
  ctx.facts.globals.add(text);
  return build.declare(build.nameAt(text, target), value, node);
};

/** Values for the names of `a, b = f()`: what a call returns besides its first value is unknown. */
const valuesFor = (
  ctx: Lowering,
  names: readonly Cst[],
  values: readonly Cst[],
): readonly (ts.Expression | undefined)[] => {
  const guarded = values.length === 1 && names.length > 1 ? protectedCall(ctx, values[0]!) : undefined;
  if (guarded) return names.map((name, at) => (at === 1 ? guarded : build.opaque(build.nowhere(name.end))));
  return names.map((name, at) => {
    const value = values[at];
    if (value) return ctx.expression(value);
    const isRest = /^(?:function_call|vararg_expression)$/.test(values.at(-1)?.type ?? '');
    return isRest ? build.opaque(build.nowhere(name.end)) : undefined;
  });
};

const declaration: Rule = (ctx, node) => {
  const { names, values } = namesAndValues(node);
  const [first] = names;
  // `local string = string`
  if (first && names.length === 1 && values[0] && textIn(ctx, first) === textIn(ctx, values[0])) return [];
  const sent = values.length === 1 ? sentInto(ctx, values[0]!) : undefined;
  const given = sent ? [] : valuesFor(ctx, names, values);
  const isLocal = node.type === 'variable_declaration';
  const all = names.map((name, at) => {
    const value = sent ? build.opaque(build.nowhere(name.end)) : given[at];
    return isLocal
      ? local(ctx, name, value, node)
      : assigned(ctx, name, value ?? build.nullAt(build.nowhere(name.end)), node);
  });
  return [...(sent ? [sent] : []), ...all];
};

const chosen = (ctx: Lowering, node: Cst, rest: readonly Cst[]): ts.Statement => {
  const [next, ...others] = rest;
  const otherwise =
    next &&
    (next.type === 'elseif_statement'
      ? chosen(ctx, next, others)
      : blockIn(ctx, childIn(next, 'body'), next.end));
  const then = blockIn(ctx, childIn(node, 'consequence'), node.end);
  return build.either(part(ctx, node, 'condition'), then, otherwise, node);
};

/** `for _, item in ipairs(items) do`: the second name is an item; what other iterators give is unknown. */
const iteration: Rule = (ctx, node) => {
  const clause = childIn(node, 'clause');
  const body = childIn(node, 'body');
  const list = clause?.children.find(({ type }) => type === 'variable_list');
  const names = list ? namedIn(list) : [];
  const [over] = namedIn(clause?.children.find(({ type }) => type === 'expression_list') ?? { children: [] });
  const index = clause && childIn(clause, 'name');
  const all = index ? [index] : names;
  const isEach =
    over?.type === 'function_call' && /^i?pairs$/.test(textIn(ctx, childIn(over, 'name') ?? over));
  const item = isEach ? names[1] : undefined;
  const unknown = all.filter((name) => name !== item);
  const declared = all.map((name) => textIn(ctx, name));
  const inside = blockIn(ctx, body, node.end, declared);
  const told = unknown.map((name) =>
    build.declare(build.nameAt(textIn(ctx, name), name), build.opaque(build.nowhere(name.end)), name, true),
  );
  const whole = build.block([...told, ...inside.statements], body ?? build.nowhere(node.end));
  if (item && over)
    return [
      build.loopOver(
        build.declarations(build.nameAt(textIn(ctx, item), item), undefined, item, true),
        ctx.expression(over),
        whole,
        node,
      ),
    ];
  const condition = build.opaque(build.nowhere(node.start), over ? [ctx.expression(over)] : []);
  return [build.loop(condition, whole, node)];
};

const repeated: Rule = (ctx, node) => [
  build.loop(part(ctx, node, 'condition'), blockIn(ctx, childIn(node, 'body'), node.end), node),
];

const back: Rule = (ctx, node) => {
  const values = namedIn(node.children.find(({ type }) => type === 'expression_list') ?? { children: [] });
  const [value, ...others] = values;
  const also = others.map((each) => build.asStatement(ctx.expression(each), each));
  const given = value && ctx.expression(value);
  return [...also, ctx.scope.isFile && given ? exportDefault(given, node) : build.giveBack(given, node)];
};

/** `local function f()`, `function f()`, `function M.f()`, `function M:f()`. */
const functionDeclared: Rule = (ctx, node) => {
  const name = childIn(node, 'name');
  if (!name) return [];
  if (name.type === 'identifier') {
    const text = textIn(ctx, name);
    const isLocal = node.children[0]?.type === 'local';
    if (!isLocal) ctx.facts.globals.add(text);
    const { self, instance } = ctx.scope;
    const parts = functionParts(ctx, node, { self, instance });
    const again = ctx.scope.declared.has(text);
    ctx.scope.declared.add(text);
    if (again)
      return [
        build.asStatement(build.assignTo(build.nameAt(text, name), functionValue(ctx, node), node), node),
      ];
    return [build.functionNamed({ name: build.nameAt(text, name), ...parts }, node)];
  }
  const table = childIn(name, 'table');
  const value = functionValue(ctx, node, table?.type === 'identifier' ? textIn(ctx, table) : undefined);
  return [build.asStatement(build.assignTo(ctx.expression(name), value, node), node)];
};

const called: Rule = (ctx, node) => {
  const name = textIn(ctx, childIn(node, 'name') ?? node);
  const sent = sentInto(ctx, node);
  if (sent) return [sent];
  const given = namedIn(childIn(node, 'arguments') ?? { children: [] });
  if (name === 'error') {
    const printed = build.call(standardMember('console', 'log', node), given.map(ctx.expression), node);
    return [build.fail(printed, node)];
  }
  return [build.asStatement(ctx.expression(node), node)];
};

const RULES: Readonly<Record<string, Rule>> = {
  variable_declaration: declaration,
  assignment_statement: declaration,
  function_declaration: functionDeclared,
  function_call: called,
  return_statement: back,
  if_statement: (ctx, node) => [
    chosen(
      ctx,
      node,
      node.children.filter(({ field }) => field === 'alternative'),
    ),
  ],
  for_statement: iteration,
  while_statement: repeated,
  repeat_statement: repeated,
  do_statement: (ctx, node) => [blockIn(ctx, childIn(node, 'body'), node.end)],
  break_statement: (_ctx, node) => [build.breakOff(node)],
  hash_bang_line: () => [],
  empty_statement: () => [],
  label_statement: () => [],
  goto_statement: () => [],
};

const lowered: Rule = (ctx, node) => {
  if (isOfClass(ctx, node)) return classOf(ctx, node);
  const made = instanceMade(ctx, node);
  if (made) return made;
  const rule = Object.hasOwn(RULES, node.type) ? RULES[node.type] : undefined;
  return rule ? rule(ctx, node) : [build.asStatement(ctx.expression(node), node)];
};

/** Lowers the statements of a block or a file. */
export const statementsIn = (ctx: Lowering, node: Cst): Statements =>
  namedIn(node).flatMap((each) => lowered(ctx, each));
