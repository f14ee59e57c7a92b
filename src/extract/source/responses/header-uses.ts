import { dottedName } from '../syntax/dialect.ts';
import type { CallGraph } from '../requests/callers/call-graph.ts';
import { isPrinted, isSearched } from '../syntax/mentions.ts';
import { referencesTo } from '../syntax/references.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, FunctionNode } from '../evaluate/values.ts';
import { assertedOf } from './header-assertions.ts';
import { isEquality, testsAt } from './header-forms.ts';
import type { LocatedTest } from './header-forms.ts';

/** Maximum number of positions one value is followed to; the remaining ones are not accounted for. */
const MAX_PLACES = 200;

/** Use of the value: passes it on, tests it, ignores it, or is unknown. */
type Use =
  | { readonly to: readonly ts.Expression[] }
  | { readonly tests: readonly LocatedTest[] }
  | 'end'
  | 'unknown';

/** All uses of a header's value. */
export interface HeaderUses {
  readonly tests: readonly LocatedTest[];
  /** Positions with unknown uses. */
  readonly unknown: readonly ts.Node[];
}

const to = (...nodes: readonly ts.Expression[]): Use => ({ to: nodes });

/** Methods that preserve the media type of a header. */
const KEEPS = /^(?:to(?:Locale)?(?:Lower|Upper)Case|trim(?:Start|End)?|toString|valueOf|at|shift)$/;
const KIND = ts.SyntaxKind;

const namesIn = (name: ts.BindingName): readonly ts.Identifier[] =>
  ts.isIdentifier(name)
    ? [name]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));

const usesOfName = (name: ts.BindingName): Use =>
  to(...namesIn(name).flatMap((each) => referencesTo(each, each.getSourceFile())));

const isNothing = (node: ts.Expression): boolean =>
  node.kind === KIND.NullKeyword ||
  (ts.isIdentifier(node) && node.text === 'undefined') ||
  (ts.isStringLiteralLike(node) && node.text === '');

const ofTests = (tests: readonly LocatedTest[] | undefined): Use =>
  tests === undefined || tests.length === 0 ? 'unknown' : { tests };

/** Follows the value of a header to all its uses. */
class HeaderFlow {
  readonly #ctx: Ctx;
  readonly #graph: CallGraph;

  constructor(ctx: Ctx, graph: CallGraph) {
    this.#ctx = ctx;
    this.#graph = graph;
  }

  use(node: ts.Expression): Use {
    const { parent } = node;
    if (
      ts.isParenthesizedExpression(parent) ||
      ts.isNonNullExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isSatisfiesExpression(parent) ||
      ts.isAwaitExpression(parent)
    )
      return to(parent);
    if (ts.isPropertyAccessExpression(parent)) return this.#byMember(parent, node);
    if (ts.isElementAccessExpression(parent))
      return parent.expression === node && ts.isNumericLiteral(parent.argumentExpression)
        ? to(parent)
        : 'unknown';
    if (ts.isBinaryExpression(parent)) return this.#byOperator(parent, node);
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return this.#byCall(parent, node);
    return this.#byStatement(parent, node);
  }

  #byStatement(parent: ts.Node, node: ts.Expression): Use {
    if (ts.isConditionalExpression(parent)) return parent.condition === node ? 'end' : to(parent);
    if (ts.isVariableDeclaration(parent)) return usesOfName(parent.name);
    if (ts.isTemplateSpan(parent)) return to(parent.parent);
    if (ts.isSwitchStatement(parent)) return ofTests(testsAt(this.#ctx, node));
    if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) return this.#byReturn(parent);
    if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) return to(parent.parent);
    if (ts.isArrayLiteralExpression(parent)) return to(parent);
    const isHarmless =
      ts.isIfStatement(parent) ||
      ts.isPrefixUnaryExpression(parent) ||
      ts.isTypeOfExpression(parent) ||
      ts.isExpressionStatement(parent) ||
      ts.isThrowStatement(parent) ||
      ts.isJsxExpression(parent);
    return isHarmless ? 'end' : 'unknown';
  }

  #byMember(access: ts.PropertyAccessExpression, node: ts.Expression): Use {
    const call = access.parent;
    if (access.name.text === 'length') return 'end';
    if (!ts.isCallExpression(call) || call.expression !== access) return 'unknown';
    const [given] = call.arguments;
    if (KEEPS.test(access.name.text)) return to(call);
    if (access.name.text === 'split')
      return given && ts.isStringLiteralLike(given) && /^[;,]\s*$/.test(given.text) ? to(call) : 'unknown';
    return ofTests(testsAt(this.#ctx, node));
  }

  #byOperator(operation: ts.BinaryExpression, node: ts.Expression): Use {
    const { left, right } = operation;
    const { kind } = operation.operatorToken;
    if (isEquality(operation))
      return isNothing(left === node ? right : left) ? 'end' : ofTests(testsAt(this.#ctx, node));
    if (kind === KIND.AmpersandAmpersandToken && left === node) return 'end';
    if (kind === KIND.EqualsToken) return left === node ? 'end' : this.#byAssignment(left);
    const goesOn =
      kind === KIND.QuestionQuestionToken ||
      kind === KIND.BarBarToken ||
      kind === KIND.PlusToken ||
      kind === KIND.AmpersandAmpersandToken;
    return goesOn ? to(operation) : 'unknown';
  }

  #byAssignment(target: ts.Expression): Use {
    const declared = ts.isIdentifier(target) && declarationOf(target.text, target);
    return declared && ts.isIdentifier(declared) ? usesOfName(declared) : 'unknown';
  }

  #byCall(call: ts.CallExpression | ts.NewExpression, node: ts.Expression): Use {
    if (call.expression === node) return 'unknown';
    if (isPrinted(call, node) && !isSearched(call, node)) return 'end';
    if (ts.isNewExpression(call)) return dottedName(call.expression).endsWith('Error') ? 'end' : 'unknown';
    const name = dottedName(call.expression);
    if (name === 'String') return to(call);
    if (name === 'Boolean') return 'end';
    const asserted = assertedOf(this.#ctx, node, call);
    if (asserted !== undefined) return asserted.length === 0 ? 'end' : { tests: asserted };
    const tests = testsAt(this.#ctx, node);
    return tests.length > 0 ? { tests } : this.#intoFunction(call, node);
  }

  #intoFunction(call: ts.CallExpression, node: ts.Expression): Use {
    const index = call.arguments.indexOf(node);
    const vals = this.#ctx.evaluate(call.expression, undefined);
    const functions = vals.filter((val) => val.kind === 'function');
    if (functions.length === 0 || functions.length < vals.length || index < 0) return 'unknown';
    const parameters = functions.map(({ node: { parameters: all } }) => all[index]);
    if (parameters.some((parameter) => parameter?.dotDotDotToken !== undefined)) return 'unknown';
    return to(
      ...parameters.flatMap((parameter) =>
        parameter ? namesIn(parameter.name).flatMap((each) => referencesTo(each, each.getSourceFile())) : [],
      ),
    );
  }

  /** A function's result is followed to its callers, and to the results of `then`. */
  #byReturn(from: ts.Node): Use {
    const fn = ts.isArrowFunction(from) ? from : ts.findAncestor(from, ts.isFunctionLike);
    if (fn === undefined) return 'unknown';
    const { parent } = fn;
    if (ts.isCallExpression(parent) && parent.expression !== fn)
      return dottedName(parent.expression).endsWith('.then') ? to(parent) : 'unknown';
    const callers = this.#graph.callersOf(fn as FunctionNode);
    return callers.length === 0 ? 'unknown' : to(...callers);
  }
}

/** Uses of a header's value, wherever it flows. */
export const usesOfHeader = (ctx: Ctx, graph: CallGraph, value: ts.Expression): HeaderUses => {
  const flow = new HeaderFlow(ctx, graph);
  const open: ts.Expression[] = [value];
  const seen = new Set<ts.Node>(open);
  const tests: LocatedTest[] = [];
  const unknown: ts.Node[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const use = seen.size > MAX_PLACES ? 'unknown' : flow.use(node);
    if (use === 'unknown') unknown.push(node);
    else if (use !== 'end' && 'tests' in use) tests.push(...use.tests);
    else if (use !== 'end') {
      const next = use.to.filter((each) => !seen.has(each));
      for (const each of next) seen.add(each);
      open.push(...next);
    }
  }
  return { tests: [...new Map(tests.map((test) => [test.node, test])).values()], unknown };
};
