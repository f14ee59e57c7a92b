import type { HeaderTest } from '../../../model/index.ts';
import { lastNameOf, rootOf } from '../requests/test-addresses.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx } from '../evaluate/values.ts';
import { expectedValue } from './header-forms.ts';
import type { LocatedTest } from './header-forms.ts';

const HOWS: readonly (readonly [RegExp, HeaderTest['how']])[] = [
  [/^(?:toBe|to(?:Strict)?Equal|(?:deep)?(?:strict)?equals?|eql?|is|same)$/i, 'equals'],
  [/^(?:toContain|toMatch|includes?|contains?|match(?:es)?|string|regex)$/, 'contains'],
  [/^(?:toStartWith|startsWith)$/, 'begins'],
];

/** Assertions that only test for presence. */
const EXISTS =
  /^(?:toBe(?:Defined|Undefined|Null|Truthy|Falsy|TypeOf)|exists?|ok|isOk|an?|undefined|null|truthy|isString|isDefined|assert)$/;

/** `expect.stringContaining('json')` */
const ofMatcher = (ctx: Ctx, value: ts.Expression, how: HeaderTest['how']): readonly LocatedTest[] => {
  if (!ts.isCallExpression(value)) return expectedValue(ctx, value, how);
  const isSearch = /^string(?:Containing|Matching)$/.test(lastNameOf(value.expression));
  return isSearch ? expectedValue(ctx, value.arguments[0], 'contains') : [];
};

/** Expectation of an assertion on a value, by the assertion's name; `undefined` where that is unknown. */
const expected = (
  ctx: Ctx,
  name: string,
  value: ts.Expression | undefined,
): readonly LocatedTest[] | undefined => {
  const how = HOWS.find(([names]) => names.test(name))?.[1];
  if (how === undefined || value === undefined) return EXISTS.test(name) ? [] : undefined;
  const tests = ofMatcher(ctx, value, how);
  return tests.length === 0 ? undefined : tests;
};

/** Last step of a chain on `expect(value)`: `.toBe(…)` of `expect(value).not.toBe(…)`. */
const lastStep = (
  call: ts.CallExpression,
): { readonly name: string; readonly value: ts.Expression | undefined } => {
  let at: ts.Expression = call;
  let name = '';
  let value: ts.Expression | undefined;
  while (
    (ts.isPropertyAccessExpression(at.parent) || ts.isCallExpression(at.parent)) &&
    at.parent.expression === at
  ) {
    at = at.parent;
    if (ts.isPropertyAccessExpression(at)) name = at.name.text;
    else value = (at as ts.CallExpression).arguments[0];
  }
  return { name, value };
};

/** Values that an assertion expects, `expect(value).toBe('…')`; none for presence tests, `undefined` if unknown. */
export const assertedOf = (
  ctx: Ctx,
  value: ts.Expression,
  call: ts.CallExpression,
): readonly LocatedTest[] | undefined => {
  const root = rootOf(call.expression).getText();
  if (root === 'expect') {
    const step = call.arguments[0] === value ? lastStep(call) : { name: '', value: undefined };
    return expected(ctx, step.name, step.value);
  }
  if (!/^(?:assert|t|chai)$/.test(root)) return undefined;
  const other = call.arguments[0] === value ? call.arguments[1] : call.arguments[0];
  return expected(ctx, lastNameOf(call.expression), other);
};
