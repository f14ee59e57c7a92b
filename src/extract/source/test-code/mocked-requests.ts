import type { HeaderEntry, Text } from '../../../model/index.ts';
import { exactValue, methodNamed } from '../../../model/index.ts';
import type { ExpectedRequest } from './expected-headers.ts';
import { matchedMembers } from './matched-bodies.ts';
import { isMock, lastNameOf } from '../requests/test-addresses.ts';
import { headersFrom } from '../headers/headers.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import { ts } from '../syntax/tree.ts';
import { slotOfExpression, slotOfName } from '../syntax/slots.ts';
import { hole, joinTexts, textOf } from '../evaluate/texts.ts';
import type { Ctx, ObjectValue } from '../evaluate/values.ts';

const VERBS = /^(?:on)?(get|post|put|patch|delete|head|options)(?:Once)?$/i;

/** Calls of a chain, before and after the given one: `nock(host).get(path).matchHeader(…).reply(…)`. */
const chainOf = (call: ts.CallExpression): readonly ts.CallExpression[] => {
  const calls: ts.CallExpression[] = [];
  for (let at: ts.Node = call; ts.isPropertyAccessExpression(at.parent); at = at.parent.parent) {
    if (!ts.isCallExpression(at.parent.parent)) break;
    calls.push(at.parent.parent);
  }
  for (let at: ts.Expression = call; ts.isCallExpression(at);) {
    calls.push(at);
    if (!ts.isPropertyAccessExpression(at.expression)) break;
    at = at.expression.expression;
  }
  return calls;
};

/** `.matchHeader('accept', 'application/json')`. */
const matchedHeader = (ctx: Ctx, call: ts.CallExpression): readonly HeaderEntry[] => {
  const [name, value] = call.arguments;
  if (lastNameOf(call.expression) !== 'matchHeader' || !name || !value || !ts.isStringLiteralLike(name))
    return [];
  const vals = ctx.evaluate(value, undefined);
  const texts = vals.filter((val) => val.kind === 'text').map(textOf);
  const values = texts.length === vals.length ? texts : undefined;
  return [{ name: slotOfName(name), values, place: slotOfExpression(value, ''), certain: true }];
};

const isHeaderName = (name: string): boolean => /^(accept|content-type)$/i.test(name);

const MEMBERS = ['headers', 'reqheaders'];

/** Headers in a mock's argument: `{ headers: { … } }`, `{ reqheaders: { … } }`, or the headers themselves. */
const headersInArgument = (object: ObjectValue, node: ts.Node): readonly HeaderEntry[] => {
  if (object.members.some(({ name }) => isHeaderName(name))) return headersFrom([object], false).entries;
  return MEMBERS.filter((member) => object.members.some(({ name }) => name === member)).flatMap(
    (member) => headersFrom(propertyOfObject(object, member, node), false).entries,
  );
};

const objectsIn = (ctx: Ctx, call: ts.CallExpression): readonly ObjectValue[] =>
  call.arguments.flatMap((argument) =>
    ctx.evaluate(argument, undefined).filter((val) => val.kind === 'object'),
  );

/** Call of `nock(host)` that a chain on a variable began with. */
const beginningOf = (ctx: Ctx, chain: readonly ts.CallExpression[]): readonly ts.CallExpression[] => {
  const innermost = chain.at(-1)!.expression;
  const receiver = ts.isPropertyAccessExpression(innermost) ? innermost.expression : innermost;
  return ctx
    .evaluate(receiver, undefined)
    .flatMap((val) => (val.kind === 'external' ? val.made : []))
    .flatMap(({ call }) => (ts.isCallExpression(call) ? [call] : []));
};

/** Texts of the first arguments: of the mock's own call, after those of the call that created it (a host). */
const addressOf = (
  ctx: Ctx,
  call: ts.CallExpression,
  chain: readonly ts.CallExpression[],
  mayBeApiUrl: (text: Text) => boolean,
): Text | undefined => {
  const textIn = (of: ts.CallExpression | undefined): Text | undefined => {
    const vals = of?.arguments[0] ? ctx.evaluate(of.arguments[0], undefined) : [];
    const [val] = vals;
    if (val?.kind === 'object') {
      const named = ['path', 'url'].flatMap((name) => propertyOfObject(val, name, call));
      return named.find((one) => one.kind === 'text')?.text;
    }
    return val?.kind === 'text' ? val.text : undefined;
  };
  const own = textIn(call) ?? (call.arguments[0] && hole(undefined));
  const host = chain.at(-1) === call ? undefined : textIn(chain.at(-1));
  return [own, host && own ? joinTexts([host, own]) : undefined].find((text) => text && mayBeApiUrl(text));
};

const methodOf = (ctx: Ctx, call: ts.CallExpression): string | undefined => {
  const [, verb] = VERBS.exec(lastNameOf(call.expression)) ?? [];
  if (verb !== undefined) return verb.toUpperCase();
  const [object] = objectsIn(ctx, call);
  const [method] = object?.members.some(({ name }) => name === 'method')
    ? propertyOfObject(object, 'method', call)
    : [];
  return method?.kind === 'text' ? methodNamed(exactValue(method.text)) : undefined;
};

const NO_HEADERS = { entries: [], complete: false, gap: undefined } as const;

/** Mock of a base in a variable: its paths elsewhere may be anything below the base. */
const keptMock = (
  ctx: Ctx,
  call: ts.CallExpression,
  mayBeApiUrl: (text: Text) => boolean,
): ExpectedRequest | undefined => {
  const [base] = call.arguments;
  if (!base || ts.isPropertyAccessExpression(call.parent)) return undefined;
  const texts = ctx.evaluate(base, undefined).flatMap((val) => (val.kind === 'text' ? [val.text] : []));
  const urls = texts.filter(mayBeApiUrl).map((text) => joinTexts([text, hole(undefined)]));
  return urls.length === 0 ? undefined : { urls, method: undefined, headers: NO_HEADERS };
};

/** Request that a mock responds to, with the headers that it matches. */
export const mockedRequest = (
  ctx: Ctx,
  call: ts.CallExpression,
  mayBeApiUrl: (text: Text) => boolean,
): ExpectedRequest | undefined => {
  const name = lastNameOf(call.expression);
  if (name === 'nock') return keptMock(ctx, call, mayBeApiUrl);
  if (!VERBS.test(name) && name !== 'intercept') return undefined;
  if (!isMock(ctx, call)) return undefined;
  const inner = chainOf(call);
  const chain = [...inner, ...beginningOf(ctx, inner)];
  const url = addressOf(ctx, call, chain, mayBeApiUrl);
  if (!url) return undefined;
  const entries = chain.flatMap((of) => [
    ...matchedHeader(ctx, of),
    ...(of === call || lastNameOf(of.expression) === 'nock'
      ? objectsIn(ctx, of).flatMap((object) => headersInArgument(object, call))
      : []),
  ]);
  const matches = matchedMembers(ctx, call);
  return {
    urls: [url],
    method: methodOf(ctx, call),
    headers: { ...NO_HEADERS, entries },
    ...(matches.length > 0 && { matches }),
  };
};
