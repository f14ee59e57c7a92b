import { EQUALITY } from '../syntax/operators.ts';
import { exactValue, entryNamed } from '../../../model/index.ts';
import type { HeaderTest } from '../../../model/index.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx } from '../evaluate/values.ts';

/** Header test with the node that states the expected value. */
export interface LocatedTest extends HeaderTest {
  readonly node: ts.Node;
}

export const isEquality = ({ operatorToken }: ts.BinaryExpression): boolean =>
  EQUALITY.has(operatorToken.kind);

const METHODS: Readonly<Record<string, HeaderTest['how']>> = {
  startsWith: 'begins',
  includes: 'contains',
  indexOf: 'contains',
  match: 'contains',
  search: 'contains',
};

/** Maximum length of patterns that are run; nested repetitions are not run either, as they might not terminate. */
const MAX_PATTERN_LENGTH = 200;
const NESTED = /[+*}]\)?[+*{]|[+*}][^()]*\)[+*{]/;

/** Regular expression that is plain text, `/^application\/json/`, or one that can be run on a value. */
const ofPattern = (node: ts.RegularExpressionLiteral): readonly LocatedTest[] => {
  const [, anchor, body] = /^\/(\^?)((?:\\[/.+-]|[\w/ -])+)(?:\\b)?\/[a-z]*$/.exec(node.text) ?? [];
  if (body !== undefined) {
    const value = body.replaceAll('\\', '').toLowerCase();
    return [{ node, how: anchor === '^' ? 'begins' : 'contains', value }];
  }
  if (node.text.length > MAX_PATTERN_LENGTH || NESTED.test(node.text)) return [];
  return [{ node, how: 'matches', value: node.text.slice(1, node.text.lastIndexOf('/')) }];
};

/** Initializer of a constant, without assertions: the pattern of `const JSON_TYPE = /json/i`. */
const declaredValue = (node: ts.Expression): ts.Expression => {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return declaredValue(node.expression);
  if (!ts.isIdentifier(node)) return node;
  const parent = declarationOf(node.text, node)?.parent;
  const value = parent && ts.isVariableDeclaration(parent) ? parent.initializer : undefined;
  return value && (ts.getCombinedNodeFlags(parent!) & ts.NodeFlags.Const) !== 0 ? declaredValue(value) : node;
};

/** Expected value in a test: a text, a regular expression, or a constant that holds one. */
export const expectedValue = (
  ctx: Ctx,
  node: ts.Expression | undefined,
  how: HeaderTest['how'],
): readonly LocatedTest[] => {
  if (node === undefined) return [];
  const pattern = declaredValue(node);
  if (ts.isRegularExpressionLiteral(pattern)) return ofPattern(pattern);
  return ctx.evaluate(node, undefined).flatMap((val): LocatedTest[] => {
    const value = val.kind === 'text' ? exactValue(val.text) : undefined;
    return value === undefined ? [] : [{ node, how, value: value.trim().toLowerCase() }];
  });
};

/** Values that an expression is compared with, in the usual spellings. */
export const testsAt = (ctx: Ctx, look: ts.Expression): readonly LocatedTest[] => {
  const { parent } = look;
  if (ts.isBinaryExpression(parent) && isEquality(parent))
    return expectedValue(ctx, parent.left === look ? parent.right : parent.left, 'equals');
  if (ts.isSwitchStatement(parent))
    return parent.caseBlock.clauses.flatMap((clause) =>
      ts.isCaseClause(clause) ? expectedValue(ctx, clause.expression, 'equals') : [],
    );
  if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent)) {
    const how = entryNamed(METHODS, parent.name.text);
    return how === undefined ? [] : expectedValue(ctx, parent.parent.arguments[0], how);
  }
  return ts.isCallExpression(parent) ? testsOfArgument(ctx, look, parent) : [];
};

/** Elements of `['a', 'b']` and `new Set(['a', 'b'])`. */
const elementsOf = (list: ts.Expression): readonly ts.Expression[] => {
  if (ts.isArrayLiteralExpression(list)) return list.elements;
  const [given] = (ts.isNewExpression(list) && list.arguments) || [];
  return given && ts.isArrayLiteralExpression(given) ? given.elements : [];
};

/** `/^application\/json/.test(value)`, `['application/json'].includes(value)`, `TYPES.has(value)`. */
const testsOfArgument = (ctx: Ctx, look: ts.Expression, call: ts.CallExpression): readonly LocatedTest[] => {
  if (call.arguments[0] !== look || !ts.isPropertyAccessExpression(call.expression)) return [];
  const { name } = call.expression;
  const receiver = declaredValue(call.expression.expression);
  if (/^(?:test|exec)$/.test(name.text) && ts.isRegularExpressionLiteral(receiver))
    return ofPattern(receiver);
  if (!/^(?:includes|indexOf|has)$/.test(name.text)) return [];
  return elementsOf(receiver).flatMap((element) => expectedValue(ctx, element, 'equals'));
};
