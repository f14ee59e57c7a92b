import { dottedName } from '../syntax/dialect.ts';
import type { HeaderTest, HeaderTestFact } from '../../../model/index.ts';
import { exactValue } from '../../../model/index.ts';
import { contextsOf } from '../requests/callers/call-contexts.ts';
import { HEADER, looks, takenFrom } from '../requests/header-values.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import type { ReadSearch } from './reads.ts';
import { isResponseOfAny } from './server-handlers.ts';
import { requestId } from '../requests/requests.ts';
import { placeOf, slotOfString } from '../syntax/slots.ts';
import type { AnswerVal, Ctx, Env } from '../evaluate/values.ts';

const EQUALS = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

const METHODS: Readonly<Record<string, HeaderTest['how']>> = {
  startsWith: 'begins',
  includes: 'contains',
  indexOf: 'contains',
  match: 'contains',
  search: 'contains',
};

/** A test with the node that says what is looked for. */
interface Written extends HeaderTest {
  readonly node: ts.Node;
}

/** A regular expression that is plain text: `/^application\/json/`. */
const plainPattern = (node: ts.RegularExpressionLiteral): Written | undefined => {
  const [, anchor, body] = /^\/(\^?)((?:\\[/.+-]|[\w/ -])+)(?:\\b)?\/[a-z]*$/.exec(node.text) ?? [];
  if (body === undefined) return undefined;
  return {
    node,
    how: anchor === '^' ? 'begins' : 'contains',
    value: body.replaceAll('\\', '').toLowerCase(),
  };
};

const written = (ctx: Ctx, node: ts.Node | undefined, how: HeaderTest['how']): readonly Written[] => {
  if (node === undefined) return [];
  if (ts.isRegularExpressionLiteral(node)) return [plainPattern(node) ?? []].flat();
  return ctx.evaluate(node, undefined).flatMap((val): Written[] => {
    const value = val.kind === 'text' ? exactValue(val.text) : undefined;
    return value === undefined ? [] : [{ node, how, value: value.trim().toLowerCase() }];
  });
};

/** What a place compares the value with, in the ways that people write it. */
export const testsAt = (ctx: Ctx, look: ts.Expression): readonly Written[] => {
  const { parent } = look;
  if (ts.isBinaryExpression(parent) && EQUALS.has(parent.operatorToken.kind))
    return written(ctx, parent.left === look ? parent.right : parent.left, 'equals');
  if (ts.isSwitchStatement(parent))
    return parent.caseBlock.clauses.flatMap((clause) =>
      ts.isCaseClause(clause) ? written(ctx, clause.expression, 'equals') : [],
    );
  if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent)) {
    const how = METHODS[parent.name.text];
    return how === undefined ? [] : written(ctx, parent.parent.arguments[0], how);
  }
  return ts.isCallExpression(parent) ? testsOfArgument(ctx, look, parent) : [];
};

/** `/^application\/json/.test(value)`, `['application/json'].includes(value)`. */
const testsOfArgument = (ctx: Ctx, look: ts.Expression, call: ts.CallExpression): readonly Written[] => {
  if (call.arguments[0] !== look || !ts.isPropertyAccessExpression(call.expression)) return [];
  const { name, expression } = call.expression;
  if (name.text === 'test' && ts.isRegularExpressionLiteral(expression))
    return written(ctx, expression, 'contains');
  const isList = name.text === 'includes' && ts.isArrayLiteralExpression(expression);
  return isList ? expression.elements.flatMap((element) => written(ctx, element, 'equals')) : [];
};

const answersAt = (receiver: ts.Expression, { ctx, graph }: ReadSearch): readonly AnswerVal[] => {
  const at = (env: Env | undefined) =>
    ctx
      .evaluate(receiver, env)
      .filter((val) => val.kind === 'answer' && val.stage === 'response') as AnswerVal[];
  const own = at(undefined);
  return own.length > 0
    ? own
    : contextsOf(ctx, graph, (env) => ctx.evaluate(receiver, env)).flatMap(({ env }) => at(env));
};

/** Requests whose answer this may be: a wrapper's own call stands for all that are made through it. */
const requestsOf = (answers: readonly AnswerVal[], ids: readonly string[]): readonly string[] => {
  const own = new Set(answers.map(({ call }) => requestId(call, [])));
  return ids.filter((id) => own.has(id.split('<')[0]!));
};

/** The tests of one taking of the header, and the function that they stand in: there all of them are one decision. */
interface Decision {
  readonly tests: readonly Written[];
  readonly requests: readonly string[];
  /** True where it is only not known whose answer it is. */
  readonly assumed: boolean;
  readonly within: ts.Node | undefined;
}

const REFUSED = /!\s*\(?[\w.]+\.ok\b|\bstatus(?:Code)?\s*(?:>=?\s*[234]\d\d|!==?\s*20\d)/;

/** True where only answers that refuse the request get: those have the same type on both sides of a migration. */
export const isAboutRefusals = (node: ts.Node): boolean =>
  ts.findAncestor(
    node,
    (at) =>
      at.parent !== undefined &&
      ts.isIfStatement(at.parent) &&
      at.parent.thenStatement === at &&
      REFUSED.test(dottedName(at.parent.expression)),
  ) !== undefined;

const decisionAt = (node: ts.Node, search: ReadSearch): Decision | undefined => {
  const receiver = takenFrom(node);
  if (receiver === undefined || isAboutRefusals(node)) return undefined;
  const tests = looks(node as ts.Expression).flatMap((look) => testsAt(search.ctx, look));
  if (tests.length === 0) return undefined;
  const answers = answersAt(receiver, search);
  const own = requestsOf(answers, search.ids);
  const assumed = answers.length === 0 && isResponseOfAny(receiver);
  const requests = assumed ? search.ids : own;
  if (requests.length === 0) return undefined;
  return { tests, requests, assumed, within: ts.findAncestor(node, ts.isFunctionLike) };
};

/** The calls of a chain that a call ends: `api.get(…)`, `.set(…)` of `api.get(…).set(…).expect(…)`. */
const callsBefore = (call: ts.CallExpression): readonly ts.CallExpression[] => {
  const found: ts.CallExpression[] = [];
  let at: ts.Expression = call.expression;
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at)) {
    if (ts.isCallExpression(at)) found.push(at);
    at = at.expression;
  }
  return found;
};

/** `.expect('Content-Type', /json/)` behind a request of supertest. */
const expectedAt = (call: ts.Node, { ctx, ids }: ReadSearch): Decision | undefined => {
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  const [name, value] = call.arguments;
  if (!value || !name || !ts.isStringLiteralLike(name) || name.text.toLowerCase() !== HEADER)
    return undefined;
  if (!/^(?:expect|expectHeader|assertHeader)$/.test(call.expression.name.text)) return undefined;
  const starts = new Set(callsBefore(call).map((before) => requestId(before, [])));
  const requests = ids.filter((id) => starts.has(id.split('<')[0]!));
  const tests = written(ctx, value, 'equals');
  return requests.length === 0 || tests.length === 0
    ? undefined
    : { tests, requests, assumed: false, within: call };
};

const factsOf = (
  { tests, requests, assumed, within }: Decision,
  all: readonly Decision[],
): readonly HeaderTestFact[] => {
  const together = all.filter((other) => other.within === within).flatMap((other) => other.tests);
  return tests.map(({ node, how, value }) => ({
    kind: 'header-test',
    ...placeOf(node),
    origin: 'authored',
    requests,
    header: HEADER,
    ...(assumed && { assumed }),
    how,
    value,
    slot: ts.isStringLiteralLike(node) ? slotOfString(node) : undefined,
    besides: together
      .filter((other) => other.node !== node)
      .map((other) => ({ how: other.how, value: other.value })),
  }));
};

/** Places where the file's code compares the content type of the answer of a request that counts. */
export const headerTests = (file: ts.SourceFile, search: ReadSearch): readonly HeaderTestFact[] => {
  if (!/content-type/i.test(file.text)) return [];
  const { calls, accesses } = nodesOf(file);
  const found = [
    ...[...calls, ...accesses].flatMap((node) => decisionAt(node, search) ?? []),
    ...calls.flatMap((call) => expectedAt(call, search) ?? []),
  ];
  return found.flatMap((decision) => factsOf(decision, found));
};
