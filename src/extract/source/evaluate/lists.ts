import type { VariableChange } from './changes.ts';
import { holdingResponses } from './response-members.ts';
import { elementsOf } from './elements.ts';
import { uncertain } from './members.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, ListValue, Value } from './values.ts';
import { unknown } from './values.ts';

type Item = ListValue['items'][number];

/** List of the known elements; there may be more. */
export const listValue = (node: ts.Node, items: readonly Item[]): ListValue => ({
  kind: 'list',
  node,
  items,
  complete: false,
});

const KEEPS_LIST = new Set([
  'filter',
  'slice',
  'sort',
  'reverse',
  'splice',
  'toSorted',
  'toReversed',
  'toSpliced',
  'values',
]);
/** Methods that may drop elements. */
const DROPS_ITEMS = new Set(['filter', 'slice', 'splice', 'toSpliced']);

/** Entries of which any may be dropped; from other lists only empty elements are. */
const partOf = (val: Value): Value => {
  const object = val.kind === 'list' ? val.entriesOf : undefined;
  return object
    ? {
        ...(val as ListValue),
        entriesOf: { ...object, members: object.members.map(uncertain), literal: undefined },
      }
    : val;
};

const PICKS = new Set(['find', 'at', 'pop', 'shift', 'findLast']);
const MAPS = new Set(['map', 'flatMap']);

/** True for a list, and for a member of a response that is used as one. */
const isList = (val: Value): boolean =>
  val.kind === 'list' || (val.kind === 'response' && (val.path.at(-1)?.name ?? '*') !== '*');

/** Elements one level deeper, where an element is itself a list: `[[a], [b]].flat()`. */
const flattened = (ctx: Ctx, vals: readonly Value[], node: ts.Node): readonly Value[] =>
  vals.flatMap((val) => (isList(val) ? elementsOf(ctx, [val], node) : [val]));

const mapped = (
  ctx: Ctx,
  elements: readonly Value[],
  node: ts.CallExpression,
  handlers: readonly Value[],
  env: Env | undefined,
): readonly Value[] => {
  const results = handlers.flatMap((handler) =>
    handler.kind === 'function'
      ? ctx.call(handler, node, (index) => (index === 0 ? elements : unknown()), env)
      : [],
  );
  return results.length > 0 ? results : unknown();
};

/** One element of a completely known list, after its callback. */
const mappedAlone = (
  ctx: Ctx,
  item: readonly Value[],
  handlers: readonly Value[],
  env: Env | undefined,
): readonly Value[] => {
  const results = handlers.flatMap((handler) =>
    handler.kind === 'function'
      ? ctx.call(handler, undefined, (index) => (index === 0 ? item : unknown()), env)
      : [],
  );
  return results.length > 0 ? results : unknown();
};

/** True for methods that only lists have, and whose result does not depend on the list. */
export const mapsUnknown = (name: string, node: ts.CallExpression): boolean =>
  MAPS.has(name) && node.arguments.length > 0;

/** Values of an argument; of a spread one, those of each element. */
export const spreadOr = (
  ctx: Ctx,
  argument: ts.Expression,
  vals: readonly Value[],
  env: Env | undefined,
): readonly Value[] =>
  ts.isSpreadElement(argument) ? elementsOf(ctx, ctx.evaluate(argument.expression, env), argument) : vals;

/** Result of `list.reduce(fold, initial)` after one element, where it holds a response; others are unknown. */
const folded = (
  ctx: Ctx,
  elements: readonly Value[],
  node: ts.CallExpression,
  argument: Env['argument'],
  env: Env | undefined,
): readonly Value[] => {
  const results = (argument(0) ?? []).flatMap((fold) =>
    fold.kind === 'function'
      ? ctx.call(fold, node, (index) => (index === 0 ? argument(1) : index === 1 ? elements : unknown()), env)
      : [],
  );
  const found = holdingResponses(results).map((val): Value =>
    val.kind === 'object' ? { ...val, literal: undefined } : val,
  );
  return found.length > 0 ? found : unknown();
};

/** Result of a method of a list, of a list in a response, or (`map`) of something that must be a list. */
export const callListMethod = (
  ctx: Ctx,
  val: Value,
  name: string,
  node: ts.CallExpression,
  argument: Env['argument'],
  env: Env | undefined,
): readonly Value[] => {
  if (KEEPS_LIST.has(name)) return [DROPS_ITEMS.has(name) ? partOf(val) : val];
  const elements = (): readonly Value[] => elementsOf(ctx, [val], node);
  if (name === 'concat') {
    const added = node.arguments.map((each, index) => () => spreadOr(ctx, each, argument(index) ?? [], env));
    return [listValue(node, [elements, ...added.map((vals) => () => elementsOf(ctx, vals(), node))])];
  }
  if (name === 'entries' && val.kind === 'list')
    return [
      { ...val, node, items: val.items.map((item) => () => [listValue(node, [() => unknown(), item])]) },
    ];
  if (name === 'flat') return [listValue(node, [() => flattened(ctx, elements(), node)])];
  if (PICKS.has(name)) return elements();
  // Without an initial value the accumulator is an element.
  if (name === 'reduce')
    return node.arguments.length === 1 ? elements() : folded(ctx, elements(), node, argument, env);
  if (!MAPS.has(name)) return unknown();
  if (name === 'map' && val.kind === 'list' && val.complete) {
    const handlers = argument(0) ?? [];
    return [
      {
        kind: 'list',
        node,
        items: val.items.map((item) => () => mappedAlone(ctx, item(), handlers, env)),
        complete: true,
      },
    ];
  }
  const results = mapped(ctx, elements(), node, argument(0) ?? [], env);
  return [listValue(node, [() => (name === 'flatMap' ? flattened(ctx, results, node) : results)])];
};

const put = (ctx: Ctx, argument: ts.Expression, env: Env | undefined): Item =>
  ts.isSpreadElement(argument)
    ? () => elementsOf(ctx, ctx.evaluate(argument.expression, env), argument)
    : () => ctx.evaluate(argument, env);

/** List after `list.push(a, ...more)`. */
export const grownBy = (
  ctx: Ctx,
  list: ListValue,
  calls: readonly ts.CallExpression[],
  env: Env | undefined,
): ListValue =>
  calls.length === 0
    ? list
    : listValue(list.node, [
        ...list.items,
        ...calls.flatMap((call) => call.arguments.map((argument) => put(ctx, argument, env))),
      ]);

/** Calls among a variable's changes that add to its list. */
export const growthsIn = (changes: readonly VariableChange[]): readonly ts.CallExpression[] =>
  changes.flatMap((change) => (change.kind === 'push' && change.path.length === 0 ? [change.node] : []));
