import { dottedName } from '../syntax/dialect.ts';
import { isAssertion, lastNameOf } from '../requests/test-addresses.ts';
import { ts } from '../syntax/tree.ts';

/** Call that a test expects of a function. */
export interface ExpectedCall {
  readonly args: readonly ts.Expression[];
  /** Source text of the asserted function: `axios.get`. */
  readonly callee: string;
  /** Call whose last arguments are `args`, where another one can be inserted. */
  readonly open: ts.CallExpression | undefined;
}

const CALLED_WITH =
  /^(toHaveBeen\w*CalledWith|toBeCalledWith|lastCalledWith|nthCalledWith|called(Once)?With(Exactly|Match)?|alwaysCalledWith|assert_(?:called|called_once|any_call|awaited|awaited_once)(?:_with)?)$/;
/** Assertions that ignore additional arguments. */
const LENIENT = /^(calledWith|calledOnceWith|calledWithMatch|alwaysCalledWith)$/;

/** Number of arguments before those of the asserted function: the call's index, or the spy itself. */
const offsetOf = (call: ts.CallExpression, name: string): number => {
  if (/nth/i.test(name)) return 1;
  return /^sinon\.assert\b/.test(dottedName(call.expression)) ? 1 : 0;
};

/** First argument of `expect(…)` or of `sinon.assert.calledWith(…)`. */
const subjectOf = (call: ts.CallExpression, offset: number): string => {
  if (offset === 1 && call.arguments[0] && !ts.isNumericLiteral(call.arguments[0]))
    return call.arguments[0].getText();
  let at: ts.Expression = call.expression;
  while (ts.isPropertyAccessExpression(at)) at = at.expression;
  return ts.isCallExpression(at) ? (at.arguments[0]?.getText() ?? '') : at.getText();
};

const calledWith = (call: ts.CallExpression, name: string): ExpectedCall => {
  const offset = offsetOf(call, name);
  const args = call.arguments.slice(offset);
  const open = LENIENT.test(name) || args.length === 0 ? undefined : call;
  return { args, callee: subjectOf(call, offset), open };
};

/** `toEqual([url, options])`, `toEqual({ url, headers })`: arguments of a call, or its only options object. */
const compared = (call: ts.CallExpression): readonly ExpectedCall[] => {
  const callee = subjectOf(call, 0);
  return call.arguments.flatMap((argument): readonly ExpectedCall[] => {
    if (ts.isArrayLiteralExpression(argument)) return [{ args: argument.elements, callee, open: undefined }];
    return ts.isObjectLiteralExpression(argument) ? [{ args: [argument], callee, open: undefined }] : [];
  });
};

/** Calls that a test's assertion expects. */
export const expectedCalls = (call: ts.CallExpression): readonly ExpectedCall[] => {
  const name = lastNameOf(call.expression);
  if (CALLED_WITH.test(name)) return [calledWith(call, name)];
  return isAssertion(call) ? compared(call) : [];
};
