import { dottedName, loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, ListValue, ObjectValue, ObjMember, Value } from './values.ts';
import { unknown } from './values.ts';

type Item = ListValue['items'][number];

/** True for `new Map(…)`, whose values are the members of an object, and which is iterated as pairs. */
export const isMapObject = (val: Value): val is ObjectValue =>
  val.kind === 'object' &&
  ts.isNewExpression(val.node) &&
  dottedName(val.node.expression) === 'Map' &&
  !loweredFile(val.node);

const WITHOUT_MEMBERS = /^(?:Headers|Map|URLSearchParams|HttpHeaders)$/;

/** True for an object whose entries a spread does not copy: `{ ...new Headers({ accept }) }` is empty. */
export const isEmptySpread = ({ node }: ObjectValue): boolean =>
  ts.isNewExpression(node) && WITHOUT_MEMBERS.test(dottedName(node.expression)) && !loweredFile(node);

/** Values of a map, one per known key, and those under keys that are unknown. */
export const valuesOfMap = ({ members, keyed = [] }: ObjectValue): readonly Item[] => [
  ...members.map((member) => () => member.value()),
  ...keyed,
];

const keyOf = (ctx: Ctx, { nameNode }: ObjMember): readonly Value[] =>
  ts.isStringLiteralLike(nameNode) ? ctx.evaluate(nameNode, undefined) : unknown();

/** Keys of a map, in the order of its values. */
export const keysOfMap = ({ members, keyed = [] }: ObjectValue, ctx: Ctx): readonly Item[] => [
  ...members.map((member) => () => keyOf(ctx, member)),
  ...keyed.map(() => () => unknown()),
];

/** Pairs of a map, as `for (const [key, value] of map)` receives them. */
export const pairsOfMap = (map: ObjectValue, ctx: Ctx): readonly Item[] => {
  const keys = keysOfMap(map, ctx);
  return valuesOfMap(map).map((item, index) => () => [
    { kind: 'list', node: map.node, complete: true, items: [keys[index]!, item] },
  ]);
};

const LISTS: Readonly<Record<string, (map: ObjectValue, ctx: Ctx) => readonly Item[]>> = {
  values: valuesOfMap,
  keys: keysOfMap,
  entries: pairsOfMap,
};

/** Result of `map.values()`, `map.keys()`, `map.entries()`; `undefined` for other methods. */
export const listOfMap = (ctx: Ctx, map: ObjectValue, name: string, node: ts.Node): ListValue | undefined =>
  Object.hasOwn(LISTS, name)
    ? { kind: 'list', node, items: LISTS[name]!(map, ctx), complete: map.complete }
    : undefined;

/** Values and keys that `map.forEach((value, key) => …)` gives to its callback; `undefined` where no receiver is a map. */
export const givenByMaps = (
  ctx: Ctx,
  receivers: readonly Value[],
  name: string,
  index: number,
): readonly Value[] | undefined => {
  const maps = receivers.filter(isMapObject);
  if (name !== 'forEach' || maps.length === 0) return undefined;
  return maps
    .flatMap((map) => [valuesOfMap(map), keysOfMap(map, ctx)][index] ?? [])
    .flatMap((item) => item());
};

/** Maximum number of distinct elements. */
const MAX_ELEMENTS = 10_000;

/** Elements of a list, of a list in a response, or of a map, as pairs. */
export const elementsOf = (ctx: Ctx, vals: readonly Value[], node: ts.Node): readonly Value[] => {
  // An element may be computed from the list that it is added to: `list.push(...list)`.
  const found = vals.flatMap((val): readonly Value[] => {
    if (val.kind === 'list') return val.items.flatMap((item) => ctx.bounded(item));
    if (isMapObject(val)) return pairsOfMap(val, ctx).flatMap((item) => ctx.bounded(item));
    return val.kind === 'response' ? ctx.property(val, '*', node, false) : [];
  });
  return found.length > 0 ? found.slice(0, MAX_ELEMENTS) : unknown();
};
