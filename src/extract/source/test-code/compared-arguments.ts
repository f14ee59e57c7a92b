import { EQUALITY } from '../syntax/operators.ts';
import type { ComparisonFact, Text } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import { textOf } from '../evaluate/texts.ts';
import type { Ctx, ObjectValue, Value } from '../evaluate/values.ts';
import { isAssertion, lastNameOf } from '../requests/test-addresses.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { comparedHeaders } from './compared-headers.ts';
import { type ExpectedCall, expectedCalls } from './expected-calls.ts';
import { expectedRequest } from './expected-headers.ts';

// Assertions on the arguments or headers of a recorded call without its URL: one more header makes them fail.

/** Names of functions that send: `fetch`, `mockFetch`, `axios.post`, `session.request`. */
const SENDS = /(?:fetch|request|axios|got|ky|http\w*|urlopen|send|get|post|put|patch|delete|head)\W*$/i;
/** Options that only a request has. */
const OPTION = /^(?:headers|timeout|auth|params|json|data|body|method|verify|signal)$/;

const has = (object: ObjectValue, test: (name: string) => boolean): boolean =>
  object.members.some(({ name }) => test(name));

/** Value that an argument has to equal as a whole: `expect.objectContaining({ headers: { … } })` states its members. */
const stated = (
  ctx: Ctx,
  node: ts.Expression,
): { readonly val: Value; readonly isWhole: boolean } | undefined => {
  const isPartial = ts.isCallExpression(node) && lastNameOf(node.expression) === 'objectContaining';
  const [val, ...others] = ctx.evaluate(isPartial ? (node.arguments[0] ?? node) : node, undefined);
  return val && others.length === 0 ? { val, isWhole: !isPartial } : undefined;
};

const namesAccept = (headers: readonly Value[]): boolean =>
  headers.some((val) => val.kind !== 'object' || !val.complete || has(val, (name) => /^accept$/i.test(name)));

/** True for options that fail to equal those of a call with one more header. */
const excludes = (options: ObjectValue, isWhole: boolean, node: ts.Node): boolean => {
  if (!has(options, (name) => name === 'headers')) return isWhole && options.complete;
  return !namesAccept(propertyOfObject(options, 'headers', node));
};

const isRequestLike = ({ args, callee }: ExpectedCall, options: ObjectValue | undefined): boolean =>
  SENDS.test(callee) ||
  args.some(isKeywords) ||
  (options !== undefined && has(options, (name) => name === 'headers'));

/** True for an expected call without a URL that a call with one more header does not equal. */
const leavesNoRoom = (
  ctx: Ctx,
  expected: ExpectedCall,
  call: ts.CallExpression,
  isAddress: (text: Text) => boolean,
): boolean => {
  if (expectedRequest(ctx, call, expected, isAddress) !== undefined) return false;
  const all = expected.args.map((node) => ({ node, of: stated(ctx, node) }));
  const texts = all.flatMap(({ of }) => (of?.val.kind === 'text' ? [of.val] : []));
  if (texts.some((val) => isAddress(val.text) || flatten(textOf(val)).includes('://'))) return false;
  const [options] = all.flatMap(({ of }) =>
    of?.val.kind === 'object' && has(of.val, (name) => OPTION.test(name))
      ? [{ object: of.val, isWhole: of.isWhole }]
      : [],
  );
  return (
    options !== undefined &&
    isRequestLike(expected, options.object) &&
    excludes(options.object, options.isWhole, call)
  );
};

/** Call that a spy or mock recorded. */
const RECORDED =
  /\.mock\.(?:calls|lastCall)|\.(?:call_args|mock_calls|last_request|request_history)\b|\.(?:first|last)Call\b|\.getCall\(|\bcalls\[/;
/** Longest text of an access that is checked. */
const MAX_LENGTH = 200;

/** `get.call_args.kwargs`, `fetch.mock.calls[0][1].headers`: everything that was given. */
const isEverything = (node: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean => {
  if (!ts.isPropertyAccessExpression(node) || !/^(?:headers|kwargs)$/.test(node.name.text)) return false;
  return node.end - node.pos < MAX_LENGTH && RECORDED.test(node.getText());
};

const isCompared = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.expression !== node;
  return ts.isBinaryExpression(parent) && EQUALITY.has(parent.operatorToken.kind);
};

const factAt = (node: ts.Node, value: string): ComparisonFact => ({
  kind: 'comparison',
  origin: 'authored',
  ...placeOf(node),
  of: 'arguments',
  how: 'unknown',
  value,
});

/** Assertions of a test file that fail once a recorded call has one more header. */
export const comparedArguments = (
  ctx: Ctx,
  file: ts.SourceFile,
  isAddress: (text: Text) => boolean,
): readonly ComparisonFact[] => {
  const { calls, accesses } = nodesOf(file);
  const expected = calls.filter(ts.isCallExpression).flatMap((call) => {
    if (!isAssertion(call) && !/CalledWith|assert_/.test(lastNameOf(call.expression))) return [];
    const of = expectedCalls(call).find(({ open }) => open !== undefined);
    return of && leavesNoRoom(ctx, of, call, isAddress) ? [factAt(call, of.callee)] : [];
  });
  const whole = accesses.flatMap((node) => {
    if (ts.isBindingElement(node) || !isEverything(node) || !isCompared(node)) return [];
    const { parent } = node;
    const isExpected = ts.isCallExpression(parent) && comparedHeaders(ctx, parent, isAddress) !== undefined;
    return isExpected ? [] : [factAt(node, node.getText())];
  });
  return [...expected, ...whole];
};
