import { exactValue } from '../../../model/index.ts';
import { evaluateCall } from './calls.ts';
import { evaluateNew } from './constructions.ts';
import { holdingResponses } from './response-members.ts';
import { awaitedAt } from './generators.ts';
import { classChain, superclassOf } from './classes.ts';
import { thisValues } from './classes/this-values.ts';
import { clientExtended } from './classes/outside-base.ts';
import { decided } from './paths/decisions.ts';
import { defaultValues, withDefault } from './defaults.ts';
import { evaluateEnum, evaluateName } from './names.ts';
import { assignObjects, evaluateArray, evaluateObject } from './objects.ts';
import { filled } from './written/text-formats.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { evaluateString, evaluateSum, evaluateTemplate } from './written/text-expressions.ts';
import { withinBudget } from './texts.ts';
import type { Ctx, Env, FunctionNode, Value } from './values.ts';
import { assumedFor } from './assumed-values.ts';
import { unknown } from './values.ts';

type Rule = (ctx: Ctx, node: never, env: Env | undefined) => readonly Value[];

const primitive = (value: number | boolean | null | undefined, node: ts.Node): readonly Value[] => [
  { kind: 'primitive', value, node },
];

const evaluateConditional: Rule = (ctx, node: ts.ConditionalExpression, env) => {
  const way = env && decided(ctx, node.condition, env);
  if (way !== undefined) return ctx.evaluate(way ? node.whenTrue : node.whenFalse, env);
  return [...ctx.evaluate(node.whenTrue, env), ...ctx.evaluate(node.whenFalse, env)];
};

const LOGICAL = new Set([ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]);

const ASSIGNS_ABSENT = new Set([ts.SyntaxKind.BarBarEqualsToken, ts.SyntaxKind.QuestionQuestionEqualsToken]);

/** Value of `this.client ??= make()`: a field already counts what is assigned to it here. */
const evaluateAbsentAssignment: Rule = (ctx, node: ts.BinaryExpression, env) => {
  const left = ctx.evaluate(node.left, env);
  return isOwnField(node.left) ? left : withDefault(ctx, left.map(absentIfNull), node.right, env);
};

const isOwnField = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;

const isMember = (node: ts.Node, owner: string, name: string): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === name &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === owner;

const isEnvironmentOfModule = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'env' && ts.isMetaProperty(node.expression);

/** True for `process.env.BASE`, `process.env['BASE']`, `import.meta.env.BASE`, and `process.env` itself. */
const readsEnvironment = (node: ts.Node): boolean =>
  isMember(node, 'process', 'env') ||
  isEnvironmentOfModule(node) ||
  ((ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
    readsEnvironment(node.expression));

/** `import.meta`, as a global. */
const evaluateMeta: Rule = (_ctx, { keywordToken, name }: ts.MetaProperty) =>
  keywordToken === ts.SyntaxKind.ImportKeyword
    ? [{ kind: 'external', module: '', path: ['import', name.text], made: [], typed: false }]
    : unknown();

const seen = (vals: readonly Value[]): readonly Value[] => vals.filter((val) => val.kind !== 'unknown');

/** `'/groups/%s' % id`; a number is not a template. */
const evaluateFilled: Rule = (ctx, node: ts.BinaryExpression, env) =>
  ctx
    .evaluate(node.left, env)
    .flatMap((val) => (val.kind === 'text' ? filled(val, ctx.evaluate(node.right, env), node) : unknown()));

/** True for a property of a response, which may be absent. */
const mayBeAbsent = (val: Value): boolean => val.kind === 'response' && val.path.length > 0;

/** `base or BASE` where `base` is None: the right side replaces it, as it would an omitted value. */
const absentIfNull = (val: Value): Value =>
  val.kind === 'primitive' && val.value === null ? { ...val, value: undefined } : val;

/** `HEADERS | {'Accept': …}` of Python: the members of both, the right ones last. */
const evaluateUnion: Rule = (ctx, node: ts.BinaryExpression, env) => {
  const sides = [node.left, node.right].map((side) => ctx.evaluate(side, env));
  const isOfObjects = sides.some((vals) => vals.length > 0 && vals.every(({ kind }) => kind === 'object'));
  return isOfObjects && loweredFile(node) ? assignObjects(sides, node) : unknown();
};

const evaluateBinary: Rule = (ctx, node: ts.BinaryExpression, env) => {
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.PlusToken) return evaluateSum(ctx, node, env);
  if (operator === ts.SyntaxKind.PercentToken) return evaluateFilled(ctx, node as never, env);
  if (operator === ts.SyntaxKind.BarToken) return evaluateUnion(ctx, node as never, env);
  // A value from `.env` may be absent elsewhere: the default counts as well.
  if (LOGICAL.has(operator)) {
    const left = ctx.evaluate(node.left, env);
    if (readsEnvironment(node.left)) return [...seen(left), ...defaultValues(ctx, left, node.right, env)];
    return left.some(mayBeAbsent)
      ? [...left, ...ctx.evaluate(node.right, env)]
      : withDefault(ctx, left.map(absentIfNull), node.right, env);
  }
  // `condition && value`: the value, or something falsy that adds nothing.
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken)
    return [...ctx.evaluate(node.right, env), ...primitive(false, node)];
  if (operator === ts.SyntaxKind.EqualsToken || operator === ts.SyntaxKind.CommaToken)
    return ctx.evaluate(node.right, env);
  if (ASSIGNS_ABSENT.has(operator)) return evaluateAbsentAssignment(ctx, node as never, env);
  return unknown();
};

const evaluateElementAccess: Rule = (ctx, node: ts.ElementAccessExpression, env) => {
  const optional = node.questionDotToken !== undefined;
  const receivers = ctx.evaluate(node.expression, env);
  const index = node.argumentExpression;
  if (ts.isNumericLiteral(index))
    return receivers.flatMap((val) =>
      val.kind === 'list' && val.items[Number(index.text)]
        ? val.items[Number(index.text)]!()
        : ctx.property(val, val.kind === 'object' ? index.text : '*', index, optional),
    );
  const keys = ctx.evaluate(index, env);
  const name = keys.length === 1 && keys[0]?.kind === 'text' ? exactValue(keys[0].text) : undefined;
  if (name !== undefined) return receivers.flatMap((val) => ctx.property(val, name, index, optional));
  return receivers.flatMap((val): readonly Value[] => {
    if (val.kind === 'object') {
      const keyed = holdingResponses((val.keyed ?? []).flatMap((value) => value()));
      const found = [...val.members.flatMap((member) => member.value()), ...keyed];
      return found.length > 0 ? withinBudget(found) : unknown();
    }
    return val.kind === 'response' ? ctx.property(val, '*', index, optional) : unknown();
  });
};

const inner: Rule = (ctx, node: ts.AsExpression, env) => ctx.evaluate(node.expression, env);
const asFunction: Rule = (_ctx, node: FunctionNode, env) => [{ kind: 'function', node, env }];

/** Evaluation rules by kind of expression. Other kinds are unknown. */
export const RULES: ReadonlyMap<ts.SyntaxKind, Rule> = new Map<ts.SyntaxKind, Rule>([
  [ts.SyntaxKind.StringLiteral, (_ctx, node: ts.StringLiteral) => evaluateString(node)],
  [
    ts.SyntaxKind.NoSubstitutionTemplateLiteral,
    (_ctx, node: ts.NoSubstitutionTemplateLiteral) => evaluateString(node),
  ],
  [ts.SyntaxKind.TemplateExpression, evaluateTemplate],
  // A tagged template with a URL is its pieces, joined, with encoded values.
  [
    ts.SyntaxKind.TaggedTemplateExpression,
    (ctx, node: ts.TaggedTemplateExpression, env) => ctx.evaluate(node.template, env),
  ],
  [ts.SyntaxKind.BinaryExpression, evaluateBinary],
  [ts.SyntaxKind.ConditionalExpression, evaluateConditional],
  [ts.SyntaxKind.Identifier, evaluateName],
  [
    ts.SyntaxKind.PropertyAccessExpression,
    (ctx, node: ts.PropertyAccessExpression, env) =>
      (isOwnField(node) ? assumedFor(env, node) : undefined) ??
      ctx
        .evaluate(node.expression, env)
        .flatMap((val) => ctx.property(val, node.name.text, node.name, node.questionDotToken !== undefined)),
  ],
  [ts.SyntaxKind.ElementAccessExpression, evaluateElementAccess],
  [ts.SyntaxKind.ObjectLiteralExpression, evaluateObject],
  [ts.SyntaxKind.ArrayLiteralExpression, evaluateArray],
  [ts.SyntaxKind.CallExpression, evaluateCall],
  [ts.SyntaxKind.NewExpression, evaluateNew],
  [ts.SyntaxKind.ThisKeyword, thisValues],
  [ts.SyntaxKind.MetaProperty, evaluateMeta],
  [
    ts.SyntaxKind.SuperKeyword,
    (ctx, node: ts.Node, env) =>
      thisValues(ctx, node, env).flatMap((val) => {
        if (val.kind !== 'instance') return unknown();
        const base = superclassOf(ctx, val.node);
        if (base) return [{ kind: 'instance', node: base, env, open: false } as const];
        const { parent } = node;
        const asked = ts.isPropertyAccessExpression(parent) ? parent.name.text : '';
        return clientExtended(ctx, classChain(ctx, val.node), val, asked) ?? unknown();
      }),
  ],
  [ts.SyntaxKind.ArrowFunction, asFunction],
  [ts.SyntaxKind.FunctionExpression, asFunction],
  [ts.SyntaxKind.FunctionDeclaration, asFunction],
  [ts.SyntaxKind.ClassExpression, (_ctx, node: ts.ClassExpression) => [{ kind: 'class', node }]],
  [ts.SyntaxKind.ClassDeclaration, (_ctx, node: ts.ClassDeclaration) => [{ kind: 'class', node }]],
  [ts.SyntaxKind.EnumDeclaration, (ctx, node: ts.EnumDeclaration) => evaluateEnum(ctx, node)],
  [ts.SyntaxKind.SpreadElement, inner],
  [ts.SyntaxKind.AwaitExpression, inner],
  [ts.SyntaxKind.YieldExpression, awaitedAt],
  [ts.SyntaxKind.ParenthesizedExpression, inner],
  [ts.SyntaxKind.AsExpression, inner],
  [ts.SyntaxKind.SatisfiesExpression, inner],
  [ts.SyntaxKind.NonNullExpression, inner],
  [ts.SyntaxKind.TypeAssertionExpression, inner],
  [ts.SyntaxKind.NumericLiteral, (_ctx, node: ts.NumericLiteral) => primitive(Number(node.text), node)],
  [ts.SyntaxKind.TrueKeyword, (_ctx, node: ts.Node) => primitive(true, node)],
  [ts.SyntaxKind.FalseKeyword, (_ctx, node: ts.Node) => primitive(false, node)],
  [ts.SyntaxKind.NullKeyword, (_ctx, node: ts.Node) => primitive(null, node)],
  [ts.SyntaxKind.VoidExpression, (_ctx, node: ts.Node) => primitive(undefined, node)],
]);
