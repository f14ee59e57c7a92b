import { dottedName, loweredFile } from '../syntax/dialect.ts';
import { wholeExpression } from '../syntax/literals.ts';
import { isMention } from '../syntax/mentions.ts';
import { nameReferences } from '../syntax/name-references.ts';
import { COMPARISONS } from '../syntax/operators.ts';
import { ts } from '../syntax/tree.ts';
import { isTest } from '../project/test-files.ts';
import type { Ctx } from '../evaluate/values.ts';

const MOCKS =
  /^(nock|msw|axios-mock-adapter|fetch-mock|fetch-mock-jest|jest-fetch-mock|vitest-fetch-mock|undici|mockttp|py:(?:responses|requests_mock|respx|httpretty|aioresponses|pook|pytest_httpx|mocket)(?:\..+)?)$/;
/** Names of pytest fixtures that mock a service. */
const FIXTURES = /^(?:requests_mock|respx_mock|httpx_mock|aioresponses|mocked_responses|rsps)$/;
/** Names of mocking functions, for when the mocking package itself is unknown. */
const STANDS_IN =
  /^(nock|stub_request|a_request|intercept|onGet|onPost|onPut|onPatch|onDelete|onAny|mockImplementation|when)$/;
const ASSERTS =
  /^(toBe|toEqual|toStrictEqual|toMatchObject|toHaveBeen\w*CalledWith|toBeCalledWith|calledWith|calledOnceWith|calledOnceWithExactly|calledWithExactly|calledWithMatch|equal|strictEqual|deepEqual|deepStrictEqual|is|same|include|eql|deep\.equal)$/;
const ASSERTERS = /^(expect|assert|should|sinon|t|chai)\b/;

/** Root expression of a chain of calls and accesses. */
export const rootOf = (node: ts.Expression): ts.Expression => {
  let at = node;
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at) || ts.isAwaitExpression(at))
    at = at.expression;
  return at;
};

/** Last name of a callee. */
export const lastNameOf = (callee: ts.Expression): string =>
  ts.isPropertyAccessExpression(callee) ? callee.name.text : dottedName(callee);

const isOfMock = (ctx: Ctx, node: ts.Expression): boolean =>
  ctx.evaluate(node, undefined).some((val) => val.kind === 'external' && MOCKS.test(val.module));

/** True for a call that mocks the service in a test, also on the result of a function: `scope().get('/groups')`. */
export const isMock = (ctx: Ctx, call: ts.CallExpression): boolean => {
  const { expression: callee } = call;
  if (STANDS_IN.test(lastNameOf(callee))) return true;
  const root = rootOf(callee);
  if (FIXTURES.test(dottedName(root)) && loweredFile(root)) return true;
  if (isOfMock(ctx, root)) return true;
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isCallExpression(callee.expression) &&
    isTest(call.getSourceFile().fileName) &&
    isOfMock(ctx, callee.expression)
  );
};

/** `mock.assert_called_once_with(…)`, `self.assertEqual(…)` of unittest. */
const UNITTEST = /^assert(?:[A-Z]\w*|_(?:called|any|has|awaited)\w*)$/;

/** True for a call that compares a result with what a test expects. */
export const isAssertion = ({ expression }: ts.CallExpression): boolean =>
  UNITTEST.test(lastNameOf(expression)) ||
  (ASSERTS.test(lastNameOf(expression)) && ASSERTERS.test(rootOf(expression).getText()));

/** Enclosing call of a literal, also from deep inside an object or list. */
const callAround = (node: ts.Node): ts.CallExpression | undefined => {
  let at = node;
  while (
    ts.isPropertyAssignment(at.parent) ||
    ts.isObjectLiteralExpression(at.parent) ||
    ts.isArrayLiteralExpression(at.parent)
  )
    at = at.parent;
  const { parent } = at;
  return ts.isCallExpression(parent) && parent.expression !== at ? parent : undefined;
};

/** True in a test's `assert request.url == URL` of Python, or `assert(request.url === URL)`. */
export const isAsserted = ({ parent }: ts.Node): boolean => {
  if (!ts.isBinaryExpression(parent) || !COMPARISONS.has(parent.operatorToken.kind)) return false;
  const around = parent.parent;
  return ts.isExpressionStatement(around)
    ? loweredFile(around) !== undefined && isTest(around.getSourceFile().fileName)
    : ts.isCallExpression(around) && /^assert\b/.test(rootOf(around.expression).getText());
};

/** Files of tests by their own name, which other files do not import. */
const NEVER_IMPORTED =
  /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)test_[^/]*\.py$|_test\.(?:py|go|rb|lua)$|_spec\.(?:rb|lua)$|[^/]Tests?\.\w+$/;

/** True for a variable that no other file can import. */
const isOfFile = (name: ts.Identifier): boolean => {
  const file = name.getSourceFile();
  if (NEVER_IMPORTED.test(file.fileName)) return true;
  const statement = ts.findAncestor(name, ts.isVariableStatement);
  const isExported = statement?.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  return (
    !loweredFile(file) && !isExported && !nameReferences(name).some((use) => ts.isExportSpecifier(use.parent))
  );
};

/** Variable of one file that an expression is the value of. */
const variableOf = ({ parent }: ts.Node): ts.Identifier | undefined => {
  const isSeen = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name);
  return isSeen && isOfFile(parent.name) ? parent.name : undefined;
};

/** Maximum number of variables between a URL and a mock. */
const MAX_DEPTH = 4;

/** The uses of a variable that decide what it is for. */
const tellingUses = (variable: ts.Identifier): readonly ts.Identifier[] =>
  nameReferences(variable).filter((use) => !isMention(use) && !ts.isExportSpecifier(use.parent));

const follows = (ctx: Ctx, node: ts.Node, depth: number): boolean => {
  const call = callAround(node);
  if (call !== undefined) return isAssertion(call) || isMock(ctx, call);
  if (isAsserted(node)) return true;
  const variable = depth < MAX_DEPTH ? variableOf(node) : undefined;
  const uses = variable === undefined ? [] : tellingUses(variable);
  return uses.length > 0 && uses.every((use) => follows(ctx, wholeExpression(use), depth + 1));
};

/**
 * True for a URL in a mock or an assertion of a test, or in a variable of a test that is used in these only: it has to
 * equal what the code under test sends.
 */
export const followsCode = (ctx: Ctx, node: ts.Node): boolean => follows(ctx, node, 0);
