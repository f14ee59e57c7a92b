import type { MiddlewareShape } from '../clients/client-middleware.ts';
import { asksAddress } from '../evaluate/paths/branches.ts';
import { leftBy } from '../evaluate/mutations.ts';
import { propertyOfObject } from '../evaluate/objects.ts';
import type { ClassValue, Ctx, Env, FunctionValue, ObjectValue, Value } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';
import { isAccept } from './examination.ts';
import { examineFunction } from './examine.ts';
import {
  type HeaderSource,
  headersFrom,
  hiddenAt,
  NO_HEADERS,
  conditionalEntries,
  type SourceEntry,
  UNKNOWN_HEADERS,
} from '../headers/headers.ts';

/** Headers of which only the changes are known. */
const headersOver = (node: ts.Node): ObjectValue => ({
  kind: 'object',
  node,
  members: [],
  complete: true,
  literal: undefined,
  over: true,
});

/** Request argument of a hook: of its headers only the hook's own changes are known. */
export const requestOver = (node: ts.Node): ObjectValue => {
  const headers = headersOver(node);
  const member = {
    name: 'headers',
    nameNode: node,
    expression: undefined,
    node,
    certain: true,
    value: () => [headers],
  };
  return { kind: 'object', node, members: [member], complete: false, literal: undefined };
};

const headersOf = (vals: readonly Value[], node: ts.Node): readonly Value[] | undefined => {
  const objects = vals.filter((val) => val.kind === 'object');
  if (objects.length === 0 || objects.length < vals.length) return undefined;
  return objects.flatMap((object) => propertyOfObject(object, 'headers', node));
};

export const headersIn = (vals: readonly Value[], node: ts.Node): HeaderSource => {
  const headers = headersOf(vals, node);
  return headers ? headersFrom(headers, false) : UNKNOWN_HEADERS;
};

const WHOLE = ['request', 'headers', 'chained'] as const;

/** Headers after the function has run: those of its result, or of its argument where it returns nothing. */
const headersLeft = (
  ctx: Ctx,
  fn: FunctionValue,
  { given, gives }: MiddlewareShape,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const at = given.findIndex((each) => WHOLE.some((whole) => whole === each));
  const parameter = fn.node.parameters[at]?.name;
  if (at < 0 || gives === 'response' || !parameter || !ts.isIdentifier(parameter)) return undefined;
  const isRequest = given[at] === 'request';
  const whole = isRequest ? requestOver(fn.node) : headersOver(fn.node);
  const argument: Env['argument'] = (index) => (index === at ? [whole] : undefined);
  const results = isRequest ? ctx.call(fn, undefined, argument, env) : [];
  if (results.some((val) => val.kind === 'object')) return headersOf(results, fn.node);
  const inside: Env = { fn: fn.node, call: undefined, argument, next: fn.env ?? env };
  const left = leftBy(ctx, whole, parameter, inside);
  return isRequest ? headersOf([left], fn.node) : [left];
};

/** A hook receives every request: conditions on the URL select some of them. */
const aboutAddress =
  (fn: ts.Node) =>
  (entry: SourceEntry): SourceEntry =>
    entry.under && asksAddress(fn)
      ? { ...entry, under: entry.under.map((under) => ({ ...under, asksAddress: true })) }
      : entry;

/** Effect of a function on the headers of requests that pass through it, as a layer over those of the call. */
const throughFunction = (
  ctx: Ctx,
  fn: FunctionValue,
  shape: MiddlewareShape,
  env: Env | undefined,
): HeaderSource => {
  const { lost, accept } = examineFunction(ctx, fn, shape, env);
  if (lost) return hiddenAt(lost);
  const headers = headersLeft(ctx, fn, shape, env);
  const source = headers && headersFrom(headers, false);
  if (accept) {
    const isSeen = headers?.every((val) => val.kind === 'object' && val.over === true) === true;
    if (!source || !isSeen) return hiddenAt(fn.node);
    return {
      ...NO_HEADERS,
      complete: source.complete,
      fate: source.fate,
      entries: source.entries.map(aboutAddress(fn.node)),
    };
  }
  const others = (source?.entries ?? []).filter(({ name }) => !isAccept(name.value));
  const entries = source?.complete ? others : conditionalEntries(others);
  return { ...NO_HEADERS, entries: entries.map(aboutAddress(fn.node)) };
};

/** Methods of a class that requests pass through. */
const methodsOf = ({ node }: ClassValue, { members = [] }: MiddlewareShape): readonly FunctionValue[] =>
  node.members.flatMap((member) =>
    ts.isMethodDeclaration(member) && members.includes(member.name.getText())
      ? [{ kind: 'function', node: member, env: undefined } as const]
      : [],
  );

/** Middleware that is not a function of the project. */
export type OutsideCode = (val: Value) => boolean;

const throughValue = (
  ctx: Ctx,
  val: Value,
  shape: MiddlewareShape,
  at: { readonly node: ts.Node; readonly env: Env | undefined },
  isHarmless: OutsideCode,
): readonly HeaderSource[] => {
  if (val.kind === 'primitive' || val.kind === 'text' || isHarmless(val)) return [];
  if (val.kind === 'function')
    return [shape.given.length > 0 ? throughFunction(ctx, val, shape, at.env) : hiddenAt(at.node)];
  const methods = val.kind === 'class' ? methodsOf(val, shape) : [];
  if (methods.length > 0) return methods.map((method) => throughFunction(ctx, method, shape, at.env));
  if (val.kind === 'list' && val.complete)
    return val.items.flatMap((item) => effectOfCode(ctx, item(), shape, at, isHarmless));
  if (val.kind === 'object' && shape.members)
    return shape.members.flatMap((name) =>
      val.members.some((member) => member.name === name)
        ? effectOfCode(ctx, propertyOfObject(val, name, at.node), shape, at, isHarmless)
        : val.complete
          ? []
          : [hiddenAt(at.node)],
    );
  return [hiddenAt(at.node)];
};

/** Effect of code on the headers of requests that pass through it, for one known value of it. */
export const effectOfCode = (
  ctx: Ctx,
  vals: readonly Value[],
  shape: MiddlewareShape,
  at: { readonly node: ts.Node; readonly env: Env | undefined },
  isHarmless: OutsideCode,
): readonly HeaderSource[] => {
  const [val, ...others] = vals;
  if (!val) return [];
  const sources = others.length === 0 ? throughValue(ctx, val, shape, at, isHarmless) : undefined;
  if (sources) return sources;
  const each = vals.flatMap((one) => throughValue(ctx, one, shape, at, isHarmless));
  const changes = each.some(({ entries, complete }) => !complete || entries.length > 0);
  return changes ? [hiddenAt(at.node)] : [];
};
