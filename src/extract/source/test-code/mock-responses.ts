import { dottedName } from '../syntax/dialect.ts';
import type { MockedName, NameFact } from '../../../model/index.ts';
import { isAssertion, isMock, lastNameOf, rootOf } from '../requests/test-addresses.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf } from '../syntax/slots.ts';
import type { Ctx, Value } from '../evaluate/values.ts';
import { isTest } from '../project/test-files.ts';
import { walk } from '../syntax/walk.ts';

/** Words of which every file with a mock contains at least one. */
const MOCKS =
  /\b(nock|msw|undici|mockttp|sinon|jest|vi|vitest|fetchMock|fetch-mock|axios-mock-adapter|MockAdapter|onGet|mock)\b/;
/** Calls that set the result of a mock function. */
const ANSWERS =
  /^(reply|replyOnce|mock(Resolved|Return)Value(Once)?|mockImplementation(Once)?|mockResponse(Once)?|mockResponseOnce|resolves|returns|callsFake|respondWith)$/;
/** Calls that create a mock function. */
const MAKES = /^(jest|vi|sinon|mock)\.(fn|stub|fake)$/;
const MAX_DEPTH = 12;
/** Names of properties in a text of JSON. */
const JSON_NAME = /"(\w+)"\s*:/g;

/** A client with its own mocks sends too: only results of its mocks are responses. */
const sendsToo = (ctx: Ctx, call: ts.CallExpression): boolean =>
  ctx
    .evaluate(rootOf(call.expression), undefined)
    .some((val) => val.kind === 'external' && val.module === 'undici');

const isAnswer = (ctx: Ctx, call: ts.CallExpression): boolean =>
  ANSWERS.test(lastNameOf(call.expression)) ||
  MAKES.test(dottedName(call.expression)) ||
  (isMock(ctx, call) && !sendsToo(ctx, call));

/** Members of mock responses, by name: the first occurrence of each. */
type Members = Map<string, ts.Node>;

const add = (members: Members, name: string, node: ts.Node): void => {
  if (!members.has(name)) members.set(name, node);
};

const addNames = (val: Value, members: Members, depth: number): void => {
  if (depth > MAX_DEPTH) return;
  if (val.kind === 'list')
    for (const item of val.items) for (const inner of item()) addNames(inner, members, depth + 1);
  if (val.kind !== 'object') return;
  for (const member of val.members) {
    add(members, member.name, member.nameNode);
    for (const inner of member.value()) addNames(inner, members, depth + 1);
  }
};

/** Adds the property names in a mock's argument, or in its result. */
const addWritten = (ctx: Ctx, argument: ts.Node, members: Members): void =>
  walk(argument, (node) => {
    if (ts.isObjectLiteralElementLike(node) && node.name && !ts.isComputedPropertyName(node.name))
      add(members, node.name.text, node.name);
    if (ts.isStringLiteralLike(node))
      for (const [, name] of node.text.matchAll(JSON_NAME)) add(members, name!, node);
    const isValue = ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent);
    if (isValue && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node))
      for (const val of ctx.evaluate(node, undefined)) addNames(val, members, 0);
    if (ts.isCallExpression(node) && dottedName(node.expression) === 'require')
      for (const val of ctx.evaluate(node, undefined)) addNames(val, members, 0);
  });

/** Properties of the mock responses in a test file, and where each is written. */
const mockedMembers = (ctx: Ctx, file: ts.SourceFile): Members => {
  const members: Members = new Map();
  if (!MOCKS.test(file.text)) return members;
  for (const call of nodesOf(file).calls)
    if (ts.isCallExpression(call) && isAnswer(ctx, call))
      for (const argument of call.arguments) addWritten(ctx, argument, members);
  return members;
};

/** Files that respond to requests of tests, in any folder. */
const SERVES = /['"](?:msw|nock)(?:\/\w+)?['"]/;

/** True for an argument that a test compares with a result, or gives to the code under test. */
const isGiven = (ctx: Ctx, call: ts.CallExpression): boolean =>
  isAssertion(call) ||
  ctx
    .evaluate(call.expression, undefined)
    .some((val) => val.kind === 'function' && !isTest(val.node.getSourceFile().fileName));

/** True for a node in what a test compares or gives to the code under test, at any depth. */
const isInside = (ctx: Ctx, node: ts.Node): boolean => {
  for (let at = node; at.parent && !ts.isBlock(at); at = at.parent)
    if (ts.isCallExpression(at.parent) && at.parent.expression !== at && isGiven(ctx, at.parent)) return true;
  return false;
};

/** Properties among `names` that a test file writes and that may be part of a response, however it is returned. */
const writtenMembers = (ctx: Ctx, file: ts.SourceFile, names: ReadonlySet<string>): Members => {
  const members: Members = new Map();
  const see = (name: string, node: ts.Node): void => {
    if (names.has(name) && !isInside(ctx, node)) add(members, name, node);
  };
  walk(file, (node) => {
    if (ts.isObjectLiteralElementLike(node) && node.name && !ts.isComputedPropertyName(node.name))
      see(node.name.text, node.name);
    if (ts.isStringLiteralLike(node)) for (const [, name] of node.text.matchAll(JSON_NAME)) see(name!, node);
  });
  return members;
};

/** Properties of mock responses in a test file, by name. */
export const mockedNames = (ctx: Ctx, file: ts.SourceFile): ReadonlyMap<string, MockedName> =>
  new Map(Array.from(mockedMembers(ctx, file), ([name, node]) => [name, { ...placeOf(node), name }]));

/** Properties among `names` in the mock responses of a test file; none where these have the new shape as well. */
export const mockFacts = (
  ctx: Ctx,
  file: ts.SourceFile,
  names: ReadonlySet<string>,
  successors: ReadonlySet<string>,
): readonly NameFact[] => {
  if (!isTest(file.fileName) && !SERVES.test(file.text)) return [];
  const mocked = mockedMembers(ctx, file);
  if ([...mocked.keys()].some((name) => successors.has(name))) return [];
  const isNamed = [...names].some((name) => file.text.includes(name));
  return [...new Map([...(isNamed ? writtenMembers(ctx, file, names) : []), ...mocked])]
    .filter(([name]) => names.has(name))
    .map(([name, node]) => ({ kind: 'name', origin: 'authored', ...placeOf(node), name, as: 'mocked' }));
};

/** True for a node inside an argument of a mock or an assertion of a test, at any depth. */
export const isOfTest = (ctx: Ctx, node: ts.Node): boolean => {
  for (let at = node; at.parent && !ts.isStatement(at); at = at.parent) {
    const call = at.parent;
    if (!ts.isCallExpression(call) || call.expression === at) continue;
    if (isAssertion(call) || isAnswer(ctx, call)) return true;
  }
  return false;
};
