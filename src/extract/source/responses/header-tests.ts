import { dottedName, loweredFile } from '../syntax/dialect.ts';
import type { HeaderTestFact } from '../../../model/index.ts';
import { contextsOf } from '../requests/callers/call-contexts.ts';
import { HEADER, takenFrom } from './header-values.ts';
import { declarationOf } from '../syntax/scope.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { expectedValue } from './header-forms.ts';
import type { LocatedTest } from './header-forms.ts';
import { usesOfHeader } from './header-uses.ts';
import type { ReadSearch } from './reads.ts';
import { isResponseOfAny } from './server-handlers.ts';
import { requestId } from '../requests/requests.ts';
import { placeOf, slotOfString } from '../syntax/slots.ts';
import type { ResponseValue, Env } from '../evaluate/values.ts';

/** Response whose headers a receiver returns: `r` of `r.headers()` and `await r.allHeaders()`. */
const givingHeaders = (receiver: ts.Expression): ts.Expression => {
  if (ts.isParenthesizedExpression(receiver) || ts.isAwaitExpression(receiver))
    return givingHeaders(receiver.expression);
  if (ts.isIdentifier(receiver)) {
    const parent = declarationOf(receiver.text, receiver)?.parent;
    const value = parent && ts.isVariableDeclaration(parent) ? parent.initializer : undefined;
    const given = value && givingHeaders(value);
    return given === undefined || given === value ? receiver : given;
  }
  const callee = ts.isCallExpression(receiver) ? receiver.expression : undefined;
  return callee && ts.isPropertyAccessExpression(callee) && /^(?:all|get)?headers$/i.test(callee.name.text)
    ? callee.expression
    : receiver;
};

const answersAt = (
  node: ts.Expression,
  { ctx, graph, functionsPassed }: ReadSearch,
): readonly ResponseValue[] => {
  const receiver = givingHeaders(node);
  const at = (env: Env | undefined) =>
    ctx
      .evaluate(receiver, env)
      .filter((val) => val.kind === 'response' && val.stage === 'response') as ResponseValue[];
  const own = at(undefined);
  return own.length > 0
    ? own
    : contextsOf(ctx, graph, (env) => ctx.evaluate(receiver, env), functionsPassed).flatMap(({ env }) =>
        at(env),
      );
};

/** Requests whose response this may be: a wrapper's own call represents all that are made through it. */
const requestsOf = (answers: readonly ResponseValue[], ids: readonly string[]): readonly string[] => {
  const own = new Set(answers.map(({ call }) => requestId(call, [])));
  return ids.filter((id) => own.has(id.split('<')[0]!));
};

/** Tests of one read of the header, and their function: there all of them are one decision. */
interface Decision {
  readonly tests: readonly LocatedTest[];
  readonly requests: readonly string[];
  /** True where only the response's origin is unknown. */
  readonly assumed: boolean;
  readonly within: ts.Node | undefined;
}

const REFUSED = /!\s*\(?[\w.]+\.ok\b|\bstatus(?:Code)?\s*(?:>=?\s*[234]\d\d|!==?\s*20\d)/;

/** True where only error responses reach: these have the same type before and after a migration. */
export const isAboutRefusals = (node: ts.Node): boolean =>
  ts.findAncestor(
    node,
    (at) =>
      at.parent !== undefined &&
      ts.isIfStatement(at.parent) &&
      at.parent.thenStatement === at &&
      REFUSED.test(dottedName(at.parent.expression)),
  ) !== undefined;

const unknownTest = (node: ts.Node): LocatedTest => ({ node, how: 'unknown', value: '' });

const decisionAt = (node: ts.Node, search: ReadSearch): Decision | undefined => {
  const receiver = takenFrom(node);
  if (receiver === undefined || isAboutRefusals(node)) return undefined;
  const { ctx, graph } = search;
  const { tests: seen, unknown } = usesOfHeader(ctx, graph, node as ts.Expression);
  const tests = [...seen, ...(loweredFile(node) ? [] : unknown.map(unknownTest))];
  if (tests.length === 0) return undefined;
  const answers = answersAt(receiver, search);
  const own = requestsOf(answers, search.ids);
  const assumed = answers.length === 0 && isResponseOfAny(receiver);
  const requests = assumed ? search.ids : own;
  if (requests.length === 0) return undefined;
  return { tests, requests, assumed, within: ts.findAncestor(node, ts.isFunctionLike) };
};

/** Calls of a chain before its last call: `api.get(…)`, `.set(…)` of `api.get(…).set(…).expect(…)`. */
const callsBefore = (call: ts.CallExpression): readonly ts.CallExpression[] => {
  const found: ts.CallExpression[] = [];
  let at: ts.Expression = call.expression;
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at)) {
    if (ts.isCallExpression(at)) found.push(at);
    at = at.expression;
  }
  return found;
};

/** `.expect('Content-Type', /json/)` after a request of supertest. */
const expectedAt = (call: ts.Node, { ctx, ids }: ReadSearch): Decision | undefined => {
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  const [name, value] = call.arguments;
  if (!value || !name || !ts.isStringLiteralLike(name) || name.text.toLowerCase() !== HEADER)
    return undefined;
  if (!/^(?:expect|expectHeader|assertHeader)$/.test(call.expression.name.text)) return undefined;
  const starts = new Set(callsBefore(call).map((before) => requestId(before, [])));
  const requests = ids.filter((id) => starts.has(id.split('<')[0]!));
  const tests = expectedValue(ctx, value, 'equals');
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

/** Comparisons in a file of the content type of a relevant request's response. */
export const headerTests = (file: ts.SourceFile, search: ReadSearch): readonly HeaderTestFact[] => {
  if (!/content-type/i.test(file.text)) return [];
  const { calls, accesses } = nodesOf(file);
  const found = [
    ...[...calls, ...accesses].flatMap((node) => decisionAt(node, search) ?? []),
    ...calls.flatMap((call) => expectedAt(call, search) ?? []),
  ];
  return found.flatMap((decision) => factsOf(decision, found));
};
