import type { HeaderEntry, Text } from '../../../model/index.ts';
import type { ExpectedRequest } from './expected-headers.ts';
import { isAssertion, lastNameOf, rootOf } from '../requests/test-addresses.ts';
import { headersFrom, layerHeaders } from '../headers/headers.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { fixedSlot, slotOfExpression } from '../syntax/slots.ts';
import { textOf } from '../evaluate/texts.ts';
import { untypedText, wholeExpression } from '../syntax/literals.ts';
import type { Ctx } from '../evaluate/values.ts';

/** `init.headers`, `calls[0][1].headers`. */
const HEADERS = /headers\s*\W*$/i;
/** `headers.accept`, `headers['Accept']`, `headers.get('accept')`. */
const ONE_HEADER = /headers\W*(?:get\W*)?(accept|content-type)\W*$/i;
/** Maximum length of a subject; longer ones are not member paths. */
const MAX_SUBJECT_LENGTH = 300;
/** Assertions that fail if there is an additional header. */
const EXACT = /^(toEqual|toStrictEqual|deepEqual|deepStrictEqual|eql|same)$/;

/** Both sides of a comparison: `expect(a).toEqual(b)`, `assert.equal(a, b)`. */
const sidesOf = (call: ts.CallExpression): readonly (ts.Expression | undefined)[] => {
  if (/^(assert|t)$/.test(rootOf(call.expression).getText())) return call.arguments.slice(0, 2);
  let at: ts.Expression = call.expression;
  while (ts.isPropertyAccessExpression(at)) at = at.expression;
  return [ts.isCallExpression(at) ? at.arguments[0] : undefined, call.arguments[0]];
};

const isInside = (node: ts.Node, outer: ts.Node): boolean => node.pos >= outer.pos && node.end <= outer.end;

/** Test of a file that contains a node: `it('…', () => …)`, `def test_list():`. */
export const testAround = (node: ts.Node): ts.Node | undefined =>
  ts.findAncestor(node, (at) =>
    ts.isCallExpression(at)
      ? /^(?:it|test|specify)$/.test(rootOf(at.expression).getText())
      : ts.isFunctionLike(at) && at.name !== undefined && /^test/i.test(at.name.getText()),
  );

/** URLs in the nearest enclosing call or function that has any: the test, or its mock; not those of other tests. */
const addressesAround = (ctx: Ctx, node: ts.Node, isAddress: (text: Text) => boolean): readonly Text[] => {
  const written = nodesOf(node.getSourceFile()).texts.flatMap((text) => {
    const whole = wholeExpression(text);
    const vals = ctx.evaluate(whole, undefined);
    return vals.flatMap((val) =>
      val.kind === 'text' && isAddress(val.text) ? [{ whole, text: val.text }] : [],
    );
  });
  const test = testAround(node);
  const isOfOther = (whole: ts.Node): boolean => {
    const other = test && testAround(whole);
    return other !== undefined && other !== test;
  };
  const near = written.filter(({ whole }) => !isOfOther(whole));
  for (let at = node.parent; at && near.length > 0; at = at.parent) {
    if (!ts.isFunctionLike(at) && !ts.isCallExpression(at) && !ts.isSourceFile(at)) continue;
    const inside = near.filter(({ whole }) => isInside(whole, at));
    if (inside.length > 0) return inside.map(({ text }) => text);
  }
  return [];
};

const entryOf = (ctx: Ctx, name: string, value: ts.Expression): HeaderEntry | undefined => {
  const vals = ctx.evaluate(value, undefined);
  const texts = vals.filter((val) => val.kind === 'text').map(textOf);
  if (texts.length === 0 || texts.length < vals.length) return undefined;
  const place = slotOfExpression(value, '');
  return { name: fixedSlot(value, name), values: texts, place, certain: true };
};

type Headers = ExpectedRequest['headers'];

const headersIn = (ctx: Ctx, call: ts.CallExpression): Headers | undefined => {
  const [subject, value] = sidesOf(call);
  if (!subject || !value || subject.end - subject.pos > MAX_SUBJECT_LENGTH) return undefined;
  const text = untypedText(subject);
  const [, name] = ONE_HEADER.exec(text) ?? [];
  const entry = name === undefined ? undefined : entryOf(ctx, name, value);
  if (entry) return { entries: [entry], complete: false, gap: undefined };
  if (!HEADERS.test(text)) return undefined;
  const objects = ctx.evaluate(value, undefined).filter((val) => val.kind === 'object');
  if (objects.length !== 1) return undefined;
  const source = headersFrom(objects, false);
  if (EXACT.test(lastNameOf(call.expression))) return layerHeaders([source], source.gap);
  return { entries: source.entries, complete: false, gap: undefined };
};

/** Headers that an assertion compares by themselves, with the URLs near it. */
export const comparedHeaders = (
  ctx: Ctx,
  call: ts.CallExpression,
  isAddress: (text: Text) => boolean,
): ExpectedRequest | undefined => {
  if (!isAssertion(call)) return undefined;
  const headers = headersIn(ctx, call);
  const urls = headers && addressesAround(ctx, call, isAddress);
  return headers && urls && urls.length > 0 ? { urls, method: undefined, headers } : undefined;
};
