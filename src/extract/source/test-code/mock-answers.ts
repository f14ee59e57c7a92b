import { isAssertion, isMock, nameOf, rootOf } from '../requests/test-addresses.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/parse.ts';
import type { Ctx, Val } from '../evaluate/values.ts';
import { walk } from '../syntax/walk.ts';

/** A file without any of these words holds no mock. */
const MOCKS =
  /\b(nock|msw|undici|mockttp|sinon|jest|vi|vitest|fetchMock|fetch-mock|axios-mock-adapter|MockAdapter|onGet|mock)\b/;
/** Calls that say what a function of a test gives back. */
const ANSWERS =
  /^(reply|replyOnce|mock(Resolved|Return)Value(Once)?|mockImplementation(Once)?|mockResponse(Once)?|mockResponseOnce|resolves|returns|callsFake|respondWith)$/;
/** Calls that make a function of a test. */
const MAKES = /^(jest|vi|sinon|mock)\.(fn|stub|fake)$/;
const DEEPEST = 12;

/** A client that has mocks of its own sends too: only what its mocks give is an answer. */
const sendsToo = (ctx: Ctx, call: ts.CallExpression): boolean =>
  ctx
    .evaluate(rootOf(call.expression), undefined)
    .some((val) => val.kind === 'external' && val.module === 'undici');

const isAnswer = (ctx: Ctx, call: ts.CallExpression): boolean =>
  ANSWERS.test(nameOf(call.expression)) ||
  MAKES.test(call.expression.getText()) ||
  (isMock(ctx, call) && !sendsToo(ctx, call));

const addNames = (val: Val, names: Set<string>, depth: number): void => {
  if (depth > DEEPEST) return;
  if (val.kind === 'list')
    for (const item of val.items) for (const inner of item()) addNames(inner, names, depth + 1);
  if (val.kind !== 'object') return;
  for (const member of val.members) {
    names.add(member.name);
    for (const inner of member.value()) addNames(inner, names, depth + 1);
  }
};

/** Names of the properties in what an argument of a mock is, or gives back. */
const addWritten = (ctx: Ctx, argument: ts.Node, names: Set<string>): void =>
  walk(argument, (node) => {
    if (ts.isObjectLiteralElementLike(node) && node.name && !ts.isComputedPropertyName(node.name))
      names.add(node.name.text);
    if (ts.isStringLiteralLike(node))
      for (const [, name] of node.text.matchAll(/"(\w+)"\s*:/g)) names.add(name!);
    const isValue = ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent);
    if (isValue && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node))
      for (const val of ctx.evaluate(node, undefined)) addNames(val, names, 0);
  });

/** Names of the properties that the mocks of a test file answer with. */
export const mockedNames = (ctx: Ctx, file: ts.SourceFile): ReadonlySet<string> => {
  const names = new Set<string>();
  if (!MOCKS.test(file.text)) return names;
  for (const call of nodesOf(file).calls)
    if (ts.isCallExpression(call) && isAnswer(ctx, call))
      for (const argument of call.arguments) addWritten(ctx, argument, names);
  return names;
};

/** True for what is written, at any depth, in an argument of a mock or an assertion of a test. */
export const isOfTest = (ctx: Ctx, node: ts.Node): boolean => {
  for (let at = node; at.parent && !ts.isStatement(at); at = at.parent) {
    const call = at.parent;
    if (!ts.isCallExpression(call) || call.expression === at) continue;
    if (isAssertion(call) || isAnswer(ctx, call)) return true;
  }
  return false;
};
