import { oneOf, switchOf } from '../languages/choices.ts';
import * as build from '../languages/build.ts';
import { part } from '../languages/expression-rules.ts';
import { ADD } from '../languages/operators.ts';
import { changeOfRequest } from '../managed/changes.ts';
import { type Lowering, textIn, nestedScope } from '../managed/lowering.ts';
import { declareTyped } from '../managed/variables.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { chainOf } from './chain-of-calls.ts';
import { applied, appliedChain, setterOf, writingBlock } from './applied.ts';
import { functionParts } from './functions.ts';
import { initialOf, writtenType } from './parameters.ts';

type Statements = readonly ts.Statement[];
type Rule = (ctx: Lowering, node: Cst) => Statements;

export const blockOf = (ctx: Lowering, node: Cst): ts.Block =>
  build.block(statementsIn(nestedScope(ctx), namedIn(node)), node);

const bodyOf = (ctx: Lowering, node: Cst | undefined, at: number): ts.Block => {
  if (!node) return build.block([], build.nowhere(at));
  return node.type === 'block'
    ? blockOf(ctx, node)
    : build.block(statementsIn(nestedScope(ctx), [node]), node);
};

/** Lowers a statement inside `apply { … }` to a change of the receiver variable. */
const appliedTo = (ctx: Lowering, variable: Cst, node: Cst): Statements => {
  const chain = appliedChain(ctx, variable, node);
  return (chain && changeOfRequest(ctx, chain, node)) ?? statementsIn(ctx, [node]);
};

const variable: Rule = (ctx, node) => {
  const declared = node.children.find(({ type }) => type.endsWith('variable_declaration'));
  const value = initialOf(node) ?? delegated(node);
  const [name] = declared ? namedIn(declared) : [];
  if (!declared || !name) return [];
  if (declared.type === 'multi_variable_declaration') return taken(ctx, declared, value, node);
  const type = writtenType(ctx, declared);
  const about = value && applied(ctx, value);
  if (!about) return declareTyped(ctx, name, value, type, node);
  return [
    ...declareTyped(ctx, name, about.of, type, node),
    ...about.body.flatMap((each) => appliedTo(ctx, name, each)),
  ];
};

/** `by lazy { x }` is `x`. */
const delegated = (node: Cst): Cst | undefined => {
  const delegate = node.children.find(({ type }) => type === 'property_delegate');
  const [made] = delegate ? namedIn(delegate) : [];
  const lambda = made?.children
    .filter(({ type }) => type === 'annotated_lambda')
    .flatMap(namedIn)
    .find(({ type }) => type === 'lambda_literal');
  const body = lambda ? namedIn(lambda) : [];
  return body.length === 1 ? body[0] : undefined;
};

/** `val (a, b) = pair`. */
const taken = (ctx: Lowering, list: Cst, value: Cst | undefined, node: Cst): Statements => {
  const names = namedIn(list).flatMap((each) => namedIn(each)[0] ?? []);
  for (const name of names) ctx.scope.locals.set(textIn(ctx, name), '');
  const pattern = build.itemNames(
    names.map((name) => build.nameAt(textIn(ctx, name), name)),
    list,
  );
  return [build.declare(pattern, value && ctx.expression(value), node, true)];
};

const assignment: Rule = (ctx, node) => {
  const [left, right] = [childIn(node, 'left'), childIn(node, 'right')];
  const operator = childIn(node, 'operator')?.type;
  if (!left || !right) return [];
  const chain = setterOf(ctx, node);
  const change = chain?.root ? changeOfRequest(ctx, chain, node) : undefined;
  if (change) return change;
  const [target, value] = [ctx.expression(left), ctx.expression(right)];
  if (operator === '=') return [build.asStatement(build.assignTo(target, value, node), node)];
  if (operator === '+=') return [build.asStatement(build.binary(target, ADD, value, node), node)];
  return [build.asStatement(build.assignTo(target, build.opaque(node, [value]), node), node)];
};

/** `x.apply { … }`, `x.use { … }` and `x.let { … }` as statements run their blocks. */
const called: Rule = (ctx, node) => {
  const about = applied(ctx, node);
  if (about?.of.type === 'identifier') return about.body.flatMap((each) => appliedTo(ctx, about.of, each));
  const writing = writingBlock(ctx, node);
  if (writing) return statementsIn(nestedScope(ctx), writing);
  const change = changeOfRequest(ctx, chainOf(ctx, node), node);
  return change ?? [build.asStatement(ctx.expression(node), node)];
};

const conditional: Rule = (ctx, node) => {
  const condition = childIn(node, 'condition');
  const [then, otherwise] = namedIn(node).filter((child) => child !== condition);
  const rest = otherwise && bodyOf(ctx, otherwise, node.end);
  return [build.either(part(ctx, node, 'condition'), bodyOf(ctx, then, node.end), rest, node)];
};

const matched: Rule = (ctx, node) => {
  const subject = node.children.find(({ type }) => type === 'when_subject');
  const asked = subject ? namedIn(subject).at(-1) : undefined;
  const bodies = namedIn(node)
    .filter(({ type }) => type === 'when_entry')
    .map((entry) => bodyOf(ctx, namedIn(entry).at(-1), entry.end));
  return switchOf(ctx, asked, bodies);
};

const repeated: Rule = (ctx, node) => {
  const [declared, of, body] = namedIn(node);
  if (!declared || !of) return [];
  const isMany = declared.type === 'multi_variable_declaration';
  const names = (isMany ? namedIn(declared) : [declared]).flatMap((each) => namedIn(each)[0] ?? []);
  const inside = nestedScope(
    ctx,
    names.map((name) => [textIn(ctx, name), ''] as const),
  );
  const written = names.map((name) => build.nameAt(textIn(ctx, name), name));
  const [only] = written;
  if (!only) return [];
  const bound = isMany ? build.itemNames(written, declared) : only;
  const list = build.declarations(bound, undefined, declared, true);
  return [build.loopOver(list, ctx.expression(of), bodyOf(inside, body, node.end), node)];
};

const guarded: Rule = (ctx, node) => {
  const body = node.children.find(({ type }) => type === 'block');
  const bodies = node.children
    .filter(({ type }) => type === 'catch_block')
    .map((each) => {
      const name = namedIn(each).find(({ type }) => type === 'identifier');
      const scope = nestedScope(ctx, name ? [[textIn(ctx, name), '']] : []);
      return bodyOf(
        scope,
        each.children.find(({ type }) => type === 'block'),
        each.end,
      );
    });
  const handler = oneOf(bodies);
  const last = node.children.find(({ type }) => type === 'finally_block');
  const after = last?.children.find(({ type }) => type === 'block');
  return [
    build.attempt(
      bodyOf(ctx, body, node.end),
      handler && { name: undefined, body: handler },
      after && bodyOf(ctx, after, node.end),
      node,
    ),
  ];
};

const functionOf: Rule = (ctx, node) => {
  const { name, parameters, body } = functionParts(ctx, node);
  return [build.functionNamed({ name, parameters, body }, node)];
};

const values = (ctx: Lowering, node: Cst): readonly ts.Expression[] =>
  namedIn(node)
    .filter(({ type }) => type !== 'label')
    .map((child) => ctx.expression(child));

const RULES: Readonly<Record<string, Rule>> = {
  property_declaration: variable,
  assignment,
  call_expression: called,
  if_expression: conditional,
  when_expression: matched,
  for_statement: repeated,
  while_statement: (ctx, node) => [
    build.loop(
      part(ctx, node, 'condition'),
      bodyOf(
        ctx,
        namedIn(node).find((child) => child !== childIn(node, 'condition')),
        node.end,
      ),
      node,
    ),
  ],
  do_while_statement: (ctx, node) => [bodyOf(ctx, namedIn(node)[0], node.end)],
  try_expression: guarded,
  function_declaration: functionOf,
  return_expression: (ctx, node) => [build.giveBack(values(ctx, node)[0], node)],
  throw_expression: (ctx, node) => [build.fail(build.opaque(node, values(ctx, node)), node)],
  block: (ctx, node) => [blockOf(ctx, node)],
  anonymous_initializer: (ctx, node) => namedIn(node).map((each) => bodyOf(ctx, each, node.end)),
  package_header: () => [],
  import: () => [],
  type_alias: () => [],
  file_annotation: () => [],
  shebang: () => [],
};

/** Lowers nodes to statements. */
export const statementsIn = (ctx: Lowering, nodes: readonly Cst[]): Statements =>
  nodes.flatMap((node): Statements => {
    const text = node.type === 'identifier' ? textIn(ctx, node) : '';
    if (text === 'break') return [build.breakOff(node)];
    if (text === 'continue') return [build.goOn(node)];
    const rule = Object.hasOwn(RULES, node.type) ? RULES[node.type] : undefined;
    return rule ? rule(ctx, node) : [build.asStatement(ctx.expression(node), node)];
  });
