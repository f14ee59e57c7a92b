import * as build from '../languages/build.ts';
import { exportNames, importWhole } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import { nodesBelow, type Cst, type ParseText } from '../languages/tree-sitter.ts';
import { POWERSHELL } from './dialect.ts';
import { expressionOf } from './expressions.ts';
import { defaultOf, factsOf, parametersIn, parameterVariable } from './facts.ts';
import type { FileFacts, Lowering, Scope } from './lowering.ts';
import { variableOf } from './names.ts';
import { rewritten } from './rewritten.ts';
import { statementsIn } from './statements.ts';

/** Wrapper nodes that are around each operand, with or without an operator. */
const AROUND =
  /^(?:(?:logical|bitwise|comparison|additive|multiplicative|format|range|array_literal|unary)(?:_argument)?_expression|argument_expression|expression_with_unary_operator|string_literal|integer_literal|pipeline|pipeline_chain|while_condition|value)$/;

/** Removes wrapper nodes from a tree: a dozen around each operand. */
const condensed = (node: Cst): Cst => {
  let at = node;
  let { field } = node;
  while (AROUND.test(at.type) && at.children.length === 1) {
    at = at.children[0]!;
    field ??= at.field;
  }
  const type = at.type.replace('_argument_expression', '_expression');
  return { ...at, type, field, children: at.children.map(condensed) };
};

const loweringIn = (text: string, scope: Scope, facts: FileFacts): Lowering => {
  const ctx: Lowering = {
    text,
    scope,
    facts,
    expression: (node) => expressionOf(ctx, node),
    statements: (node) => statementsIn(ctx, node),
    inside: (inner) => loweringIn(text, inner, facts),
  };
  return ctx;
};

/** Parameters of a script: variables that hold their defaults. */
const scriptParameters = (ctx: Lowering, root: Cst): readonly ts.Statement[] =>
  parametersIn(root).flatMap((node) => {
    const variable = parameterVariable(node);
    if (!variable) return [];
    const { name } = variableOf(ctx.text.slice(variable.start, variable.end));
    ctx.scope.declared.add(name);
    const value = defaultOf(node);
    return [build.declare(build.nameAt(name, variable), value && ctx.expression(value), node)];
  });

/**
 * Rewrites `--name=value` and `-- --name` of a program to words that the grammar reads; all positions are unchanged.
 */
const withSplitOptions = (text: string): string =>
  text.replaceAll(/(?<=\s)(--?[A-Za-z][\w-]*)=/g, '$1 ').replaceAll(/(?<=[ \t])--(?=[ \t]+-)/g, '  ');

/** Parses a text; one with errors again without what the grammar refuses, if more of it is read then. */
const parsed = (parse: ParseText, text: string): ReturnType<ParseText> => {
  const first = parse(text);
  const [error] = first.errors;
  const other = error ? rewritten(text) : text;
  if (!error || other === text) return first;
  const second = parse(other);
  const isBetter = second.errors.every(({ start }) => start > error.start);
  return isBetter ? second : first;
};

/** Parses a file of PowerShell and lowers it to the common syntax tree. */
export const parsePowershell = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root: whole, errors } = parsed(parse, withSplitOptions(text));
  const root = condensed(whole);
  const all = nodesBelow(root);
  const comments = all.filter(({ type }) => type === 'comment');
  const facts = factsOf(text, root);
  const scope: Scope = { declared: new Set(), unsure: new Set(), gives: false };
  const ctx = loweringIn(text, scope, facts);
  const start = build.nowhere(0);
  const statements = [
    importWhole('utility', build.nameAt('utility', start), start),
    importWhole('program', build.nameAt('program', start), start),
    importWhole('dotnet', build.nameAt('dotnet', start), start),
    ...scriptParameters(ctx, root),
    ...statementsIn(ctx, root),
  ];
  const classes = all.flatMap((node) =>
    node.type === 'class_statement'
      ? node.children
          .filter(({ type }) => type === 'simple_name')
          .map((name) => text.slice(name.start, name.end))
      : [],
  );
  const names = [...scope.declared, ...facts.functions.keys(), ...classes];
  return build.fileOf(
    path,
    text,
    [...statements, exportNames([...new Set(names)], text.length)],
    errors,
    POWERSHELL,
    comments,
  );
};
