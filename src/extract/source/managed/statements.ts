import * as build from '../languages/build.ts';
import { oneOf } from '../languages/choices.ts';
import { part } from '../languages/expression-rules.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import type { ts } from '../syntax/tree.ts';
import { type Lowering, nestedScope, textIn } from './lowering.ts';

/** Statements that one statement is lowered to. */
export type Statements = readonly ts.Statement[];

/** Lowers a statement. */
export type StatementRule = (ctx: Lowering, node: Cst) => Statements;

/** Clause of a `catch`, with the name of what it catches. */
export interface Caught {
  readonly name: Cst | undefined;
  readonly body: ts.Block;
}

/** Clause of a `try` that runs for what was thrown: any of the clauses of a `catch`. */
export const handlerOf = (
  ctx: Lowering,
  caught: readonly Caught[],
): { readonly name: ts.Identifier | undefined; readonly body: ts.Block } | undefined => {
  const body = oneOf(caught.map((each) => each.body));
  const [only, ...more] = caught;
  const name = more.length === 0 && only?.name ? build.nameAt(textIn(ctx, only.name), only.name) : undefined;
  return body && { name, body };
};

const values = (ctx: Lowering, node: Cst): readonly ts.Expression[] =>
  namedIn(node).map((child) => ctx.expression(child));

/** Statements that the grammars of Java and C# name alike; `statementOf` lowers any statement of the language. */
export const statementRules = (statementOf: StatementRule) => {
  const statementsIn: StatementRule = (ctx, node) =>
    namedIn(node).flatMap((child) => statementOf(ctx, child));

  const blockOf = (ctx: Lowering, node: Cst): ts.Block =>
    build.block(statementsIn(nestedScope(ctx), node), node);

  /** Body of a statement: a block, or one statement without braces; empty at `at` where there is none. */
  const bodyOf = (ctx: Lowering, node: Cst | undefined, at: number): ts.Block => {
    if (!node) return build.block([], build.nowhere(at));
    return node.type === 'block'
      ? blockOf(ctx, node)
      : build.block(statementOf(nestedScope(ctx), node), node);
  };

  /** Loop over the items of a list; `type` is the declared type of its variable. */
  const loopOver = (
    ctx: Lowering,
    node: Cst,
    { name, value, type }: { readonly name: string; readonly value: string; readonly type: string },
  ): Statements => {
    const [variable, list] = [childIn(node, name), childIn(node, value)];
    if (!variable || !list) return [];
    const inside = nestedScope(ctx, [[textIn(ctx, variable), type]]);
    const names = build.declarations(
      build.nameAt(textIn(ctx, variable), variable),
      undefined,
      variable,
      true,
    );
    const body = bodyOf(inside, childIn(node, 'body'), node.end);
    return [build.loopOver(names, ctx.expression(list), body, node)];
  };

  const rules: Readonly<Record<string, StatementRule>> = {
    if_statement: (ctx, node) => {
      const [then, otherwise] = [childIn(node, 'consequence'), childIn(node, 'alternative')];
      const rest = otherwise && bodyOf(ctx, otherwise, node.end);
      return [build.either(part(ctx, node, 'condition'), bodyOf(ctx, then, node.end), rest, node)];
    },
    while_statement: (ctx, node) => [
      build.loop(part(ctx, node, 'condition'), bodyOf(ctx, childIn(node, 'body'), node.end), node),
    ],
    do_statement: (ctx, node) => [
      bodyOf(ctx, childIn(node, 'body'), node.end),
      build.asStatement(part(ctx, node, 'condition'), node),
    ],
    return_statement: (ctx, node) => [build.giveBack(values(ctx, node)[0], node)],
    yield_statement: (ctx, node) => values(ctx, node).map((value) => build.asStatement(value, node)),
    throw_statement: (ctx, node) => [build.fail(build.opaque(node, values(ctx, node)), node)],
    break_statement: (_ctx, node) => [build.breakOff(node)],
    continue_statement: (_ctx, node) => [build.goOn(node)],
    block: (ctx, node) => [blockOf(ctx, node)],
  };

  return { rules, statementsIn, blockOf, bodyOf, loopOver };
};
